/** What orders resolve makes of cancellations whose process was killed before the answer arrived. */
import { expect, it, onTestFinished } from 'vitest';
import { WriteJournal } from '../../../src/app/journal/write-journal.ts';
import { HOSTS } from '../../../src/catalogue/hosts.ts';
import { endpointById } from '../../../src/commands/find-endpoint.ts';
import { unixMs } from '../../../src/core/words.ts';
import { buildRequest } from '../../../src/request/prepare.ts';
import { startRelay } from '../relay.ts';
import { bourse, fixedClock, NOW, temporaryFolder, testWorld } from '../world.ts';

const KEYS = { BOURSE_API_KEY: 'K'.repeat(64), BOURSE_API_SECRET: 'S'.repeat(64) };
const NO_SUCH_ORDER = { code: -2013, msg: 'Order does not exist.' };

/** The answers of an exchange to queries, by the end of their path. */
type Answers = Readonly<Record<string, unknown>>;

interface Resolved {
  readonly code: number;
  /** The state that orders resolve recorded, and why. */
  readonly row: { readonly state: string; readonly why: string };
  /** How long orders resolve waited, in virtual ms. */
  readonly waitedMs: number;
}

/** Leaves a cancellation as a process does that is killed after sending it, and resolves it `laterMs` later. */
async function resolveCancellation(
  id: string,
  params: Readonly<Record<string, string>>,
  answers: Answers,
  laterMs = 1_000,
): Promise<Resolved> {
  const [home, clock] = [temporaryFolder(), fixedClock()];
  const relay = await startRelay('http://127.0.0.1:1');
  onTestFinished(() => relay.close());
  relay.setAction(({ path }) => {
    if (path.endsWith('/time')) return { status: 200, body: `{"serverTime":${clock.now()}}` };
    const answer = Object.entries(answers).find(([end]) => path.endsWith(end))?.[1] ?? NO_SUCH_ORDER;
    return { status: answer === NO_SUCH_ORDER ? 400 : 200, body: JSON.stringify(answer) };
  });
  const world = testWorld({ home, clock }, { stdout: '', stderr: '' });
  const journal = new WriteJournal({ world, note: () => {}, command: 'killed', ignoresUnresolved: false });
  const origin = { venue: new URL(relay.origin).host, account: '', profile: undefined, origin: relay.origin };
  const request = buildRequest(await endpointById(id), new Map(Object.entries(params)));
  await journal.begin(request, origin, { timestamp: unixMs(NOW), recvWindow: 3_000 });
  clock.advance(laterMs);
  const hosts = HOSTS.filter(({ protocol }) => protocol === 'https').map(
    ({ name }) => `--host=${name}=${relay.origin}`,
  );
  const line = ['orders', 'resolve', '-o', 'json', ...hosts];
  const { code, stdout } = await bourse(line, { home, clock, environment: KEYS });
  return { code, row: JSON.parse(stdout)[0], waitedMs: clock.now() - NOW - laterMs };
}

const ORDER = { symbol: 'BTCUSDT', origClientOrderId: 'o-1' };
const LIST = { symbol: 'BTCUSDT', listClientOrderId: 'l-1' };
const openOrder = (time: number) => ({ symbol: 'BTCUSDT', orderId: 7, status: 'NEW', time });
const legs = [1, 2].map((orderId) => ({ symbol: 'BTCUSDT', orderId }));

it.each([
  ['of an order that never was', 'spot.order.cancel', ORDER, {}, 'ABSENT', 'does not know the order'],
  [
    'of an order that is still open',
    'usdm.order.cancel',
    ORDER,
    { '/order': { status: 'NEW' } },
    'ABSENT',
    'NEW',
  ],
  [
    'of an order that it cancelled',
    'spot.order.cancel',
    ORDER,
    { '/order': { status: 'CANCELED' } },
    'FOUND',
    'CANCELED',
  ],
  [
    'of an order list that it cancelled',
    'spot.order-list.cancel',
    LIST,
    {
      '/orderList': { listOrderStatus: 'ALL_DONE', orders: legs },
      '/order': { symbol: 'BTCUSDT', status: 'CANCELED' },
    },
    'FOUND',
    'CANCELED',
  ],
  [
    'of an order list whose order was filled',
    'spot.order-list.cancel',
    LIST,
    {
      '/orderList': { listOrderStatus: 'ALL_DONE', orders: legs },
      '/order': { symbol: 'BTCUSDT', status: 'FILLED' },
    },
    'ABSENT',
    'FILLED',
  ],
  [
    'of an algo order that it cancelled',
    'usdm.algo-order.cancel',
    { clientAlgoId: 'a-1' },
    { '/algoOrder': { algoStatus: 'CANCELED' } },
    'FOUND',
    'CANCELED',
  ],
  [
    'of all orders, of which none is open',
    'spot.open-orders.cancel',
    { symbol: 'BTCUSDT' },
    { '/openOrders': [] },
    'FOUND',
    'no order',
  ],
  [
    'of all orders, since when others were placed',
    'usdm.open-orders.cancel',
    { symbol: 'BTCUSDT' },
    { '/openOrders': [openOrder(NOW + 500)] },
    'FOUND',
    'no order',
  ],
  [
    'of all orders, of which one is still open',
    'coinm.open-orders.cancel',
    { symbol: 'BTCUSD_PERP' },
    { '/openOrders': [openOrder(NOW - 500)] },
    'ABSENT',
    '1 order of before it is still open',
  ],
] as const)('a cancellation %s is resolved', async (_what, id, params, answers, state, why) => {
  const resolved = await resolveCancellation(id, params, answers);
  expect(resolved).toMatchObject({ code: 0, row: { state, why: expect.stringContaining(why) } });
  // Until the exchange can no longer accept the cancellation, an order that it would hit proves nothing.
  const isWaitedFor = state === 'ABSENT' && why !== 'FILLED';
  expect(resolved.waitedMs > 27_000, `waited ${resolved.waitedMs} ms`).toBe(isWaitedFor);
});

it.each([
  ['of an order that never was', 'spot.order.cancel', ORDER, {}, 'ABSENT'],
  ['of all orders', 'spot.open-orders.cancel', { symbol: 'BTCUSDT' }, { '/openOrders': [] }, 'FOUND'],
] as const)('a cancellation of yesterday %s is resolved', async (_what, id, params, answers, state) => {
  const { code, row, waitedMs } = await resolveCancellation(id, params, answers, 86_400_000);
  expect([code, row.state]).toEqual([0, state]);
  expect(waitedMs).toBeLessThan(5_000);
});

it.each([
  ['several orders by their ids', 'usdm.order.batch-cancel', { symbol: 'BTCUSDT', orderIdList: '[1,2]' }],
  ['the orders of an underlying', 'options.open-orders.cancel-underlying', { underlying: 'BTCUSDT' }],
])('a cancellation of %s is left to a person, since the open orders may be others', async (_, id, params) => {
  const { code, row } = await resolveCancellation(id, params, { '/openOrders': [] });
  expect([code, row.state, row.why]).toEqual([7, 'SENT', expect.stringContaining('orders mark')]);
});
