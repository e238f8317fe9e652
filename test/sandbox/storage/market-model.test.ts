/** A saved sandbox keeps the market model with which it was created. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MarketModel } from '../../../src/sandbox/engine/market/symbol-model.ts';
import { openReadOnly } from '../../../src/sandbox/process/read-only.ts';
import { openDurableExchange } from '../../../src/sandbox/storage/durable-exchange.ts';
import { encodeRecord } from '../../../src/sandbox/storage/journal/records.ts';
import { marketModelOf } from '../../../src/sandbox/storage/market-model.ts';
import { journalPath, resetState, saveSeed } from '../../../src/sandbox/storage/state-folder.ts';
import { manualClock } from '../manual-clock.ts';

const SEED = 7;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-model-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function openModel(marketModel?: MarketModel): MarketModel {
  const chosen = marketModel === undefined ? {} : { marketModel };
  const durable = openDurableExchange(folder, { clock: manualClock(), seed: SEED, ...chosen });
  durable.close();
  return durable.exchange.market.model;
}

describe('the market model of a saved sandbox', () => {
  it('is 1 for a journal from before there was a second one, which is replayed unchanged', async () => {
    const heading = JSON.stringify({ format: 'bourse sandbox journal', version: 2, seed: SEED });
    const { line } = encodeRecord(heading, 'bourse sandbox journal');
    writeFileSync(journalPath(folder, SEED), line);
    expect(openModel()).toBe(1);
    const opened = await openReadOnly(folder, { clock: manualClock(), seed: SEED }, 'spot.trades');
    const { market } = opened.exchange;
    expect(market.model).toBe(1);
    expect(readFileSync(journalPath(folder, SEED)).subarray(0, line.length)).toEqual(line);
  });

  it('is 2 for a new one, and stays', () => {
    expect(openModel()).toBe(2);
    expect(readFileSync(journalPath(folder, SEED), 'utf8')).toContain('"marketModel":2');
    expect(openModel()).toBe(2);
    expect(() => openModel(1)).toThrow('has market model 2, not 1');
  });

  it('is the one that a new one was created with', () => {
    expect(openModel(1)).toBe(1);
    expect(openModel()).toBe(1);
  });

  it('is chosen by the last reset', () => {
    resetState(folder);
    saveSeed(folder, SEED, 1);
    expect(marketModelOf(folder, SEED)).toBe(1);
    resetState(folder);
    saveSeed(folder, SEED);
    expect(marketModelOf(folder, SEED)).toBe(2);
  });

  it('is refused if this version does not have it', () => {
    const heading = JSON.stringify({
      format: 'bourse sandbox journal',
      version: 2,
      seed: SEED,
      marketModel: 3,
    });
    writeFileSync(journalPath(folder, SEED), encodeRecord(heading, 'bourse sandbox journal').line);
    expect(() => openModel()).toThrow('which this version does not have');
  });
});
