import { chmodSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { UnixMs } from '../../src/core/words.ts';
import { rulesCache } from '../../src/orders/rules-cache.ts';

const RULES = { symbol: 'BTCUSDT', filters: [{ filterType: 'LOT_SIZE', minQty: '1' }], quoteAsset: 'USDT' };
const KEPT = { rules: RULES, readAt: 1_710_506_096_789 as UnixMs };
let drafts = 0;

function open(symbol = 'BTCUSDT', origin = 'https://api.example.com') {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-rules-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const at = (one: string, where: string) =>
    rulesCache({
      folder,
      origin: where,
      symbol: one,
      owner: process.getuid?.(),
      secretHex(bytes) {
        drafts += 1;
        return String(drafts).padStart(2 * bytes, '0');
      },
    });
  return { folder, at, cache: at(symbol, origin) };
}

it('the cache keeps the rules of each symbol and host separately', () => {
  const { at, cache } = open();
  expect(cache.load()).toBeUndefined();
  cache.save(KEPT);
  expect(cache.load()).toEqual(KEPT);
  expect(at('ETHUSDT', 'https://api.example.com').load()).toBeUndefined();
  expect(at('BTCUSDT', 'https://testnet.example.com').load()).toBeUndefined();
});

it('the cache accepts symbols that are no valid file names', () => {
  const { folder, cache } = open('../../x');
  const rules = { ...RULES, symbol: '../../x' };
  cache.save({ ...KEPT, rules });
  expect(cache.load()).toEqual({ ...KEPT, rules });
  expect(readdirSync(join(folder, 'rules')).join()).toMatch(/^[0-9a-f]{32}\.json$/);
});

it('the cache returns nothing if its file is damaged, of another symbol, or writable by others', () => {
  const { folder, cache } = open();
  cache.save(KEPT);
  const file = join(folder, 'rules', readdirSync(join(folder, 'rules'))[0]!);
  chmodSync(file, 0o644);
  expect(cache.load()).toBeUndefined();
  for (const text of [
    '',
    '{',
    '[]',
    ...[
      { rules: null },
      { rules: { ...RULES, symbol: 'ETHUSDT' } },
      { rules: { ...RULES, filters: {} } },
      { readAt: '1' },
      { readAt: 1.5 },
      { origin: 'https://testnet.example.com' },
    ].map((change) => JSON.stringify({ ...KEPT, origin: 'https://api.example.com', ...change })),
  ]) {
    writeFileSync(file, text);
    chmodSync(file, 0o600);
    expect(cache.load()).toBeUndefined();
  }
});

it('the cache keeps 300 symbols and removes the oldest', () => {
  const { folder, at } = open();
  const save = (symbol: string) =>
    at(symbol, 'https://api.example.com').save({ ...KEPT, rules: { ...RULES, symbol } });
  for (let index = 0; index < 300; index += 1) save(`S${index}`);
  const files = readdirSync(join(folder, 'rules'));
  expect(files).toHaveLength(300);
  // The middle one of the folder is the oldest, so that the order of the folder decides nothing.
  for (const [index, file] of files.entries())
    utimesSync(join(folder, 'rules', file), 2_000 + index, index === 150 ? 1_000 : 2_000 + index);
  save('NEW');
  const left = readdirSync(join(folder, 'rules'));
  expect([left.length, files.filter((file) => !left.includes(file))]).toEqual([300, [files[150]]]);
});
