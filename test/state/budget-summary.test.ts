/** Summaries of long budget logs: they only save reading, whatever becomes of them. */
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../src/core/clock.ts';
import { DAY_MS } from '../../src/core/time-units.ts';
import { CAP_SOURCES } from '../../src/state/budget-caps.ts';
import { fileBudgetHome } from '../../src/state/budget-files.ts';
import type { BudgetHome } from '../../src/state/budget-home.ts';
import { MeterLogs } from '../../src/state/budget-logs.ts';
import {
  type BudgetRecord,
  budgetRecord,
  decodeRecords,
  encodeRecords,
  LANES,
  RECORD_BYTES,
} from '../../src/state/budget-records.ts';
import { BudgetWindow, type Meter } from '../../src/state/budget-window.ts';
import { temporaryFolder } from '../acceptance/world.ts';
import { SPOT, START } from './budget-world.ts';

const DAY: Meter = {
  key: 'orders',
  title: 'orders',
  cap: 500,
  windowMs: DAY_MS,
  isReported: true,
  givesBack: true,
};
const INDEX = Math.floor(START / DAY_MS);

/** Returns a log of random records, in which requests stay open, are answered, refused and given back. */
function randomRecords(random: Random, count: number): readonly BudgetRecord[] {
  const below = (bound: number) => Math.floor(random.next() * bound);
  const flag = () => random.next() < 0.5;
  let time = START;
  const record = (): BudgetRecord => {
    time += below(3_000);
    const [nonce, lane] = [1 + below(count), LANES[below(3)]!];
    const kinds = [
      () =>
        budgetRecord({ kind: 'reserve', nonce, lane, weight: 1 + below(3), time, isTimed: flag(), group: 7 }),
      () => budgetRecord({ kind: 'book', nonce, lane, weight: 1 + below(3), time, group: 8 }),
      () => budgetRecord({ kind: 'confirm', nonce, time, isTimed: flag() }),
      () => budgetRecord({ kind: 'release', nonce, time }),
      () =>
        budgetRecord({
          kind: 'answer',
          nonce,
          time,
          value: below(90) - 1,
          isAccepted: flag(),
          isTimed: flag(),
        }),
      () => budgetRecord({ kind: 'report', time, value: below(90), isAccepted: flag() }),
      () => budgetRecord({ kind: 'cap', group: CAP_SOURCES.refused, value: 100 + below(300), time }),
      () => budgetRecord({ kind: 'cap', group: CAP_SOURCES.announced, value: 100 + below(300), time }),
      () => budgetRecord({ kind: 'pause', time, value: time + below(9_000) }),
      () => budgetRecord({ kind: 'clock', time: -below(900), value: below(900) }),
      () => budgetRecord({ kind: 'charge', group: 7, value: 1 + below(4), time }),
    ];
    return kinds[below(random.next() < 0.7 ? 5 : kinds.length)]!();
  };
  return [budgetRecord({ kind: 'carried', time: 0 }), ...Array.from({ length: count }, record)];
}

function windowOf(records: readonly BudgetRecord[], meter = DAY): BudgetWindow {
  const state = new BudgetWindow(meter);
  for (const record of records) state.apply(record);
  return state;
}

/** Returns all that a window says about requests after its last record. */
function answersOf(state: BudgetWindow) {
  const now = state.lastTime ?? START;
  const wanted = LANES.flatMap((lane) => [1, 40, 400].map((weight) => ({ lane, weight, group: 7 })));
  const { used, requests, cap, capSource, isReporting, pausedUntil, pauseToResume, lastTime, clock } = state;
  return {
    ...{ used, requests, cap, capSource, isReporting, pausedUntil, pauseToResume, lastTime, clock },
    ...{ open: state.openWeight(), openLate: state.openWeightSince(now - 5_000), carry: state.carry(now) },
    refusal: state.capAfterRefusal(50),
    obstacles: wanted.map((one) => [0, 3_000, 20_000].map((later) => state.obstacle(one, now + later))),
  };
}

describe('the summary of a budget log', () => {
  it('leads to the state that all its records lead to, also after further records', () => {
    for (let seed = 0; seed < 120; seed += 1) {
      const records = randomRecords(seededRandom(seed), 60);
      const cut = 1 + (seed % 60);
      const summary = windowOf(records.slice(0, cut)).summary(cut * RECORD_BYTES) ?? [];
      const written = decodeRecords(encodeRecords(summary)).records;
      expect(answersOf(windowOf(written)), `seed ${seed}`).toEqual(
        answersOf(windowOf(records.slice(0, cut))),
      );
      const rest = records.slice(cut);
      expect(answersOf(windowOf([...written, ...rest])), `seed ${seed}`).toEqual(
        answersOf(windowOf(records)),
      );
    }
  });

  it('is not made of a log that lacks what earlier windows carry over', () => {
    const [, ...records] = randomRecords(seededRandom(1), 60);
    expect(windowOf(records).summary(320)).toBeUndefined();
  });

  it('is not made of a limit whose costs are learned from each report', () => {
    expect(
      windowOf(randomRecords(seededRandom(1), 60), { ...SPOT, windowMs: DAY_MS }).summary(320),
    ).toBeUndefined();
  });
});

/** A folder of budgets, opened by short processes that each read the log of the day. */
class Folder {
  readonly #folder = join(temporaryFolder(), 'budget');
  readonly live = join(this.#folder, 'live');

  /** Opens the log and returns what its window says, with the numbers of bytes that were read of the log. */
  read(appended: readonly BudgetRecord[] = [], mayCreate = true) {
    const home = fileBudgetHome({ folder: this.#folder, destination: 'live', owner: process.getuid?.() });
    const reads: number[] = [];
    const watched: BudgetHome = {
      ...home,
      open(name, isNew) {
        const log = home.open(name, isNew)!;
        return {
          append: (bytes) => log.append(bytes),
          read(from) {
            const bytes = log.read(from);
            reads.push(bytes.length);
            return bytes;
          },
          readSummary: () => log.readSummary?.(),
          saveSummary: (bytes, covered) => log.saveSummary?.(bytes, covered),
          close: () => log.close(),
        };
      },
    };
    const logs = new MeterLogs(DAY, watched);
    const open = logs.open(INDEX, mayCreate)!;
    if (appended.length > 0) logs.append(open, appended);
    const answers = answersOf(open.state);
    logs.close();
    return { answers, bytesRead: Math.max(...reads) };
  }

  prune(now: number): void {
    fileBudgetHome({ folder: this.#folder, destination: 'live', owner: process.getuid?.() }).prune(now);
  }

  get names(): readonly string[] {
    return readdirSync(this.live).sort();
  }

  get log(): string {
    return join(this.live, this.names[0]!);
  }

  get summary(): string {
    return `${this.log}.summary`;
  }
}

/** Returns a folder with a log of so many random records. */
function folderOf(seed: number, count: number) {
  const folder = new Folder();
  const records = randomRecords(seededRandom(seed), count - 1);
  folder.read(records);
  return { folder, expected: answersOf(windowOf(records)) };
}

describe('a log of the day', () => {
  it('is read from its last summary on', () => {
    const { folder, expected } = folderOf(1, 400);
    expect(folder.read()).toEqual({ answers: expected, bytesRead: 400 * RECORD_BYTES });
    expect(folder.read()).toEqual({ answers: expected, bytesRead: RECORD_BYTES });
    expect(statSync(folder.summary).mode & 0o777).toBe(0o600);
  });

  it('gets no new summary before many records were added, nor from a reader that changes nothing', () => {
    const { folder } = folderOf(1, 63);
    folder.read();
    expect(folder.names).toHaveLength(1);
    folder.read([budgetRecord({ kind: 'report', value: 3, time: START })]);
    folder.read([], false);
    expect(folder.names).toHaveLength(1);
    folder.read();
    expect(folder.names).toHaveLength(2);
  });

  it('is read whole if the summary is cut or changed', () => {
    const { folder, expected } = folderOf(2, 80);
    folder.read();
    const bytes = readFileSync(folder.summary);
    for (let at = 0; at < bytes.length; at += at < 3 * RECORD_BYTES ? 1 : 29) {
      const changed = Buffer.from(bytes);
      changed[at] = changed[at]! ^ 0x11;
      for (const one of [bytes.subarray(0, at), changed]) {
        writeFileSync(folder.summary, one);
        expect(folder.read([], false), `byte ${at}`).toEqual({
          answers: expected,
          bytesRead: 80 * RECORD_BYTES,
        });
      }
    }
  });

  it('is read whole if the summary is that of another log, or the log lost its end', () => {
    const [{ folder, expected }, other] = [folderOf(3, 90), folderOf(4, 80)];
    other.folder.read();
    copyFileSync(other.folder.summary, folder.summary);
    expect(folder.read([], false).answers).toEqual(expected);
    rmSync(folder.summary);
    folder.read();
    writeFileSync(folder.log, readFileSync(folder.log).subarray(0, 70 * RECORD_BYTES));
    const kept = randomRecords(seededRandom(3), 89).slice(0, 70);
    expect(folder.read([], false).answers).toEqual(answersOf(windowOf(kept)));
  });

  it('gets no summary while some of its bytes are no record', () => {
    const { folder, expected } = folderOf(5, 80);
    writeFileSync(folder.log, Buffer.concat([readFileSync(folder.log), Buffer.alloc(RECORD_BYTES)]));
    expect(folder.read().answers).toEqual(expected);
    expect(folder.names).toHaveLength(1);
  });

  it('is removed together with its summaries', () => {
    const { folder } = folderOf(6, 80);
    folder.read();
    writeFileSync(`${folder.summary}-320`, '');
    folder.prune(START + DAY_MS);
    expect(folder.names).toHaveLength(3);
    folder.prune(START + 4 * DAY_MS);
    expect(folder.names).toEqual([]);
  });
});
