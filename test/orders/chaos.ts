/**
 * Orders under random faults in virtual time: the client's way to place them and four unsafe ones, each compared with the
 * execution log of the exchange.
 */
import { type Random, seededRandom } from '../../src/core/clock.ts';
import { ToolError } from '../../src/core/errors.ts';
import { resolveOrder } from '../../src/orders/resolve.ts';
import {
  ENGINE_MAX_MS,
  exitOf,
  type Fault,
  ORDER_PRODUCTS,
  type OrderProduct,
  place,
  type Setup,
  setUp,
} from './fake-exchange.ts';

const NEVER = new AbortController().signal;

/** Places one order; returns the exit code, 7 if its execution status is unknown. */
export type Policy = (setup: Setup) => Promise<number>;

export interface OutcomeCounts {
  /** Orders that were executed more than once. */
  doubled: number;
  /** Orders that were reported as not executed and were executed. */
  lost: number;
  /** Orders that were reported as placed and were not executed. */
  wrong: number;
  /** Orders whose execution status stayed unknown. */
  unresolved: number;
}

/**
 * Applies a policy to orders, waits for all executions, and compares its reports with the execution log. `onFault` receives
 * the number of each order that was doubled, lost or wrong.
 */
export async function countOutcomes(
  policy: Policy,
  {
    orders,
    seed,
    product = 'spot',
    onFault = () => {},
  }: {
    readonly orders: number;
    readonly seed: number;
    readonly product?: OrderProduct;
    readonly onFault?: (order: number) => void;
  },
): Promise<OutcomeCounts> {
  const random = seededRandom(seed);
  const counts = { doubled: 0, lost: 0, wrong: 0, unresolved: 0 };
  for (let order = 0; order < orders; order += 1) {
    const setup = randomSetup(random, product);
    const exit = await policy(setup);
    setup.exchange.advance(300_000);
    const executions = setup.exchange.execution(setup.clientOrderId);
    const isLost = exit !== 0 && exit !== 7 && executions > 0;
    const isWrong = exit === 0 && executions === 0;
    if (executions > 1) counts.doubled += 1;
    if (isLost) counts.lost += 1;
    if (isWrong) counts.wrong += 1;
    if (exit === 7) counts.unresolved += 1;
    if (executions > 1 || isLost || isWrong) onFault(order);
  }
  return counts;
}

/** The way in which bourse places orders. */
export const SAFE: Policy = async (setup) => exitOf(await place(setup));

/** Ways to place orders that double or lose some of them; a test that does not see that would prove nothing. */
export const UNSAFE: Readonly<Record<string, Policy>> = {
  'resend under the same id': (setup) => sendUntilAnswered(setup, async () => false),
  'query once, then resend': (setup) =>
    sendUntilAnswered(setup, async () => (await setup.lookup.byId(undefined, NEVER)).found === 'order'),
  'repeat broken connections': retryTransport,
  'believe in absence after 3 s': resolveEarly,
};

/** The products in turn, so that a long run covers all of them. */
export { ORDER_PRODUCTS };

const UNKNOWN_ANSWERS: readonly (readonly [number, string])[] = [
  [200, ''],
  [200, '<html>'],
  [500, ''],
  [502, '<html>'],
  [503, 'Unknown error, please check your request or try again later.'],
  // Texts that mean "not executed" on futures, although orders succeeded despite them.
  [503, '{"code":-1001,"msg":"Service Unavailable."}'],
  [503, '{"code":-1001,"msg":"Internal error; unable to process your request. Please try again."}'],
  [503, '{"code":-1008,"msg":"Server is currently overloaded with other requests."}'],
  [408, '{"code":-1007,"msg":"Timeout waiting for response from backend server."}'],
  [400, '{"code":-1000,"msg":"x"}'],
];
const REFUSALS: readonly (readonly [number, string])[] = [
  [400, '{"code":-1013,"msg":"Filter failure: LOT_SIZE"}'],
  [400, '{"code":-2010,"msg":"Account has insufficient balance for requested action."}'],
  [400, '{"code":-1021,"msg":"Timestamp for this request is outside of the recvWindow."}'],
  [429, '{"code":-1003,"msg":"Too much request weight used."}'],
  [401, '{"code":-2015,"msg":"Invalid API-key, IP, or permissions for action."}'],
];

/** Returns a fault for two in five attempts. */
function randomFault(random: Random): Fault {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)]!;
  if (random.next() < 0.6) return { does: 'answer', latencyMs: random.next() * 2_000 };
  const answers = random.next() < 0.5 ? {} : { answer: pick(UNKNOWN_ANSWERS) };
  switch (Math.floor(random.next() * 5)) {
    case 0:
      return { does: 'refuse-connection' };
    case 1:
      return { does: 'lose-request', ...(random.next() < 0.6 ? { arrivesMs: random.next() * 6_000 } : {}) };
    case 2:
      return { does: 'turn-away', answer: pick(random.next() < 0.5 ? REFUSALS : UNKNOWN_ANSWERS) };
    default:
      return { does: 'lose-answer', executesMs: random.next() * ENGINE_MAX_MS, ...answers };
  }
}

function randomSetup(random: Random, product: OrderProduct): Setup {
  const queriesBreak = random.next() < 0.1;
  const from = random.next() * 60_000;
  const spanMs = random.next() * 40_000;
  return setUp(
    Array.from({ length: 6 }, () => randomFault(random)),
    {
      product,
      seed: Math.floor(random.next() * 2 ** 31),
      skewMs: Math.round((random.next() - 0.5) * 4_000),
      readLagMs: random.next() * 8_000,
      type: random.next() < 0.5 ? 'MARKET' : 'LIMIT',
      queriesFail: (atMs) => (queriesBreak && atMs > from && atMs < from + spanMs ? [503, ''] : undefined),
    },
  );
}

/** Sends once with the setup's id; returns the exit code, 7 if the execution status is unknown. */
async function sendOnce(setup: Setup): Promise<number> {
  const times = { timestamp: setup.serverTime.now(), recvWindow: 3_000 };
  try {
    await setup.tools.send(setup.request, times, NEVER);
    return 0;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return error.facts.execution === 'not_executed' ? error.exitCode : 7;
  }
}

async function sendUntilAnswered(setup: Setup, before: () => Promise<boolean>): Promise<number> {
  await setup.serverTime.sync(NEVER);
  for (let tries = 0; tries < 3; tries += 1) {
    const exit = await sendOnce(setup);
    if (exit !== 7) return exit;
    if (await before()) return 0;
  }
  return 7;
}

/** Sends again at once after a broken connection, as HTTP clients do by themselves. */
async function retryTransport(setup: Setup): Promise<number> {
  await setup.serverTime.sync(NEVER);
  const times = { timestamp: setup.serverTime.now(), recvWindow: 3_000 };
  for (let tries = 1; ; tries += 1) {
    try {
      await setup.tools.send(setup.request, times, NEVER);
      return 0;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.facts.httpStatus !== undefined || tries === 3)
        return error.facts.execution === 'not_executed' ? error.exitCode : 7;
    }
  }
}

/** Looks the order up, but takes it for absent after 3 s. */
async function resolveEarly(setup: Setup): Promise<number> {
  await setup.serverTime.sync(NEVER);
  const timestamp = setup.serverTime.now();
  const exit = await sendOnce(setup);
  if (exit !== 7) return exit;
  const { clientOrderId, lookup } = setup;
  const resolution = await resolveOrder({
    attempt: { clientOrderId, timestamp, recvWindow: 3_000 },
    lookup,
    clock: setup.exchange.clock,
    serverNow: () => setup.serverTime.now(),
    signal: NEVER,
    deadlineMs: 3_000,
  });
  return resolution.is === 'found' ? 0 : resolution.is === 'absent' ? 5 : 7;
}
