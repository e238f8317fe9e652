/**
 * Places thousands of orders under random faults and compares the reports with an execution log. Unsafe
 * policies are run too, because a test that does not detect their duplicate orders would prove nothing.
 */
import { describe, expect, it } from 'vitest';
import { resolveOrder } from '../../src/orders/resolve.ts';
import { countOutcomes, ORDER_PRODUCTS, SAFE, UNSAFE } from './chaos.ts';
import { exitOf, place, type Setup, setUp } from './fake-exchange.ts';

const SEED = Number(process.env['CHAOS_SEED'] ?? 20_240_315);
const ORDERS = 2_000;
const NEVER = new AbortController().signal;

describe(`orders under faults (seed ${SEED})`, () => {
  it.each(ORDER_PRODUCTS)('are never duplicated, lost or misreported on %s', async (product) => {
    const orders = product === 'spot' ? ORDERS : ORDERS / 4;
    const counts = await countOutcomes(SAFE, { orders, seed: SEED, product });
    expect(counts).toMatchObject({ doubled: 0, lost: 0, wrong: 0 });
    expect(counts.unresolved).toBeLessThan(orders / 100);
  });

  it('have the same outcomes for the same seed', async () => {
    const trace = async () => {
      const lines: string[] = [];
      const policy = async (setup: Setup) => {
        const exit = exitOf(await place(setup));
        lines.push(
          `${setup.clientOrderId} ${exit} ${setup.exchange.states.join()} ${setup.exchange.clock.now()}`,
        );
        return exit;
      };
      await countOutcomes(policy, { orders: 200, seed: SEED });
      return lines.join('\n');
    };
    expect(await trace()).toBe(await trace());
  });
});

it('proves that an order of an hour ago is absent', async () => {
  const setup = setUp([{ does: 'lose-request' }]);
  await setup.serverTime.sync(NEVER);
  const timestamp = setup.serverTime.now();
  await setup.tools.send(setup.request, { timestamp, recvWindow: 3_000 }, NEVER).catch(() => undefined);
  setup.exchange.advance(3_600_000);
  const resolution = await resolveOrder({
    attempt: { clientOrderId: setup.clientOrderId, timestamp, recvWindow: 3_000 },
    lookup: setup.lookup,
    clock: setup.exchange.clock,
    serverNow: () => setup.serverTime.now(),
    signal: NEVER,
  });
  expect(resolution).toMatchObject({ is: 'absent', evidence: { answers: 2 } });
});

describe('an unsafe way to place orders, detected by the execution log', () => {
  it.each(Object.entries(UNSAFE))('%s', async (_name, policy) => {
    const { doubled, lost } = await countOutcomes(policy, { orders: 1_000, seed: SEED });
    expect(doubled + lost).toBeGreaterThan(5);
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
