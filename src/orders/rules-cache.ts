/**
 * Caches the filters and other rules of symbols, one small file for each symbol, so that an order need not
 * fetch them.
 */

import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readJson } from '../core/json.ts';
import { HOUR_MS, MINUTE_MS } from '../core/time-units.ts';
import { isObject, type UnixMs, unixMs } from '../core/words.ts';
import { ensurePrivateFolder, readCheckedFile, writeCheckedFile } from '../store/checked-file.ts';
import type { SymbolRules } from './symbol-rules.ts';

/**
 * The age in ms up to which cached symbol rules are used: rules change a few times a year, and the exchange
 * still checks an order that outdated rules let pass.
 */
export const RULES_AGE_MAX_MS = 6 * HOUR_MS;

/**
 * The age in ms above which cached symbol rules are fetched again before an order is rejected or rounded by
 * them.
 */
export const RULES_TRUSTED_MS = MINUTE_MS;

export interface CachedRules {
  readonly rules: SymbolRules;
  readonly readAt: UnixMs;
}

export interface RulesCache {
  /** Returns the cached rules, whatever their age. */
  load(): CachedRules | undefined;
  save(cached: CachedRules): void;
}

export interface RulesCacheOptions {
  /** The cache folder, whose files may be deleted at any time. */
  readonly folder: string;
  /** The address of the host from which the symbol rules come. */
  readonly origin: string;
  readonly symbol: string;
  readonly owner: number | undefined;
  readonly secretHex: (bytes: number) => string;
}

const BYTES_MAX = 65_536;

/** The maximum number of cached symbols; above it the oldest file is removed. */
const FILES_MAX = 300;

/**
 * Returns the cached rules of one symbol at one host. If the cache cannot be read or written, the rules are
 * queried; this is never an error.
 */
export function rulesCache({ folder, origin, symbol, owner, secretHex }: RulesCacheOptions): RulesCache {
  // A symbol may contain characters that are not allowed in file names, so the file is named by a digest of the
  // symbol.
  const name = createHash('sha256').update(`${origin} ${symbol}`).digest('hex').slice(0, 32);
  const path = join(folder, 'rules', `${name}.json`);
  const file = { path, what: 'the kept rules', owner, kind: 'storage', bytesMax: BYTES_MAX } as const;
  return {
    load() {
      try {
        return parseCachedRules(readCheckedFile(file) ?? '', origin, symbol);
      } catch {
        return undefined;
      }
    },
    save({ rules, readAt }) {
      try {
        ensurePrivateFolder(file);
        writeCheckedFile(file, `${JSON.stringify({ origin, readAt, rules })}\n`, secretHex);
        removeOldest(dirname(path));
      } catch {
        return;
      }
    },
  };
}

function parseCachedRules(text: string, origin: string, symbol: string): CachedRules | undefined {
  const outcome = readJson(text, { numbers: 'native' });
  if (!outcome.ok || !isObject(outcome.value) || outcome.value['origin'] !== origin) return undefined;
  const { readAt, rules } = outcome.value;
  if (!isObject(rules) || rules['symbol'] !== symbol || !Array.isArray(rules['filters'])) return undefined;
  if (!Number.isSafeInteger(readAt)) return undefined;
  return { rules: rules as unknown as SymbolRules, readAt: unixMs(readAt as number) };
}

function removeOldest(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= FILES_MAX) return;
  const aged = names.map((name) => ({ name, ms: statSync(join(folder, name)).mtimeMs }));
  aged.sort((one, other) => one.ms - other.ms);
  for (const { name } of aged.slice(0, names.length - FILES_MAX)) rmSync(join(folder, name), { force: true });
}
