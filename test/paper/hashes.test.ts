/** One scenario whole, with the hashes that every implementation of the ledger must reproduce. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { entryRows } from '../../src/commands/paper/entry-rows.ts';
import { canonicalText } from '../../src/paper/canonical.ts';
import { replayLines } from './replay.ts';

const read = (name: string) => readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8');
const { record, hash } = replayLines(read('stop-inside-candle.ndjson').split('\n'));

it('hashes theses as the specification does', () => {
  expect(record.entries.flatMap(({ thesis }) => thesis ?? [])).toEqual([
    'd80b096377fd1d2946457220378052770789f6950d8349be616a34a909083393',
    '4ee63505b6079bca0406f6885ea06a1169ef2db774ef4b02435252479eab7fb6',
  ]);
});

it('writes the second entry as the specification does, before its hash', () => {
  const { hash: _, previous_hash: __, ...entry } = record.entries[1]!;
  expect(canonicalText(entry)).toBe(read('stop-inside-candle.entry-2.txt').trim());
});

it('chains the hashes of all entries as the specification does', () => {
  expect(record.entries.map((entry) => entry.hash)).toEqual([
    'a281173446499928156c68f82b3be8dc66176a84880e255a1d493c0c0a56ea2e',
    '8b296e7e9c1be9d432b368cb69c5b2ff35ebdf7bf0f3844625ae929ab038aed2',
    '59a433d805e86c4fc4175f7879adb7bf52d2418d3f76e155de2d155379f2ceef',
    '7fe7bd4fc07b0a21773453353e24d79b2d24fc36c673a75ec20012e0b813f8ce',
  ]);
});

it('samples the equity of the specification', () => {
  expect(record.equity.paper).toEqual([
    { time: 1767225600000, equity: '10000' },
    { time: 1767225840000, equity: '9880.6895301' },
  ]);
});

it('writes an output whose hash is that of the specification', () => {
  expect(hash).toBe('ab725b06186ff83d0d5f9c14ec2f0fd5e55d2f5f17379dc1fc17fb4d75d73f3a');
});

it('gives rows whose further columns keep their order in csv, which is not that of what is hashed', () => {
  const [row] = entryRows(record.entries.slice(1, 2));
  const further = ['execution_id', 'reference_price', 'price_source', 'slippage'];
  expect(Object.keys(row!).filter((name) => further.includes(name))).toEqual(further);
});
