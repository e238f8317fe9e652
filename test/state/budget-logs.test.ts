/** What a process takes from a log in which it appended: the records that every other process reads there. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BudgetHome } from '../../src/state/budget-home.ts';
import { MeterLogs, type OpenWindow } from '../../src/state/budget-logs.ts';
import { memoryBudgetHome } from '../../src/state/budget-memory.ts';
import {
  type BudgetRecord,
  budgetRecord,
  decodeRecords,
  encodeRecords,
  isStoredExactly,
  KINDS,
  LANES,
  type RecordKind,
} from '../../src/state/budget-records.ts';
import { SPOT, START } from './budget-world.ts';

const INDEX = Math.floor(START / SPOT.windowMs);
const LOG = { key: SPOT.key, windowMs: SPOT.windowMs, index: INDEX };

/** Mostly records as processes write them; some with numbers that a record cannot hold. */
const RECORD: fc.Arbitrary<BudgetRecord> = fc
  .record({
    kind: fc.constantFrom(...(Object.keys(KINDS) as RecordKind[])),
    lane: fc.constantFrom(...LANES),
    isTimed: fc.boolean(),
    isAccepted: fc.boolean(),
    weight: often(fc.nat({ max: 400 }), [0.5, -1, 2 ** 32, Number.NaN]),
    nonce: often(fc.nat({ max: 2 ** 31 - 1 }), [2 ** 48 - 1, 2 ** 48, 1.5, -1]),
    group: often(fc.nat({ max: 0xffff }), [0x10000, -1, 0.5]),
    time: often(fc.nat({ max: 90_000 }), [0.25, Number.NaN, Number.POSITIVE_INFINITY]),
    value: often(fc.integer({ min: -1, max: 900 }), [1 / 3, Number.NaN, Number.NEGATIVE_INFINITY]),
  })
  .map(budgetRecord);

function often(usual: fc.Arbitrary<number>, unusual: readonly number[]): fc.Arbitrary<number> {
  return fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...unusual) });
}

/** What one of two processes does with a log, or what damage adds to it. */
const STEP = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ process: fc.nat({ max: 1 }), own: fc.array(RECORD, { maxLength: 3 }) }),
  },
  { weight: 3, arbitrary: fc.record({ process: fc.nat({ max: 1 }), later: RECORD }) },
  { weight: 1, arbitrary: fc.record({ damage: fc.uint8Array({ minLength: 1, maxLength: 40 }) }) },
);

describe('a record', () => {
  it('that is stored exactly is read as it was written', () => {
    fc.assert(
      fc.property(RECORD, (record) => {
        const [read] = decodeRecords(encodeRecords([record])).records;
        if (isStoredExactly(record)) expect(read).toEqual(record);
        else expect(read).not.toEqual(record);
      }),
      { seed: 15, numRuns: 2_000 },
    );
  });
});

describe('the records that an append returns', () => {
  it('are those that are read from the log, whatever else is in it', () => {
    fc.assert(
      fc.property(fc.array(STEP, { maxLength: 25 }), (steps) => {
        const home = memoryBudgetHome();
        const raw = home.open(LOG, true)!;
        const processes = [0, 1].map(() => {
          const logs = new MeterLogs(SPOT, home);
          return { logs, open: logs.open(INDEX, true), found: [] as BudgetRecord[] };
        });
        for (const step of steps) {
          if ('damage' in step) {
            raw.append(Buffer.from(step.damage));
            continue;
          }
          const { logs, open, found } = processes[step.process]!;
          const from = open.offset;
          if ('later' in step) logs.appendLater(INDEX, step.later);
          else found.push(...logs.appendAndRead(open, step.own));
          // The log of the step holds what was found in it, and as many bytes were passed over as a reader passes over.
          if ('own' in step) expectRead(raw.read(from), open, from);
        }
        for (const { logs, open, found } of processes) {
          logs.flush();
          found.push(...logs.readNew(open));
        }
        const [first, second] = processes;
        first!.found.push(...first!.logs.readNew(first!.open));
        const all = decodeRecords(raw.read(0)).records;
        expect(first!.found).toEqual(all);
        expect(second!.found).toEqual(all);
      }),
      { seed: 15, numRuns: 400 },
    );
  });
});

it('a record that was damaged on its way into the log is not taken for one', () => {
  const home = memoryBudgetHome();
  const damaging: BudgetHome = {
    ...home,
    open(name, mayCreate) {
      const log = home.open(name, mayCreate)!;
      const append = (bytes: Buffer) => log.append(Buffer.from(bytes).fill(0, 20, 21));
      return { append, read: (from) => log.read(from), close: () => log.close() };
    },
  };
  const logs = new MeterLogs(SPOT, damaging);
  const record = budgetRecord({ kind: 'reserve', nonce: 1, weight: 2, time: START + 1 });
  expect(logs.appendAndRead(logs.open(INDEX, true), [record])).toEqual([]);
});

function expectRead(bytes: Buffer, open: OpenWindow, from: number): void {
  expect(open.offset - from).toBe(decodeRecords(bytes).length);
}
