import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
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
  type DurableOptions,
  openDurableExchange,
} from '../../../../src/sandbox/storage/durable-exchange.ts';
import { type JournalPosition, readJournal } from '../../../../src/sandbox/storage/journal/file.ts';
import { checkpointFilesOf, restoreFromCheckpoint } from '../../../../src/sandbox/storage/restore.ts';
import { journalPath, resetState } from '../../../../src/sandbox/storage/state-folder.ts';
import { type ManualClock, manualClock } from '../../manual-clock.ts';
import { describeState, MixedLoad, perform, UNLIMITED } from './mixed-load.ts';

const SEED = 7;
const OPTIONS: DurableOptions = { checkpointEvery: 60, isCheckpointSynchronous: true, program: 'one' };

let folder = '';
let clock: ManualClock = manualClock();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bourse-image-'));
  clock = manualClock();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const filePath = (suffix: string) => join(folder, `accounts-${SEED}${suffix}`);
const openSaved = (options: DurableOptions = OPTIONS) =>
  openDurableExchange(folder, { clock, seed: SEED, ...UNLIMITED }, options);

/** What a killed exchange leaves. */
interface Left {
  readonly files: ReadonlyMap<string, Buffer>;
  /** The state of the exchange before the kill, as text. */
  readonly state: string;
  readonly now: number;
}

/** What exchanges leave after a number of calls: the same in every test, so the calls are performed once. */
const left = new Map<number, Left>();

/** Leaves the files of an exchange that was killed after a number of calls; returns its state before the kill. */
function tradeAndKill(calls: number): string {
  const known = left.get(calls);
  if (known === undefined) {
    const { files, state, now } = performAndKill(calls);
    left.set(calls, { files, state, now });
    return state;
  }
  for (const [name, bytes] of known.files) writeFileSync(join(folder, name), bytes, { mode: 0o600 });
  clock.move(known.now - clock.now());
  return known.state;
}

/** Performs calls and leaves the exchange as after a kill, without closing it. */
function performAndKill(calls: number): Left {
  const { exchange } = openSaved();
  const load = new MixedLoad(exchange, clock, SEED);
  for (let count = 0; count < calls; count += 1) {
    const op = load.next();
    load.recordOrder(op, perform(exchange, op));
  }
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
  return { files: new Map(files), state: describeState(exchange), now: clock.now() };
}

/** Returns the bytes of the journal that the newest checkpoint covers; undefined without a checkpoint. */
function checkpointedBytes(program = 'one'): number | undefined {
  const path = journalPath(folder, SEED);
  const options = { clock, seed: SEED, ...UNLIMITED };
  const open = (from: JournalPosition) => readJournal(path, from);
  return restoreFromCheckpoint(path, checkpointFilesOf(folder, options, program), options, { open })
    ?.checkpoint.header.journal.size;
}

describe('a journal with checkpoints', () => {
  it('restores the same exchange as the journal alone', () => {
    const before = tradeAndKill(200);
    expect(checkpointedBytes()).toBeGreaterThan(0);
    expect(checkpointedBytes()).toBeLessThan(statSync(filePath('.journal')).size);
    const fromCheckpoint = openSaved();
    expect(describeState(fromCheckpoint.exchange)).toBe(before);
    fromCheckpoint.close();
    for (const suffix of ['.image', '.image-before', '.pages']) rmSync(filePath(suffix), { force: true });
    const alone = openSaved({ checkpointEvery: 0 });
    expect(describeState(alone.exchange)).toBe(before);
    alone.close();
  });

  it('is written while the exchange continues', async () => {
    const durable = openSaved({ checkpointEvery: 300, program: 'one' });
    const load = new MixedLoad(durable.exchange, clock, SEED);
    for (let calls = 0; !existsSync(filePath('.image')) && calls < 5000; calls += 1) {
      const op = load.next();
      load.recordOrder(op, perform(durable.exchange, op));
      await turn();
    }
    expect(checkpointedBytes()).toBeLessThan(statSync(filePath('.journal')).size);
    expect(describeState(openSaved({ checkpointEvery: 0, program: 'one' }).exchange)).toBe(
      describeState(durable.exchange),
    );
  });

  it('has a checkpoint after a start that took long to catch up, so that the next start does not', () => {
    let elapsedMs = 0;
    const openSlowly = () => {
      const slowClock = { ...clock, monotonicMs: () => (elapsedMs += 30) };
      return openDurableExchange(folder, { clock: slowClock, seed: SEED, ...UNLIMITED }, OPTIONS);
    };
    // A new exchange has no past to catch up with, however slow the machine is.
    openSlowly();
    const before = tradeAndKill(30);
    openSaved();
    expect(existsSync(filePath('.image'))).toBe(false);
    openSlowly();
    expect(checkpointedBytes()).toBe(statSync(filePath('.journal')).size);
    expect(describeState(openSaved().exchange)).toBe(before);
  });

  it('is continued from one opening to the next', () => {
    tradeAndKill(200);
    for (let time = 0; time < 3; time += 1) {
      const durable = openSaved();
      const load = new MixedLoad(durable.exchange, clock, SEED + time);
      for (let count = 0; count < 100; count += 1) perform(durable.exchange, load.next());
      if (time === 1) durable.close();
    }
    const last = openSaved();
    const before = describeState(last.exchange);
    for (const suffix of ['.image', '.image-before', '.pages']) rmSync(filePath(suffix), { force: true });
    expect(describeState(openSaved({ checkpointEvery: 0 }).exchange)).toBe(before);
  });

  it('is read by a read-only exchange', async () => {
    const durable = openDurableExchange(folder, { clock, seed: SEED }, { checkpointEvery: 20 });
    const load = new MixedLoad(durable.exchange, clock, SEED);
    for (let count = 0; count < 100; count += 1) perform(durable.exchange, load.next());
    durable.close();
    const trades = { user: 'demo', method: 'GET', path: '/api/v3/trades', params: { symbol: 'BTCUSDT' } };
    const expected = perform(openDurableExchange(folder, { clock, seed: SEED }).exchange, trades);
    const { exchange: readOnly } = await openReadOnly(folder, { clock, seed: SEED }, 'spot.trades');
    expect(perform(readOnly, trades)).toBe(expected);
  });

  it('ignores checkpoints of another program, of other limits or of another seed', () => {
    const before = tradeAndKill(150);
    expect(checkpointedBytes('another')).toBeUndefined();
    expect(describeState(openSaved({ program: 'another' }).exchange)).toBe(before);
    const other = checkpointFilesOf(folder, { seed: SEED, orderLimits: { perSecond: 5 } }, 'one');
    expect([...other.findValid()]).toEqual([]);
    copyFileSync(filePath('.image'), join(folder, 'accounts-8.image'));
    expect([...checkpointFilesOf(folder, { seed: 8, ...UNLIMITED }, 'one').findValid()]).toEqual([]);
  });

  it('ignores a checkpoint that is damaged, truncated or newer than the journal', () => {
    const before = tradeAndKill(200);
    const newest = checkpointedBytes()!;
    const checkpoint = readFileSync(filePath('.image'));
    for (const at of [3, 200, checkpoint.length >> 1, checkpoint.length - 1]) {
      const damaged = Buffer.from(checkpoint);
      damaged[at]! ^= 1;
      writeFileSync(filePath('.image'), damaged);
      const older = checkpointedBytes();
      expect(older === undefined || older < newest).toBe(true);
      expect(describeState(openSaved({ checkpointEvery: 0, program: 'one' }).exchange)).toBe(before);
    }
    for (const size of [0, 1, 100, checkpoint.length - 1]) {
      writeFileSync(filePath('.image'), checkpoint.subarray(0, size));
      expect(checkpointedBytes()).toBeLessThan(newest);
    }
    writeFileSync(filePath('.image'), checkpoint);
    expect(checkpointedBytes()).toBe(newest);
    rmSync(filePath('.journal.receipt'));
    truncateSync(filePath('.journal'), newest - 10);
    expect(checkpointedBytes()).toBeLessThan(newest);
  });

  it('ignores checkpoints whose pages are damaged', () => {
    const clockBefore = clock.now();
    const durable = openSaved();
    for (let count = 0; count < 700; count += 1) {
      const side = count % 2 === 0 ? 'BUY' : 'SELL';
      const params = { symbol: 'BTCUSDT', side, type: 'MARKET', quantity: '0.001' };
      perform(durable.exchange, { user: 'demo', method: 'POST', path: '/api/v3/order', params });
      clock.move(150);
    }
    expect(clock.now()).toBeGreaterThan(clockBefore);
    const before = describeState(durable.exchange);
    const pages = readFileSync(filePath('.pages'));
    expect(pages.length).toBeGreaterThan(10_000);
    // Both checkpoints use the first pages.
    pages[100]! ^= 1;
    writeFileSync(filePath('.pages'), pages);
    expect(checkpointedBytes()).toBeUndefined();
    const reopened = openSaved();
    expect(describeState(reopened.exchange)).toBe(before);
    const load = new MixedLoad(reopened.exchange, clock, SEED);
    for (let count = 0; count < 100; count += 1) perform(reopened.exchange, load.next());
    expect(checkpointedBytes()).toBeGreaterThan(0);
    expect(describeState(openSaved().exchange)).toBe(describeState(reopened.exchange));
  });

  it('survives a kill during the write of a checkpoint', () => {
    const before = tradeAndKill(200);
    const newest = checkpointedBytes()!;
    // Pages are written first, then the new checkpoint beside the last one, which it then replaces.
    appendFileSync(filePath('.pages'), Buffer.alloc(5000, 7));
    writeFileSync(filePath('.image.part'), readFileSync(filePath('.image')).subarray(0, 300));
    expect(checkpointedBytes()).toBe(newest);
    expect(describeState(openSaved({ checkpointEvery: 0, program: 'one' }).exchange)).toBe(before);
    copyFileSync(filePath('.image'), filePath('.image-before'));
    rmSync(filePath('.image'));
    const reopened = openSaved();
    expect(describeState(reopened.exchange)).toBe(before);
    const load = new MixedLoad(reopened.exchange, clock, 1);
    for (let count = 0; count < 150; count += 1) perform(reopened.exchange, load.next());
    expect(checkpointedBytes()).toBeGreaterThan(newest);
    expect(describeState(openSaved().exchange)).toBe(describeState(reopened.exchange));
  });

  it('continues if a checkpoint cannot be written', () => {
    writeFileSync(filePath('.image.part'), '');
    rmSync(filePath('.image.part'));
    const durable = openSaved({ ...OPTIONS, checkpointEvery: 10 });
    rmSync(folder, { recursive: true, force: true });
    const load = new MixedLoad(durable.exchange, clock, SEED);
    for (let count = 0; count < 40; count += 1) perform(durable.exchange, load.next());
    expect(durable.exchange.failure).toBeUndefined();
    expect(existsSync(filePath('.image'))).toBe(false);
  });

  it('is reported as damaged if a checkpointed part of the journal is damaged', () => {
    tradeAndKill(200);
    const journal = readFileSync(filePath('.journal'));
    journal[journal.length >> 2]! ^= 1;
    writeFileSync(filePath('.journal'), journal);
    expect(() => openSaved()).toThrow('is damaged');
  });

  it('is deleted with its checkpoints when the sandbox is reset', () => {
    tradeAndKill(200);
    resetState(folder);
    for (const suffix of ['.journal', '.image', '.image-before', '.pages']) {
      expect([suffix, existsSync(filePath(suffix))]).toEqual([suffix, false]);
    }
    expect(describeState(openSaved().exchange)).toBe(
      describeState(createExchange({ clock, seed: SEED, ...UNLIMITED })),
    );
  });
});
