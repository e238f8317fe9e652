/**
 * Places thousands of orders under random faults and compares the reports with an execution log. Unsafe
 * policies are run too, because a test that does not detect their duplicate orders would prove nothing.
 */
import { describe, expect, it } from 'vitest';
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

const SEED = Number(process.env['CHAOS_SEED'] ?? 20_240_315);
const ORDERS = 4_000;
const NEVER = new AbortController().signal;

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

interface OutcomeCounts {
  doubled: number;
  /** Orders reported as not executed that were executed, or reported as placed that were not. */
  wrong: number;
  unresolved: number;
}

/**
 * Applies the policy to each order, waits for all executions, and compares its reports with the execution
 * log.
 */
async function countOutcomes(
  policy: (setup: Setup) => Promise<number>,
  orders: number,
  product: OrderProduct = 'spot',
): Promise<OutcomeCounts> {
  const random = seededRandom(SEED);
  const counts = { doubled: 0, wrong: 0, unresolved: 0 };
  for (let order = 0; order < orders; order += 1) {
    const setup = randomSetup(random, product);
    const exit = await policy(setup);
    setup.exchange.advance(300_000);
    const executions = setup.exchange.execution(setup.clientOrderId);
    if (executions > 1) counts.doubled += 1;
    if (exit === 7) counts.unresolved += 1;
    else if ((exit === 0) !== executions > 0) counts.wrong += 1;
  }
  return counts;
}

describe(`orders under faults (seed ${SEED})`, () => {
  it(`are never duplicated, lost or misreported in ${ORDERS} placements`, async () => {
    const counts = await countOutcomes(async (setup) => exitOf(await place(setup)), ORDERS);
    expect(counts).toMatchObject({ doubled: 0, wrong: 0 });
    expect(counts.unresolved).toBeLessThan(ORDERS / 100);
  });

  it.each(ORDER_PRODUCTS.slice(1))('are never duplicated, lost or misreported on %s', async (product) => {
    const counts = await countOutcomes(async (setup) => exitOf(await place(setup)), ORDERS / 4, product);
    expect(counts).toMatchObject({ doubled: 0, wrong: 0 });
    expect(counts.unresolved).toBeLessThan(ORDERS / 400);
  });

  it('have the same outcomes for the same seed', async () => {
    const trace = async () => {
      const lines: string[] = [];
      await countOutcomes(async (setup) => {
        const exit = exitOf(await place(setup));
        lines.push(
          `${setup.clientOrderId} ${exit} ${setup.exchange.states.join()} ${setup.exchange.clock.now()}`,
        );
        return exit;
      }, 200);
      return lines.join('\n');
    };
    expect(await trace()).toBe(await trace());
  });
});

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

describe('an unsafe way to place orders, detected by the execution log', () => {
  it('duplicates orders if it sends the same id again', async () => {
    const counts = await countOutcomes((setup) => sendUntilAnswered(setup, async () => false), 1_000);
    expect(counts.doubled).toBeGreaterThan(5);
  });

  it('duplicates orders if it sends again after a single query', async () => {
    const policy = (setup: Setup) =>
      sendUntilAnswered(setup, async () => (await setup.lookup.byId(undefined, NEVER)).found === 'order');
    expect((await countOutcomes(policy, 1_000)).doubled).toBeGreaterThan(5);
  });

  it('reports executed orders as absent if the deadline is 3 s', async () => {
    const policy = async (setup: Setup) => {
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
    };
    expect((await countOutcomes(policy, 1_000)).wrong).toBeGreaterThan(5);
  });

  it('misses a late order if the deadline does not include recvWindow', async () => {
    const setup = setUp([{ does: 'lose-request', arrivesMs: 25_000 }]);
    await setup.serverTime.sync(NEVER);
    const timestamp = setup.serverTime.now();
    await setup.tools.send(setup.request, { timestamp, recvWindow: 60_000 }, NEVER).catch(() => undefined);
    const look = (recvWindow: number) =>
      resolveOrder({
        attempt: { clientOrderId: setup.clientOrderId, timestamp, recvWindow },
        lookup: setup.lookup,
        clock: setup.exchange.clock,
        serverNow: () => setup.serverTime.now(),
        signal: NEVER,
        ...(recvWindow === 0 ? { deadlineMs: 3_000 } : {}),
      });
    expect((await look(0)).is).toBe('absent');
    expect((await look(60_000)).is).toBe('found');
  });
});
