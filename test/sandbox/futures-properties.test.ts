/**
 * Invariants of futures under random operations: balances and positions sum to zero, and steps do not matter.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FuturesProduct } from '../../src/catalogue/futures-products.ts';
import { MINUTE_MS } from '../../src/core/time-units.ts';
import type { FuturesOrderRequest } from '../../src/sandbox/engine/futures/orders.ts';
import { profitOf, valueAtTicks } from '../../src/sandbox/engine/futures/valuation.ts';
import type { User } from '../../src/sandbox/engine/ledger/accounts.ts';
import { Refusal } from '../../src/sandbox/engine/refusal.ts';
import { engine, type FuturesSetup, setUpFutures, trader } from './futures-setup.ts';

const START = 100_000_000_000n;

interface Operation {
  readonly by: number;
  readonly contract: number;
  readonly isBuy: boolean;
  readonly type: FuturesOrderRequest['type'];
  readonly timeInForce: 'GTC' | 'IOC';
  readonly lots: number;
  /** Distance from the last price, in ten-thousandths. */
  readonly away: number;
  readonly isReduceOnly: boolean;
  /** The position side in hedge mode. */
  readonly side: 'LONG' | 'SHORT';
  readonly isIsolated: boolean;
  readonly amends: boolean;
  readonly minutes: number;
}

const operation: fc.Arbitrary<Operation> = fc.record({
  by: fc.integer({ min: 0, max: 1 }),
  contract: fc.integer({ min: 0, max: 1 }),
  isBuy: fc.boolean(),
  type: fc.constantFrom('LIMIT', 'MARKET', 'STOP_MARKET', 'TAKE_PROFIT_MARKET', 'TRAILING_STOP_MARKET'),
  timeInForce: fc.constantFrom('GTC', 'IOC'),
  lots: fc.integer({ min: 1, max: 800 }),
  away: fc.integer({ min: -150, max: 150 }),
  isReduceOnly: fc.boolean(),
  side: fc.constantFrom('LONG', 'SHORT'),
  isIsolated: fc.boolean(),
  amends: fc.boolean(),
  minutes: fc.integer({ min: 0, max: 900 }),
});

const CONTRACTS: Readonly<Record<FuturesProduct, readonly string[]>> = {
  usdm: ['BTCUSDT', 'ETHUSDT'],
  coinm: ['BTCUSD_PERP', 'BTCUSD_261225'],
};
const ASSETS: Readonly<Record<FuturesProduct, string>> = { usdm: 'USDT', coinm: 'BTC' };
/** Small balances of about a thousand dollars, so that some users are liquidated. */
const FUNDS: Readonly<Record<FuturesProduct, bigint>> = { usdm: START, coinm: 2_000_000n };

/** Which of the two users are in hedge mode. */
type Modes = readonly [boolean, boolean];

const modes: fc.Arbitrary<Modes> = fc.tuple(fc.boolean(), fc.boolean());

/** Runs all operations and returns the users in order. */
function performAll(
  world: FuturesSetup,
  product: FuturesProduct,
  { operations, hedged }: { readonly operations: readonly Operation[]; readonly hedged: Modes },
  pass: (ms: number) => void,
) {
  const { exchange, clock } = world;
  const users = ['one', 'two'].map(
    (name) => trader(exchange, name, product, ASSETS[product], FUNDS[product]).user,
  );
  const futures = engine(exchange, product);
  for (const [place, user] of users.entries()) futures.accounts.positions.setHedgeMode(user, hedged[place]!);
  for (const one of operations) {
    const contract = futures.market.find(CONTRACTS[product][one.contract]!, clock.now())!;
    const user = users[one.by]!;
    const { positions } = futures.accounts;
    const isFlat = positions.positionsInContract(user, contract).every(({ lots }) => lots === 0);
    if (isFlat && futures.accounts.openOrders(user, contract).length === 0) {
      positions.mutableSettings(user, contract).isIsolated = one.isIsolated;
    }
    try {
      futures.placeOrder(user, requestOf(futures, contract, one, hedged[one.by]!, clock.now()), clock.now());
      amendFirst(futures, user, one, clock.now());
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
    }
    pass(one.minutes * MINUTE_MS);
  }
  return { users, futures };
}

/** Modifies the oldest resting order if the operation asks for it. */
function amendFirst(
  futures: ReturnType<typeof engine>,
  user: User,
  { amends, away, lots }: Operation,
  now: number,
) {
  const order = futures.accounts.openOrders(user).find(({ level }) => level !== undefined);
  if (order === undefined || !amends) return;
  const { contract, orderId, isBuy } = order;
  const price = Math.round(futures.market.lastTicks(contract, now) * (1 - away / 10_000));
  const change = { isBuy, price, lots, modifyId: undefined };
  futures.amendOrder(user, contract, { orderId, clientOrderId: undefined }, change, now);
}

function requestOf(
  futures: ReturnType<typeof engine>,
  contract: FuturesOrderRequest['contract'],
  one: Operation,
  isHedged: boolean,
  now: number,
): FuturesOrderRequest {
  const price = Math.round(futures.market.lastTicks(contract, now) * (1 + one.away / 10_000));
  const isStop = one.type === 'STOP_MARKET' || one.type === 'TAKE_PROFIT_MARKET';
  return {
    contract,
    isBuy: one.isBuy,
    positionSide: isHedged ? one.side : 'BOTH',
    type: one.type,
    timeInForce: one.type === 'LIMIT' ? one.timeInForce : 'GTC',
    price: one.type === 'LIMIT' ? price : 0,
    lots: one.lots,
    stopPrice: isStop ? price : 0,
    activation: 0,
    callback: one.type === 'TRAILING_STOP_MARKET' ? 50 : 0,
    isReduceOnly: one.isReduceOnly && !isHedged,
    closesPosition: false,
    workingType: one.isIsolated ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    isProtected: false,
    priceMatch: 'NONE',
    prevention: 'EXPIRE_MAKER',
    goodTill: 0,
    clientOrderId: undefined,
  };
}

/** Returns everything that endpoints show of an exchange's futures. */
function describeFutures({ users, futures }: ReturnType<typeof performAll>): unknown {
  return users.map((user) => ({
    balance: String(futures.accounts.wallet.walletBalance(user, ASSETS[futures.product])),
    orders: futures.accounts
      .historyOf(user)
      .orders.map(({ orderId, status, executed, value, updateTime }) => [
        orderId,
        status,
        executed,
        String(value),
        updateTime,
      ]),
    income: futures.accounts
      .historyOf(user)
      .income.map(({ kind, amount, time }) => [kind, String(amount), time]),
  }));
}

describe.each<FuturesProduct>(['usdm', 'coinm'])('futures of %s', (product) => {
  it('conserve all balances and leave no position without a counterparty', () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 12 }), modes, (operations, hedged) => {
        const world = setUpFutures();
        const { users, futures } = performAll(world, product, { operations, hedged }, world.pass);
        const { ledger } = world.exchange.accounts;
        for (const [asset, total] of ledger.totals()) expect(total, asset).toBe(0n);
        for (const name of CONTRACTS[product]) {
          const held = [...futures.accounts.positions].filter(({ contract }) => contract.name === name);
          const lots = held.reduce((sum, position) => sum + position.lots, 0);
          expect(lots + (futures.marketLots.get(name) ?? 0), name).toBe(0);
          for (const { side, lots: size, cost } of held) {
            if (size === 0) expect(cost).toBe(0n);
            if (side === 'LONG') expect(size).toBeGreaterThanOrEqual(0);
            if (side === 'SHORT') expect(size).toBeLessThanOrEqual(0);
          }
        }
        for (const user of users) {
          const { income, fills } = futures.accounts.historyOf(user);
          const came = income.reduce((sum, { amount }) => sum + amount, 0n);
          expect(futures.accounts.wallet.walletBalance(user, ASSETS[product])).toBe(FUNDS[product] + came);
          // The value of all trades equals the realized profit plus the value of open positions.
          const flow = fills.reduce(
            (sum, { order, value }) => sum + profitOf(order.contract, order.isBuy, value, 0n),
            0n,
          );
          const realized = fills.reduce((sum, fill) => sum + fill.realizedProfit, 0n);
          const open = [...futures.accounts.positions]
            .filter((position) => position.user === user && position.lots !== 0)
            .reduce((sum, { contract, lots, cost }) => sum + profitOf(contract, lots > 0, cost, 0n), 0n);
          expect(realized + open).toBe(flow);
        }
      }),
      { numRuns: 25, interruptAfterTimeLimit: 4000 },
    );
  });

  it('have the same results whether due events run in many steps or at once', () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 8 }), modes, (operations, hedged) => {
        const atOnce = setUpFutures();
        const inSteps = setUpFutures();
        const first = performAll(atOnce, product, { operations, hedged }, atOnce.pass);
        const second = performAll(inSteps, product, { operations, hedged }, (ms) => {
          for (let left = ms; left > 0; left -= 37 * MINUTE_MS) inSteps.pass(Math.min(left, 37 * MINUTE_MS));
        });
        expect(describeFutures(second)).toEqual(describeFutures(first));
      }),
      { numRuns: 15, interruptAfterTimeLimit: 4000 },
    );
  });
});

it('a coin-margined long of 100 contracts from 10000 to 12500 gains 0.2 BTC', () => {
  const contract = engine(setUpFutures().exchange, 'coinm').market.contracts[0]!;
  const bought = valueAtTicks(contract, 100_000, 100);
  const sold = valueAtTicks(contract, 125_000, 100);
  expect(profitOf(contract, true, bought, sold)).toBe(20_000_000n);
});
