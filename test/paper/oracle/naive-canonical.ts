/** Canonical JSON and hashes of the naive ledger. */
import { createHash } from 'node:crypto';
import type { Json } from './naive-market.ts';
import { q } from './rational.ts';

export const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Canonical JSON of values without exact numbers but those of theses, which are plain JS numbers in tests. */
export function canonical(value: Json): string {
  if (typeof value === 'number') return String(q(value));
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}
