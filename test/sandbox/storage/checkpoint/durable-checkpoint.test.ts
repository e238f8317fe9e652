import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createExchange } from '../../../../src/sandbox/exchange/create-exchange.ts';
import { openReadOnly } from '../../../../src/sandbox/process/read-only.ts';
import {
  type DurableExchange,
  type DurableOptions,
  openDurableExchange,
} from '../../../../src/sandbox/storage/durable-exchange.ts';
import { readJournal } from '../../../../src/sandbox/storage/journal/file.ts';
import { checkpointFilesOf, restoreFromCheckpoint } from '../../../../src/sandbox/storage/restore.ts';
import { journalPath, resetState } from '../../../../src/sandbox/storage/state-folder.ts';
import { type ManualClock, manualClock } from '../../manual-clock.ts';
import { MixedLoad, perform, pictureOf, UNLIMITED } from './mixed-load.ts';

const SEED = 7;
const KEEP: DurableOptions = { checkpointEvery: 60, isCheckpointSynchronous: true, program: 'one' };

let folder = '';
let clock: ManualClock = manualClock();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-image-'));
  clock = manualClock();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (ending: string) => join(folder, `accounts-${SEED}${ending}`);
const opened = (keep: DurableOptions = KEEP) =>
  openDurableExchange(folder, { clock, seed: SEED, ...UNLIMITED }, keep);

/** Lets users do something and leaves the exchange as a kill would: nothing is closed. */
function traded(calls: number): DurableExchange {
  const durable = opened();
  const load = new MixedLoad(durable.exchange, clock, SEED);
  for (let count = 0; count < calls; count += 1) {
    const op = load.next();
    load.note(op, perform(durable.exchange, op));
  }
  return durable;
}

/** Returns how many journal entries a checkpoint covers; undefined without a checkpoint. */
function imagedBytes(program = 'one'): number | undefined {
  const path = journalPath(folder, SEED);
  const options = { clock, seed: SEED, ...UNLIMITED };
  const open = (from: { readonly size: number; readonly chain: string; readonly sum: number }) => ({
    bodies: readJournal(path, from),
  });
  return restoreFromCheckpoint(path, checkpointFilesOf(folder, options, program), options, { open })
    ?.checkpoint.header.journal.size;
}

describe('a journal with images beside it', () => {
  it('leads to the same exchange as the journal alone', () => {
    const durable = traded(400);
    const before = pictureOf(durable.exchange);
    expect(imagedBytes()).toBeGreaterThan(0);
    expect(imagedBytes()).toBeLessThan(statSync(file('.journal')).size);
    const byImage = opened();
    expect(pictureOf(byImage.exchange)).toBe(before);
    byImage.close();
    for (const ending of ['.image', '.image-before', '.pages']) rmSync(file(ending), { force: true });
    const alone = opened({ checkpointEvery: 0 });
    expect(pictureOf(alone.exchange)).toBe(before);
    alone.close();
  });

  it('is written while the exchange goes on', async () => {
    const durable = opened({ checkpointEvery: 300, program: 'one' });
    const load = new MixedLoad(durable.exchange, clock, SEED);
    for (let calls = 0; !existsSync(file('.image')) && calls < 5000; calls += 1) {
      const op = load.next();
      load.note(op, perform(durable.exchange, op));
      await turn();
    }
    expect(imagedBytes()).toBeLessThan(statSync(file('.journal')).size);
    expect(pictureOf(opened({ checkpointEvery: 0, program: 'one' }).exchange)).toBe(
      pictureOf(durable.exchange),
    );
  });

  it('is gone on with from one opening to the next', () => {
    traded(200);
    for (let time = 0; time < 3; time += 1) {
      const durable = opened();
      const load = new MixedLoad(durable.exchange, clock, SEED + time);
      for (let count = 0; count < 100; count += 1) perform(durable.exchange, load.next());
      if (time === 1) durable.close();
    }
    const last = opened();
    const before = pictureOf(last.exchange);
    for (const ending of ['.image', '.image-before', '.pages']) rmSync(file(ending), { force: true });
    expect(pictureOf(opened({ checkpointEvery: 0 }).exchange)).toBe(before);
  });

  it('is read by a command that hosts nothing', async () => {
    const durable = openDurableExchange(folder, { clock, seed: SEED }, { checkpointEvery: 20 });
    const load = new MixedLoad(durable.exchange, clock, SEED);
    for (let count = 0; count < 100; count += 1) perform(durable.exchange, load.next());
    durable.close();
    const trades = { user: 'demo', method: 'GET', path: '/api/v3/trades', params: { symbol: 'BTCUSDT' } };
    const said = perform(openDurableExchange(folder, { clock, seed: SEED }).exchange, trades);
    const light = await openReadOnly(folder, { clock, seed: SEED }, 'spot.trades');
    expect(perform(light, trades)).toBe(said);
  });

  it('has none of another program, of other limits or of another seed', () => {
    const durable = traded(150);
    const before = pictureOf(durable.exchange);
    expect(imagedBytes('another')).toBeUndefined();
    expect(pictureOf(opened({ program: 'another' }).exchange)).toBe(before);
    const other = checkpointFilesOf(folder, { seed: SEED, orderLimits: { perSecond: 5 } }, 'one');
    expect([...other.findValid()]).toEqual([]);
    copyFileSync(file('.image'), join(folder, 'accounts-8.image'));
    expect([...checkpointFilesOf(folder, { seed: 8, ...UNLIMITED }, 'one').findValid()]).toEqual([]);
  });

  it('passes over an image that is damaged, cut off or newer than the journal', () => {
    const durable = traded(200);
    const before = pictureOf(durable.exchange);
    const newest = imagedBytes()!;
    const image = readFileSync(file('.image'));
    for (const at of [3, 200, image.length >> 1, image.length - 1]) {
      const damaged = Buffer.from(image);
      damaged[at]! ^= 1;
      writeFileSync(file('.image'), damaged);
      const older = imagedBytes();
      expect(older === undefined || older < newest).toBe(true);
      expect(pictureOf(opened({ checkpointEvery: 0, program: 'one' }).exchange)).toBe(before);
    }
    for (const size of [0, 1, 100, image.length - 1]) {
      writeFileSync(file('.image'), image.subarray(0, size));
      expect(imagedBytes()).toBeLessThan(newest);
    }
    writeFileSync(file('.image'), image);
    expect(imagedBytes()).toBe(newest);
    truncateSync(file('.journal'), newest - 10);
    expect(imagedBytes()).toBeLessThan(newest);
  });

  it('passes over images whose pages are damaged', () => {
    const clockBefore = clock.now();
    const durable = opened();
    for (let count = 0; count < 700; count += 1) {
      const side = count % 2 === 0 ? 'BUY' : 'SELL';
      const params = { symbol: 'BTCUSDT', side, type: 'MARKET', quantity: '0.001' };
      perform(durable.exchange, { user: 'demo', method: 'POST', path: '/api/v3/order', params });
      clock.move(150);
    }
    expect(clock.now()).toBeGreaterThan(clockBefore);
    const before = pictureOf(durable.exchange);
    const pages = readFileSync(file('.pages'));
    expect(pages.length).toBeGreaterThan(10_000);
    // Both images begin with the same pages.
    pages[100]! ^= 1;
    writeFileSync(file('.pages'), pages);
    expect(imagedBytes()).toBeUndefined();
    const again = opened();
    expect(pictureOf(again.exchange)).toBe(before);
    const load = new MixedLoad(again.exchange, clock, SEED);
    for (let count = 0; count < 100; count += 1) perform(again.exchange, load.next());
    expect(imagedBytes()).toBeGreaterThan(0);
    expect(pictureOf(opened().exchange)).toBe(pictureOf(again.exchange));
  });

  it('outlives a kill in the middle of writing an image', () => {
    const durable = traded(200);
    const before = pictureOf(durable.exchange);
    const newest = imagedBytes()!;
    // Pages come first, then the image beside the last one, then one takes the place of the other.
    appendFileSync(file('.pages'), Buffer.alloc(5000, 7));
    writeFileSync(file('.image.part'), readFileSync(file('.image')).subarray(0, 300));
    expect(imagedBytes()).toBe(newest);
    expect(pictureOf(opened({ checkpointEvery: 0, program: 'one' }).exchange)).toBe(before);
    copyFileSync(file('.image'), file('.image-before'));
    rmSync(file('.image'));
    const again = opened();
    expect(pictureOf(again.exchange)).toBe(before);
    const load = new MixedLoad(again.exchange, clock, 1);
    for (let count = 0; count < 150; count += 1) perform(again.exchange, load.next());
    expect(imagedBytes()).toBeGreaterThan(newest);
    expect(pictureOf(opened().exchange)).toBe(pictureOf(again.exchange));
  });

  it('answers on where an image can not be written', () => {
    writeFileSync(file('.image.part'), '');
    rmSync(file('.image.part'));
    const durable = opened({ ...KEEP, checkpointEvery: 10 });
    rmSync(folder, { recursive: true, force: true });
    const load = new MixedLoad(durable.exchange, clock, SEED);
    for (let count = 0; count < 40; count += 1) perform(durable.exchange, load.next());
    expect(durable.exchange.failure).toBeUndefined();
    expect(existsSync(file('.image'))).toBe(false);
  });

  it('is still found damaged where the journal is', () => {
    traded(200);
    const journal = readFileSync(file('.journal'));
    journal[journal.length >> 2]! ^= 1;
    writeFileSync(file('.journal'), journal);
    expect(() => opened()).toThrow('is damaged');
  });

  it('goes with it when the sandbox is reset', () => {
    traded(200);
    resetState(folder);
    for (const ending of ['.journal', '.image', '.image-before', '.pages']) {
      expect([ending, existsSync(file(ending))]).toEqual([ending, false]);
    }
    expect(pictureOf(opened().exchange)).toBe(pictureOf(createExchange({ clock, seed: SEED, ...UNLIMITED })));
  });
});
