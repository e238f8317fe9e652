/** Caches clock offsets by host, so that a short command need not measure the exchange's clock. */
import { join } from 'node:path';
import { readJson } from '../core/json.ts';
import { isObject, unixMs } from '../core/words.ts';
import { ensurePrivateFolder, readCheckedFile, writeCheckedFile } from '../store/checked-file.ts';
import type { ClockOffset, OffsetCache } from './server-clock.ts';

export interface OffsetCacheOptions {
  /** The cache folder, whose files may be deleted at any time. */
  readonly folder: string;
  /** The address of the host whose clock was measured, such as "https://api.binance.com". */
  readonly origin: string;
  readonly owner: number | undefined;
  readonly secretHex: (bytes: number) => string;
}

const BYTES_MAX = 65_536;
const HOSTS_MAX = 50;

/**
 * Returns the cached clock offset of a host. If the cache cannot be read or written, the clock is measured
 * again; this is never an error.
 */
export function offsetCache({ folder, origin, owner, secretHex }: OffsetCacheOptions): OffsetCache {
  const path = join(folder, 'clock-offsets.json');
  const file = { path, what: 'the clock cache', owner, kind: 'storage', bytesMax: BYTES_MAX } as const;
  const readAll = (): [string, ClockOffset][] => {
    try {
      return entriesOf(readCheckedFile(file) ?? '{}');
    } catch {
      return [];
    }
  };
  return {
    load: () => readAll().find(([name]) => name === origin)?.[1],
    save(offset) {
      const others = readAll().filter(([name]) => name !== origin);
      const kept = [[origin, offset] as const, ...others].slice(0, HOSTS_MAX);
      try {
        ensurePrivateFolder(file);
        writeCheckedFile(file, `${JSON.stringify(Object.fromEntries(kept))}\n`, secretHex);
      } catch {
        return;
      }
    },
  };
}

function entriesOf(text: string): [string, ClockOffset][] {
  const outcome = readJson(text, { numbers: 'native' });
  if (!outcome.ok || !isObject(outcome.value)) return [];
  return Object.entries(outcome.value).flatMap(([origin, value]): [string, ClockOffset][] => {
    if (!isObject(value)) return [];
    const { offsetMs, roundTripMs, measuredAt } = value;
    const areWhole = [offsetMs, measuredAt].every((one) => Number.isSafeInteger(one));
    if (!areWhole || typeof roundTripMs !== 'number') return [];
    return [
      [origin, { offsetMs: offsetMs as number, roundTripMs, measuredAt: unixMs(measuredAt as number) }],
    ];
  });
}
