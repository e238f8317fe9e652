/** Generates operations from a seed, performs them, and checks the exchange after each. */

import { createHash } from 'node:crypto';
import { MINUTE_MS } from '../../../../src/core/time-units.ts';
import { replayEntry } from '../../../../src/sandbox/exchange/requests.ts';
import { answerDigest, type JournalEntry } from '../../../../src/sandbox/journal-entries.ts';
import { balancesText } from '../../ledger-checks.ts';
import { BalanceChecks } from './checks.ts';
import { fundGenerators } from './fund-operations.ts';
import { futuresGenerators } from './futures-operations.ts';
import { post, type WeightedGenerator } from './generator-context.ts';
import { marginGenerators } from './margin-operations.ts';
import { openOrdersFault } from './open-order-queries.ts';
import { OpenOrders } from './open-orders.ts';
import { type CallAnswer, type Operation, performOperation } from './operation.ts';
import { optionGenerators } from './option-operations.ts';
import { checkPriority } from './priority.ts';
import { RandomSource } from './random-source.ts';
import { spotGenerators } from './spot-operations.ts';
import { openWorld, USERS, type World } from './world.ts';

const KINDS: readonly WeightedGenerator[] = [
  ...spotGenerators,
  ...marginGenerators,
  ...futuresGenerators,
  ...optionGenerators,
  ...fundGenerators,
];
/** The number of operations between checks of the whole exchange. */
const FULL_CHECK_INTERVAL = 1000;

export interface RunReport {
  readonly operations: number;
  /** The simulated time that passed. */
  readonly passedMs: number;
  readonly kinds: ReadonlyMap<string, number>;
  /** The number of refusals by code. */
  readonly refusals: ReadonlyMap<string, number>;
  /** The number of user events by scope, event type and execution type. */
  readonly userEvents: ReadonlyMap<string, number>;
  /** The number of trades between two users. */
  readonly userTrades: number;
  /** The digest of all responses in order. */
  readonly digest: string;
  /** The digest of all balances at the end. */
  readonly holdings: string;
}

/** A failed check, with all operations up to it. */
export class Fault extends Error {
  readonly operations: readonly Operation[];

  constructor(text: string, operations: readonly Operation[]) {
    super(text);
    this.operations = operations;
  }
}

export interface RunOptions {
  readonly seed: number;
  readonly count: number;
  /** Receives each journal entry as JSON text. */
  readonly onEntry?: (entry: string) => void;
  readonly progress?: (performed: number) => void;
}

/** Performs `count` operations; throws a Fault at the first failed check. */
export function runOperations({ seed, count, onEntry, progress }: RunOptions): RunReport {
  const chance = new RandomSource(seed);
  const session = new Session(openWorld(seed), onEntry);
  const performed: Operation[] = [];
  for (let number = 1; number <= count; number += 1) {
    const operation = nextOperation(chance, session);
    performed.push(operation);
    const fault = session.perform(operation, number);
    if (fault !== undefined) throw new Fault(`seed ${seed}, operation ${number}: ${fault}`, performed);
    if (number % FULL_CHECK_INTERVAL === 0) progress?.(number);
  }
  const fault = session.findFault();
  if (fault !== undefined) throw new Fault(`seed ${seed}, at the end: ${fault}`, performed);
  return session.report(count);
}

/** Performs the given operations; returns the first failed check. */
export function replayOperations(seed: number, operations: readonly Operation[]): string | undefined {
  const session = new Session(openWorld(seed));
  for (const [index, operation] of operations.entries()) {
    const fault = session.perform(operation, index + 1);
    if (fault !== undefined) return fault;
  }
  return session.findFault();
}

/**
 * Replays journal entries on a new exchange of the seed; returns the digest of all balances after `passedMs`.
 */
export function replayJournal(seed: number, entries: Iterable<string>, passedMs: number): string {
  const { exchange, clock } = openWorld(seed);
  const end = clock.now() + passedMs;
  for (const entry of entries) replayEntry(exchange, JSON.parse(entry) as JournalEntry);
  exchange.engines.runDueEvents(end);
  return answerDigest(balancesText(exchange));
}

/** An exchange with its checks and counters. */
class Session {
  readonly world: World;
  readonly orders: OpenOrders;
  readonly checks: BalanceChecks;
  /** The last convert quote that was not yet accepted, and its user. */
  quote: { readonly quoteId: string; readonly user: string } | undefined;
  readonly #kinds = new Map<string, number>();
  readonly #refusals = new Map<string, number>();
  readonly #hash = createHash('sha256');
  readonly #beginning: number;
  #meetings = 0;

  constructor(world: World, onEntry?: (entry: string) => void) {
    this.world = world;
    this.orders = new OpenOrders(world.exchange);
    this.checks = new BalanceChecks(world.exchange, this.orders);
    this.#beginning = world.clock.now();
    if (onEntry !== undefined) world.exchange.appendEntry = (entry) => onEntry(JSON.stringify(entry));
  }

  /** Performs an operation and returns the first failed check. */
  perform(operation: Operation, number: number): string | undefined {
    const { exchange, clock, traders } = this.world;
    this.orders.begin(number);
    let answers: readonly CallAnswer[];
    try {
      answers = performOperation(exchange, clock, traders, operation);
    } catch (thrown) {
      return `${JSON.stringify(operation)} threw ${(thrown as Error).stack}`;
    }
    this.#count(operation, answers);
    const fault = this.checks.fault(operation.waitMs === 0 && /^(usdm|coinm) /.test(operation.kind));
    const { userTrades, fault: unfair } = checkPriority(this.orders, number);
    this.#meetings += userTrades;
    const found = fault ?? unfair ?? (number % FULL_CHECK_INTERVAL === 0 ? this.findFault() : undefined);
    return found === undefined ? undefined : `${found}, after ${JSON.stringify(operation)}`;
  }

  /** Checks the whole exchange and returns the first failed check. */
  findFault(): string | undefined {
    return this.checks.findFault() ?? openOrdersFault(this.world, this.orders);
  }

  report(operations: number): RunReport {
    return {
      operations,
      passedMs: this.world.clock.now() - this.#beginning,
      kinds: this.#kinds,
      refusals: this.#refusals,
      userEvents: this.orders.eventCounts,
      userTrades: this.#meetings,
      digest: this.#hash.copy().digest('hex').slice(0, 16),
      holdings: answerDigest(balancesText(this.world.exchange)),
    };
  }

  #count({ kind, admin, user }: Operation, answers: readonly CallAnswer[]): void {
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    if (admin !== undefined) this.#hash.update(JSON.stringify(admin));
    for (const { call, status, body } of answers) {
      this.#hash.update(`${status} ${body}\n`);
      if (status !== 200) {
        const code = `${status} ${/"code":(-?\d+)/.exec(body)?.[1] ?? body}`;
        this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1);
      } else if (call.path.endsWith('/getQuote')) {
        const { quoteId } = JSON.parse(body);
        if (quoteId !== undefined) this.quote = { quoteId, user };
      }
    }
  }
}

function nextOperation(chance: RandomSource, session: Session): Operation {
  const waitMs = nextWait(chance);
  const { exchange } = session.world;
  // The operation after a quote request accepts the quote.
  const { quote } = session;
  if (quote !== undefined) {
    session.quote = undefined;
    const { quoteId, user } = quote;
    return { kind: 'conversion', waitMs, user, calls: [post('/sapi/v1/convert/acceptQuote', { quoteId })] };
  }
  const user = chance.pick(USERS);
  const operation = chance.pickWeighted(KINDS)({ chance, exchange, orders: session.orders, user });
  return { waitMs, user, ...operation };
}

/** Returns the idle time before an operation: usually none, and sometimes enough for events to fall due. */
function nextWait(chance: RandomSource): number {
  return chance.pickWeighted([
    [900, () => 0],
    [85, () => chance.integer(1, 400)],
    [14, () => chance.integer(400, 5000)],
    [0.7, () => chance.integer(5000, 10 * MINUTE_MS)],
    [1, () => chance.integer(10 * MINUTE_MS, 9 * 60 * MINUTE_MS)],
  ] as const)();
}
