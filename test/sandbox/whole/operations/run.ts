/** Draws operations from a seed, does them, and looks at the exchange after each. */

import { createHash } from 'node:crypto';
import { MINUTE_MS } from '../../../../src/core/time-units.ts';
import { repeat } from '../../../../src/sandbox/exchange/create-exchange.ts';
import { answerDigest, type JournalEntry } from '../../../../src/sandbox/journal-entries.ts';
import { holdingsOf } from '../../ledgers.ts';
import { Chance } from './chance.ts';
import { Checks } from './checks.ts';
import { type Kind, post } from './drawing.ts';
import { fundKinds } from './fund-draws.ts';
import { futuresKinds } from './futures-draws.ts';
import { marginKinds } from './margin-draws.ts';
import { openFault } from './open-answers.ts';
import { OpenOrders } from './open-orders.ts';
import { type Answered, type Operation, perform } from './operation.ts';
import { optionKinds } from './option-draws.ts';
import { judged } from './priority.ts';
import { spotKinds } from './spot-draws.ts';
import { openWorld, USERS, type World } from './world.ts';

const KINDS: readonly Kind[] = [...spotKinds, ...marginKinds, ...futuresKinds, ...optionKinds, ...fundKinds];
/** The whole exchange is looked at once in so many operations. */
const WHOLE_EVERY = 1000;

export interface Report {
  readonly operations: number;
  /** The exchange's time that passed. */
  readonly passedMs: number;
  readonly kinds: ReadonlyMap<string, number>;
  /** Answers that refused, by code. */
  readonly refusals: ReadonlyMap<string, number>;
  /** What users were told, by scope, kind and execution. */
  readonly heard: ReadonlyMap<string, number>;
  /** Trades that users made with each other. */
  readonly meetings: number;
  /** Of all answers in their order. */
  readonly digest: string;
  /** Of what every account holds in the end. */
  readonly holdings: string;
}

/** What went wrong, where, and all that was done before. */
export class Fault extends Error {
  readonly operations: readonly Operation[];

  constructor(text: string, operations: readonly Operation[]) {
    super(text);
    this.operations = operations;
  }
}

export interface Run {
  readonly seed: number;
  readonly count: number;
  /** Is given what is done as JSON text, as a journal keeps it. */
  readonly keep?: (deed: string) => void;
  readonly progress?: (done: number) => void;
}

/** Does so many operations. Throws a fault at the first thing that does not hold. */
export function run({ seed, count, keep, progress }: Run): Report {
  const chance = new Chance(seed);
  const playing = new Playing(openWorld(seed), keep);
  const done: Operation[] = [];
  for (let number = 1; number <= count; number += 1) {
    const drawn = drawnFrom(chance, playing);
    done.push(drawn);
    const fault = playing.play(drawn, number);
    if (fault !== undefined) throw new Fault(`seed ${seed}, operation ${number}: ${fault}`, done);
    if (number % WHOLE_EVERY === 0) progress?.(number);
  }
  const fault = playing.wholeFault();
  if (fault !== undefined) throw new Fault(`seed ${seed}, at the end: ${fault}`, done);
  return playing.report(count);
}

/** Does operations that were drawn before; returns the first thing that does not hold. */
export function replay(seed: number, operations: readonly Operation[]): string | undefined {
  const playing = new Playing(openWorld(seed));
  for (const [index, operation] of operations.entries()) {
    const fault = playing.play(operation, index + 1);
    if (fault !== undefined) return fault;
  }
  return playing.wholeFault();
}

/** Does what a journal keeps on a fresh exchange of the seed, and returns what every account holds after that time. */
export function repeated(seed: number, deeds: Iterable<string>, passedMs: number): string {
  const { exchange, clock } = openWorld(seed);
  const end = clock.now() + passedMs;
  for (const deed of deeds) repeat(exchange, JSON.parse(deed) as JournalEntry);
  exchange.engines.runDueEvents(end);
  return answerDigest(holdingsOf(exchange));
}

/** An exchange, who looks at it, and what was counted. */
class Playing {
  readonly world: World;
  readonly orders: OpenOrders;
  readonly checks: Checks;
  /** The last quote that was asked for and not yet taken, and by whom. */
  quote: { readonly quoteId: string; readonly user: string } | undefined;
  readonly #kinds = new Map<string, number>();
  readonly #refusals = new Map<string, number>();
  readonly #hash = createHash('sha256');
  readonly #beginning: number;
  #meetings = 0;

  constructor(world: World, keep?: (deed: string) => void) {
    this.world = world;
    this.orders = new OpenOrders(world.exchange);
    this.checks = new Checks(world.exchange, this.orders);
    this.#beginning = world.clock.now();
    if (keep !== undefined) world.exchange.appendEntry = (deed) => keep(JSON.stringify(deed));
  }

  /** Does an operation and returns what no longer holds after it. */
  play(operation: Operation, number: number): string | undefined {
    const { exchange, clock, traders } = this.world;
    this.orders.begin(number);
    let answers: readonly Answered[];
    try {
      answers = perform(exchange, clock, traders, operation);
    } catch (thrown) {
      return `${JSON.stringify(operation)} threw ${(thrown as Error).stack}`;
    }
    this.#count(operation, answers);
    const fault = this.checks.fault(operation.waitMs === 0 && /^(usdm|coinm) /.test(operation.kind));
    const { meetings, fault: unfair } = judged(this.orders, number);
    this.#meetings += meetings;
    const found = fault ?? unfair ?? (number % WHOLE_EVERY === 0 ? this.wholeFault() : undefined);
    return found === undefined ? undefined : `${found}, after ${JSON.stringify(operation)}`;
  }

  /** Looks at everything and returns what does not hold. */
  wholeFault(): string | undefined {
    return this.checks.wholeFault() ?? openFault(this.world, this.orders);
  }

  report(operations: number): Report {
    return {
      operations,
      passedMs: this.world.clock.now() - this.#beginning,
      kinds: this.#kinds,
      refusals: this.#refusals,
      heard: this.orders.heard,
      meetings: this.#meetings,
      digest: this.#hash.copy().digest('hex').slice(0, 16),
      holdings: answerDigest(holdingsOf(this.world.exchange)),
    };
  }

  #count({ kind, admin, user }: Operation, answers: readonly Answered[]): void {
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    if (admin !== undefined) this.#hash.update(JSON.stringify(admin));
    for (const { sent, status, body } of answers) {
      this.#hash.update(`${status} ${body}\n`);
      if (status !== 200) {
        const code = `${status} ${/"code":(-?\d+)/.exec(body)?.[1] ?? body}`;
        this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1);
      } else if (sent.path.endsWith('/getQuote')) {
        const { quoteId } = JSON.parse(body);
        if (quoteId !== undefined) this.quote = { quoteId, user };
      }
    }
  }
}

function drawnFrom(chance: Chance, playing: Playing): Operation {
  const waitMs = waitOf(chance);
  const { exchange } = playing.world;
  // A quote is taken by whoever asked for it, with the operation that follows.
  const { quote } = playing;
  if (quote !== undefined) {
    playing.quote = undefined;
    const { quoteId, user } = quote;
    return { kind: 'conversion', waitMs, user, calls: [post('/sapi/v1/convert/acceptQuote', { quoteId })] };
  }
  const user = chance.pick(USERS);
  const drawn = chance.weighted(KINDS)({ chance, exchange, orders: playing.orders, user });
  return { waitMs, user, ...drawn };
}

/** Mostly hardly any time passes; now and then so much that something falls due. */
function waitOf(chance: Chance): number {
  return chance.weighted([
    [900, () => 0],
    [85, () => chance.whole(1, 400)],
    [14, () => chance.whole(400, 5000)],
    [0.7, () => chance.whole(5000, 10 * MINUTE_MS)],
    [1, () => chance.whole(10 * MINUTE_MS, 9 * 60 * MINUTE_MS)],
  ] as const)();
}
