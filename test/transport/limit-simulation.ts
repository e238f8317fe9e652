/**
 * Processes that share the limits of one address, in virtual time: each has a clock of its own, sends requests of
 * mixed weights as fast as it is let, and is killed at random. The cooldowns of the processes are files, as on a real
 * machine. The server counts as the sandbox does: 429 above the limit, then bans.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, type Random, seededRandom } from '../../src/core/clock.ts';
import { MINUTE_MS } from '../../src/core/time-units.ts';
import { unixMs } from '../../src/core/words.ts';
import type { Answer, PreparedRequest, Send } from '../../src/request/types.ts';
import { readUsage } from '../../src/request/usage.ts';
import { createLimiter } from '../../src/sandbox/gate/weights.ts';
import { createBudget } from '../../src/state/budget.ts';
import type { BudgetHome } from '../../src/state/budget-home.ts';
import { memoryBudgetHome } from '../../src/state/budget-memory.ts';
import { sharedCooldowns } from '../../src/store/cooldowns.ts';
import { createRateLimiter, type LimitRate } from '../../src/transport/rate-limiter.ts';
import { readRequest } from './requests.ts';

export interface SimulationOptions {
  readonly seed: number;
  readonly minutes: number;
  /** Processes at any time; one that ends is followed by another. */
  readonly processes: number;
  /** Whether the processes share their budget. */
  readonly isShared: boolean;
  /** Mean time between two moments at which other programs of this address use much weight at once. */
  readonly disturbedEveryMs: number;
  /** The limit of the server, which the catalogue lists as 6000. */
  readonly cap?: number;
}

export interface SimulationResult {
  readonly sent: number;
  readonly refused: number;
  /** Refusals of requests that were sent after the answer of an earlier refusal had arrived in its window. */
  readonly ignoredRefusals: number;
  /** Windows in which requests were refused. */
  readonly refusedWindows: number;
  readonly banned: number;
  readonly disturbances: number;
  readonly kills: number;
  /** Share of the server's limit that was used, by these processes and by others. */
  readonly usedShare: number;
}

/** The endpoints of the simulation: listed weight, and how many times as much the server counts. */
const ENDPOINTS = [
  { path: '/api/v3/ping', listed: 1, factor: 1 },
  { path: '/api/v3/klines', listed: 2, factor: 1 },
  { path: '/api/v3/trades', listed: 10, factor: 2.5 },
  { path: '/api/v3/depth', listed: 50, factor: 1 },
  { path: '/api/v3/aggTrades', listed: 4, factor: 5 },
  { path: '/api/v3/ticker', listed: 80, factor: 1 },
  { path: '/api/v3/account', listed: 20, factor: 1.5 },
] as const;

/** The time of a request to the server, and of the answer back, each up to this. */
const LATENCY_MAX_MS = 1_500;
const START = 1_719_990_000_000;

interface Sleeper {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

/** Wakes sleepers in the order of their times. */
export class VirtualTime {
  readonly #heap: Sleeper[] = [];
  #order = 0;
  now = START;

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => {
      this.#order += 1;
      this.#push({ at: this.now + Math.max(0, ms), order: this.#order, wake });
    });
  }

  /** Runs everything that is due before a time. */
  async runUntil(end: number): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.#heap[0];
      if (next === undefined || next.at > end) return;
      this.#pop();
      this.now = Math.max(this.now, next.at);
      next.wake();
    }
  }

  #push(entry: Sleeper): void {
    const heap = this.#heap;
    heap.push(entry);
    for (let at = heap.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (isSooner(heap[parent]!, heap[at]!)) break;
      [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
      at = parent;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let first = at;
      if (left < heap.length && isSooner(heap[left]!, heap[first]!)) first = left;
      if (right < heap.length && isSooner(heap[right]!, heap[first]!)) first = right;
      if (first === at) return;
      [heap[first], heap[at]] = [heap[at]!, heap[first]!];
      at = first;
    }
  }
}

function isSooner(one: Sleeper, other: Sleeper): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}

class SimulatedServer {
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #skewMs: number;
  readonly #limiter: ReturnType<typeof createLimiter>;
  readonly #refusedWindows = new Set<number>();
  /** When a process received the first refusal of a window. */
  readonly #answeredRefusals = new Map<number, number>();
  /** Weight that was granted, by window. */
  readonly granted = new Map<number, number>();
  sent = 0;
  refused = 0;
  ignoredRefusals = 0;
  banned = 0;

  constructor(time: VirtualTime, random: Random, cap: number) {
    this.#time = time;
    this.#random = random;
    this.#skewMs = (random.next() - 0.5) * 4_000;
    this.#limiter = createLimiter({ spotWeight: cap });
  }

  get refusedWindows(): number {
    return this.#refusedWindows.size;
  }

  readonly send: Send = async (request) => {
    const sentAt = this.#time.now;
    await this.#time.sleep(this.#random.next() * LATENCY_MAX_MS);
    const answer = this.#answer(request, sentAt);
    await this.#time.sleep(this.#random.next() * LATENCY_MAX_MS);
    return answer;
  };

  /** Records that a process has received an answer, and so may know of a refusal. */
  received({ status, headers }: Answer): void {
    const window = Math.floor(Date.parse(headers['date']!) / MINUTE_MS);
    if (status === 429 && !this.#answeredRefusals.has(window))
      this.#answeredRefusals.set(window, this.#time.now);
  }

  /** Uses weight as another program behind the address does. */
  disturb(weight: number): void {
    const now = unixMs(Math.floor(this.#time.now + this.#skewMs));
    const { refusal } = this.#limiter.charge({ client: 'address', path: '/api/v3/ping', weight, now });
    if (refusal === undefined) this.#grant(now, weight);
  }

  #answer(request: PreparedRequest, sentAt: number): Answer {
    const now = unixMs(Math.floor(this.#time.now + this.#skewMs));
    const endpoint = ENDPOINTS.find(({ path }) => path === request.path)!;
    const weight = endpoint.listed * endpoint.factor;
    const charged = this.#limiter.charge({ client: 'address', path: request.path, weight, now });
    const { headers, refusal } = charged;
    this.sent += 1;
    if (refusal === undefined) this.#grant(now, weight);
    else this.#count(refusal.status, Math.floor(now / MINUTE_MS), sentAt);
    const all = { date: new Date(now).toUTCString(), ...headers, ...refusal?.headers };
    const named = Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]));
    return {
      status: refusal?.status ?? 200,
      headers: named,
      body: refusal === undefined ? '{}' : JSON.stringify({ code: -1003, msg: 'limited' }),
      origin: 'https://api.example',
      receivedAt: now,
      usage: readUsage(named),
    };
  }

  #grant(now: number, weight: number): void {
    const window = Math.floor(now / MINUTE_MS);
    this.granted.set(window, (this.granted.get(window) ?? 0) + weight);
  }

  #count(status: number, window: number, sentAt: number): void {
    if (status === 418) this.banned += 1;
    else this.refused += 1;
    this.#refusedWindows.add(window);
    const answered = this.#answeredRefusals.get(window);
    if (answered !== undefined && sentAt >= answered) this.ignoredRefusals += 1;
  }
}

/** Runs the processes for the given time. The same seed gives the same run. */
export async function simulateLimits(options: SimulationOptions): Promise<SimulationResult> {
  const { seed, minutes, processes, isShared, disturbedEveryMs, cap = 6_000 } = options;
  const time = new VirtualTime();
  const random = seededRandom(seed);
  const server = new SimulatedServer(time, random, cap);
  const store = memoryBudgetHome('different');
  const end = START + minutes * MINUTE_MS;
  const cooldownFolder = await mkdtemp(join(tmpdir(), 'limit-simulation-'));
  let kills = 0;
  let disturbances = 0;
  let started = 0;

  /** Runs one process until it is killed, and starts the next. */
  const runProcess = async (skewMs: number): Promise<void> => {
    while (time.now < end) {
      started += 1;
      const home: BudgetHome = isShared ? store : memoryBudgetHome();
      const life = { isOver: false };
      const clock = clockOf(time, skewMs, life);
      const budget = createBudget({ clock, openHome: () => home, processId: started });
      const cooldowns = sharedCooldowns(
        isShared ? cooldownFolder : join(cooldownFolder, String(started)),
        clock,
        'live',
      );
      const limitRate = createRateLimiter({
        clock,
        maxWaitMs: 600_000,
        budgetOf: () => budget,
        cooldownsOf: () => cooldowns,
      });
      const lanes = 1 + Math.floor(random.next() * 3);
      for (let lane = 0; lane < lanes; lane += 1) void sendPages(limitRate, life);
      await time.sleep(-Math.log(1 - random.next()) * 90_000);
      life.isOver = true;
      kills += 1;
    }
  };
  const sendPages = async (limitRate: LimitRate, life: { readonly isOver: boolean }): Promise<void> => {
    // A killed process never learns what became of its request.
    const send = limitRate(async (request, signal) => {
      const answer = await server.send(request, signal);
      if (life.isOver) await never();
      server.received(answer);
      return answer;
    });
    while (!life.isOver && time.now < end) {
      await time.sleep(random.next() * 400);
      if (life.isOver) return;
      // A ban is thrown; the process tries again later, as a user would.
      await send(nextRequest(random), NEVER).catch(() => time.sleep(60_000));
    }
  };
  const disturb = async (): Promise<void> => {
    while (time.now < end) {
      await time.sleep(-Math.log(1 - random.next()) * disturbedEveryMs);
      disturbances += 1;
      server.disturb(Math.round(cap * (0.1 + random.next() * 0.3)));
    }
  };

  for (let index = 0; index < processes; index += 1) {
    // Most clocks are right to 2 s; every fifth is wrong by up to 30 s.
    const errorMs = index % 5 === 4 ? 30_000 : 2_000;
    void runProcess((random.next() * 2 - 1) * errorMs);
  }
  void disturb();
  await time.runUntil(end);
  await rm(cooldownFolder, { recursive: true });
  // The first and the last minutes are left out, in which the processes start and end.
  const [first, last] = [START / MINUTE_MS + 1, end / MINUTE_MS - 2];
  let granted = 0;
  for (const [window, weight] of server.granted) if (window >= first && window <= last) granted += weight;
  return {
    sent: server.sent,
    refused: server.refused,
    ignoredRefusals: server.ignoredRefusals,
    refusedWindows: server.refusedWindows,
    banned: server.banned,
    disturbances,
    kills,
    usedShare: granted / ((last - first + 1) * cap),
  };
}

const NEVER = new AbortController().signal;
/** Returns what a killed process waits for: a promise of its own, so that nothing keeps the process in memory. */
const never = () => new Promise<never>(() => {});

/** Returns the clock of a process; nothing wakes a process that was killed. */
function clockOf(time: VirtualTime, skewMs: number, life: { readonly isOver: boolean }): Clock {
  return {
    now: () => unixMs(Math.round(time.now + skewMs)),
    monotonicMs: () => time.now - START,
    async sleep(ms) {
      await time.sleep(ms);
      if (life.isOver) await never();
    },
  };
}

function nextRequest(random: Random): PreparedRequest {
  const { path, listed } = ENDPOINTS[Math.floor(random.next() * ENDPOINTS.length)]!;
  const kind = random.next();
  return readRequest({
    path,
    weight: { first: listed, second: listed, counted: listed },
    ...(kind < 0.05 ? { isUrgent: true } : {}),
    ...(kind > 0.97 ? { method: 'POST', effect: 'write' } : {}),
  });
}
