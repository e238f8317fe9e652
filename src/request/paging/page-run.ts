/** Recognises a page whose rows follow each other without a gap, such as candles, without parsing it. */
import type { Endpoint } from '../../catalogue/types.ts';
import type { WireArguments } from '../types.ts';
import { beginsWithKey } from './cursor.ts';
import { holdsPlainRows } from './plain-rows.ts';
import { type RowRun, stepsOf } from './row-steps.ts';

const OPEN_ARRAY = 0x5b;
/** The length of "[[" or "[" and of the longest key, in bytes. */
const KEY_BYTES_MAX = 24;

/**
 * Returns the rows of a page by their keys, if the page is certain to be JSON and to hold rows at equal distances, as the
 * arguments of its call lead to expect. The rows are arrays that begin with their key. Undefined says only that the page has
 * to be parsed.
 */
export function runOfPage(
  endpoint: Endpoint,
  wire: WireArguments,
  bytes: Buffer | undefined,
): RowRun | undefined {
  const { pages, view } = endpoint;
  if (bytes === undefined || pages === undefined || !('continuity' in pages)) return undefined;
  if (pages.continuity === undefined || view?.rowsAt !== undefined || !beginsWithKey(endpoint))
    return undefined;
  const steps = stepsOf(pages.continuity.step, wire);
  const first = keyAt(bytes, 1);
  const last = keyAt(bytes, bytes.lastIndexOf(OPEN_ARRAY));
  if (steps === undefined || first === undefined || last === undefined || last < first) return undefined;
  const step = Number(steps.move(BigInt(first), 1n)) - first;
  const run = { first, step, count: (last - first) / step + 1 };
  // Months differ in length, so that few pages of them are rows at equal distances.
  const isEven =
    Number.isSafeInteger(run.count) && steps.move(BigInt(first), BigInt(run.count - 1)) === BigInt(last);
  return isEven && holdsPlainRows(bytes, run, { isOnlyPage: true }) ? run : undefined;
}

/** Returns the whole number that begins a row at a place; undefined if there is none. */
function keyAt(bytes: Buffer, start: number): number | undefined {
  const key = /^\[(\d{1,15}),/.exec(bytes.toString('latin1', start, start + KEY_BYTES_MAX))?.[1];
  return key === undefined ? undefined : Number(key);
}
