/**
 * Every interleaving of three processes that send three requests each across the boundary of two windows: in none of
 * them does the server refuse a request, although it charges more than listed, and no room is left unused.
 */
import { describe, expect, it } from 'vitest';
import { type BudgetPermit, createBudget } from '../../src/state/budget.ts';
import type { BudgetHome } from '../../src/state/budget-home.ts';
import { KINDS, LANES } from '../../src/state/budget-records.ts';
import type { Meter } from '../../src/state/budget-window.ts';
import { requestOf, START, Time } from './budget-world.ts';

/** The listed weights of the requests that each process sends one after the other. */
const WEIGHTS = [3, 2, 4] as const;
/** How much of the server's limit all requests need together: more than a window has, less than two. */
const WINDOWS_NEEDED = 1.5;
const WINDOW_MS = 60_000;
/** The time of all steps in the first window, and in the second, in ms since the start of the first. */
const TIMES = [WINDOW_MS - 2_000, WINDOW_MS + 1_000] as const;

/** A process, which is idle, or waits for the answer to a request. */
interface ModelProcess {
  readonly sent: number;
  readonly permit?: BudgetPermit;
  /** What the server answered, while the answer is on its way. */
  readonly answer?: { readonly window: number; readonly reported: number };
}

interface State {
  readonly window: number;
  readonly processes: readonly ModelProcess[];
  /** What the server has counted in each of the windows. */
  readonly used: readonly number[];
  readonly logs: ReadonlyMap<string, Buffer>;
  readonly nonces: number;
}

/** A home whose logs can be copied, and that interrupts a process between its look at a limit and its reservation. */
class ModelHome implements BudgetHome {
  readonly clocks = 'own';
  readonly logs: Map<string, Buffer>;
  interrupt: (() => void) | undefined;

  constructor(logs: ReadonlyMap<string, Buffer>) {
    this.logs = new Map(logs);
  }

  list() {
    return [...this.logs.keys()].map((index) => ({
      key: 'model',
      windowMs: WINDOW_MS,
      index: Number(index),
    }));
  }

  indices() {
    return [...this.logs.keys()].map(Number);
  }

  open({ index }: { readonly index: number }, mayCreate: boolean) {
    const name = String(index);
    if (!this.logs.has(name)) {
      if (!mayCreate) return undefined;
      this.logs.set(name, Buffer.alloc(0));
    }
    return {
      append: (bytes: Buffer) => {
        const { interrupt } = this;
        if (interrupt !== undefined && (bytes[1]! & 0x0f) === KINDS.reserve) {
          this.interrupt = undefined;
          interrupt();
        }
        this.logs.set(name, Buffer.concat([this.logs.get(name)!, bytes]));
      },
      read: (from: number) => this.logs.get(name)!.subarray(from),
      close() {},
    };
  }

  prune() {}
}

class Model {
  readonly #factor: number;
  readonly #meter: Meter;
  readonly #seen = new Set<string>();
  refusals = 0;
  finished = 0;
  /** Requests that were refused although nothing was under way and the window had room for them. */
  readonly starved: string[] = [];

  constructor(factor: number) {
    this.#factor = factor;
    const all = 3 * WEIGHTS.reduce((sum, weight) => sum + weight, 0) * factor;
    const cap = Math.floor(all / WINDOWS_NEEDED);
    this.#meter = { key: 'model', title: 'model', cap, windowMs: WINDOW_MS, isReported: true };
  }

  get states(): number {
    return this.#seen.size;
  }

  /** Visits all states that can be reached from the first. */
  explore(): void {
    const open = [this.#first()];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      const key = keyOf(state);
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      const next = this.#successors(state);
      if (next.length === 0) this.#finish(state);
      open.push(...next);
    }
  }

  /** Returns the state after an earlier window in which the costs of the requests became known. */
  #first(): State {
    const home = new ModelHome(new Map());
    const time = new Time();
    const budget = createBudget({ clock: time.clock(-WINDOW_MS), openHome: () => home, processId: 1 });
    let reported = 0;
    for (const weight of [1, ...WEIGHTS]) {
      const permit = budget.take(requestOf(weight, 'urgent', this.#meter));
      if (!permit.isTaken) throw new Error('the window before the first has no room');
      reported += weight * this.#factor;
      this.#complete(budget, permit, { window: -1, reported });
    }
    return {
      window: 0,
      processes: [{ sent: 0 }, { sent: 0 }, { sent: 0 }],
      used: [0, 0],
      logs: home.logs,
      nonces: 1,
    };
  }

  #successors(state: State): readonly State[] {
    const next = [0, 1, 2].flatMap((index) => {
      const { permit, answer } = state.processes[index]!;
      if (permit === undefined) return this.#takes(state, index);
      return answer === undefined ? [this.#arrive(state, index)] : [this.#settle(state, index)];
    });
    return state.window === 0 ? [...next, { ...state, window: 1 }] : next;
  }

  /** Returns the states after a process took its next weight, interrupted by others in every possible order. */
  #takes(state: State, index: number): readonly State[] {
    const idle = [0, 1, 2].filter((other) => other !== index && state.processes[other]!.permit === undefined);
    const [one, two] = idle;
    const orders = [
      [],
      ...idle.map((other) => [other]),
      ...(two === undefined
        ? []
        : [
            [one!, two],
            [two, one!],
          ]),
    ];
    return orders.flatMap((others) => {
      const after = this.#take(state, [index, ...others]);
      return after === undefined ? [] : [after];
    });
  }

  /**
   * The first of the processes looks at the limit, then the others take their weights, each after the one before, then
   * the first reserves its weight. Returns undefined if nobody could take anything.
   */
  #take(state: State, [index, ...others]: readonly number[]): State | undefined {
    const home = new ModelHome(state.logs);
    const processes = [...state.processes];
    let nonces = state.nonces;
    const takeFor = (who: number, interrupt: (() => void) | undefined) => {
      nonces += 1;
      const budget = createBudget({
        clock: clockAt(state.window),
        openHome: () => home,
        processId: nonces,
      });
      home.interrupt = interrupt;
      const { sent } = processes[who]!;
      const weight = WEIGHTS[sent];
      if (weight === undefined) return;
      const taken = budget.take(requestOf(weight, LANES[who]!, this.#meter));
      home.interrupt = undefined;
      if (taken.isTaken) processes[who] = { sent: sent + 1, permit: taken };
    };
    const takeAll = () => {
      for (const other of others) takeFor(other, undefined);
    };
    takeFor(index!, others.length === 0 ? undefined : takeAll);
    const isChanged = processes.some((process, at) => process !== state.processes[at]);
    return isChanged ? { ...state, processes, logs: home.logs, nonces } : undefined;
  }

  /** The server counts a request in its present window. */
  #arrive(state: State, index: number): State {
    const { sent, permit } = state.processes[index]!;
    const used = [...state.used];
    used[state.window]! += WEIGHTS[sent - 1]! * this.#factor;
    const reported = used[state.window]!;
    if (reported > this.#meter.cap) this.refusals += 1;
    const processes = state.processes.with(index, {
      sent,
      permit: permit!,
      answer: { window: state.window, reported },
    });
    return { ...state, processes, used };
  }

  /** The answer to a request arrives. */
  #settle(state: State, index: number): State {
    const { sent, permit, answer } = state.processes[index]!;
    const home = new ModelHome(state.logs);
    const budget = createBudget({ clock: clockAt(state.window), openHome: () => home, processId: 0 });
    this.#complete(budget, permit!, answer!);
    return { ...state, processes: state.processes.with(index, { sent }), logs: home.logs };
  }

  #complete(
    budget: ReturnType<typeof createBudget>,
    permit: BudgetPermit,
    { window, reported }: NonNullable<ModelProcess['answer']>,
  ): void {
    budget.complete(permit, {
      dateMs: START + (window < 0 ? window * WINDOW_MS : TIMES[window]!),
      isAccepted: true,
      reportedOf: () => reported,
      isRefusedFor: () => false,
    });
  }

  /** Checks a state in which nothing more can happen. */
  #finish(state: State): void {
    this.finished += 1;
    for (const [index, { sent }] of state.processes.entries()) {
      const weight = WEIGHTS[sent];
      if (weight === undefined) continue;
      const room = this.#meter.cap * SHARES[LANES[index]!] - state.used[1]!;
      if (weight * this.#factor <= room) this.starved.push(`${keyOf(state)}: ${LANES[index]} of ${weight}`);
    }
  }
}

/** The smallest share of a confirmed limit that each lane may use. */
const SHARES = { urgent: 1, order: 0.97, bulk: 0.8 } as const;

function clockAt(window: number) {
  const time = new Time();
  time.advance(TIMES[window]!);
  return time.clock();
}

/** Returns what decides about all that can happen from a state on. */
function keyOf({ window, processes, used, logs }: State): string {
  const open = processes.map(({ sent, permit, answer }) => [
    sent,
    permit?.held.map(({ held }) => held.indices.map((index) => index * WINDOW_MS - START)),
    answer,
  ]);
  const reported = [...logs].map(([index, bytes]) => [
    Number(index) * WINDOW_MS - START,
    latestReport(bytes),
  ]);
  return JSON.stringify([window, open, used, reported]);
}

/** Returns the largest usage that an answer in a log reports. */
function latestReport(bytes: Buffer): number {
  let latest = -1;
  for (let at = 0; at < bytes.length; at += 32) {
    const kind = bytes[at + 1]! & 0x0f;
    if (kind === KINDS.answer || kind === KINDS.report)
      latest = Math.max(latest, bytes.readDoubleLE(at + 24));
  }
  return latest;
}

/** How much more than the listed weight the server charges; `npm run chaos:limits` tries servers that charge it once and five times too. */
const FACTORS = process.env['BUDGET_FACTORS']?.split(',').map(Number) ?? [2];

describe('three processes with three requests each in two windows', () => {
  it.each(FACTORS)('are never refused by a server that charges %i times the listed weight', (factor) => {
    const model = new Model(factor);
    model.explore();
    expect(model.finished).toBeGreaterThan(0);
    expect(model.states).toBeGreaterThan(1_000);
    expect(model.refusals).toBe(0);
    expect(model.starved).toEqual([]);
  });
});
