import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STP_MODES, STP_MODES_TODAY } from '../../../src/catalogue/enums/orders.ts';
import { Accounts, type User } from '../../../src/sandbox/engine/ledger/accounts.ts';
import type { SelfTradePrevention } from '../../../src/sandbox/engine/matching/order-book.ts';
import { Refusal } from '../../../src/sandbox/engine/refusal.ts';
import { SpotEngine } from '../../../src/sandbox/engine/spot/engine.ts';
import {
  isOpen,
  type OrderRequest,
  type Reserve,
  type SpotOrder,
} from '../../../src/sandbox/engine/spot/orders.ts';
import { requiredLock } from '../../../src/sandbox/engine/spot/reserves.ts';
import { createScriptedMarket, requireSymbol, type ScriptedMarket } from '../scripted-market.ts';

const BTC = requireSymbol('BTCUSDT');
const ETH = requireSymbol('ETHUSDT');
const LIMITS = { perSecond: 1_000_000, perDay: 1_000_000 };

function createContext(
  names: readonly string[],
  scriptedMarket: ScriptedMarket = createScriptedMarket(3_000_000),
) {
  const accounts = new Accounts();
  const engine = new SpotEngine({ accounts, liquiditySource: scriptedMarket, seed: 1, limits: LIMITS });
  const users = names.map((name) => {
    const user = accounts.addUser(name, 0)!;
    for (const asset of ['BTC', 'ETH']) accounts.deposit(user, asset, 1000n * 10n ** 8n, 0);
    accounts.deposit(user, 'USDT', 10n ** 15n, 0);
    return user;
  });
  return { accounts, engine, users, scriptedMarket };
}

/** 100 lots are 0.001 BTC, 100 ticks are 1 USDT. */
function limitOrder(changed: Partial<OrderRequest> = {}): OrderRequest {
  return {
    symbol: BTC,
    isBuy: true,
    type: 'LIMIT',
    timeInForce: 'GTC',
    price: 3_000_000,
    lots: 100,
    quoteQuantity: 0n,
    icebergLots: 0,
    stopPrice: 0,
    trailingDelta: undefined,
    clientOrderId: undefined,
    selfTradePrevention: 'EXPIRE_MAKER',
    strategyId: undefined,
    strategyType: undefined,
    ...changed,
  };
}

function brokenInvariant(accounts: Accounts, engine: SpotEngine): string | undefined {
  for (const [asset, sum] of accounts.ledger.totals()) if (sum !== 0n) return `${asset} sums to ${sum}`;
  const locks = new Map<string, bigint>();
  const counted = new Set<Reserve>();
  for (const instrument of engine.instruments) {
    for (const order of [
      ...instrument.book.sideOrders(true),
      ...instrument.book.sideOrders(false),
      ...instrument.stops.waitingOrders(),
    ]) {
      if (!isOpen(order) || order.remaining <= 0) return `${order.key} rests as ${order.status}`;
      const { asset, amount } = order.reserve;
      const needed = requiredLock(instrument, order, order.remaining);
      const isEnough = order.list === undefined ? amount === needed : amount >= needed;
      if (!isEnough) return `${order.key} reserves ${amount} and needs ${needed}`;
      if (counted.has(order.reserve)) continue;
      counted.add(order.reserve);
      const key = `${order.user.name} ${asset}`;
      locks.set(key, (locks.get(key) ?? 0n) + amount);
    }
  }
  for (const user of accounts.users) {
    for (const [asset, { free, locked }] of user.account.balances) {
      if (free < 0n || locked < 0n) return `${user.name} owes ${asset}`;
      if (locked !== (locks.get(`${user.name} ${asset}`) ?? 0n))
        return `${user.name} locks ${locked} ${asset}`;
    }
  }
  return undefined;
}

describe('a resting order', () => {
  it('is filled in full at its own price by the first market trade that touches it', () => {
    const { engine, users, scriptedMarket, accounts } = createContext(['ann']);
    const { order } = engine.place(users[0]!, limitOrder(), engine.runDueEvents(1000));
    scriptedMarket.prints.set(5000, 3_000_001);
    scriptedMarket.prints.set(6000, 2_999_000);
    engine.runDueEvents(5999);
    expect(order.status).toBe('NEW');
    engine.runDueEvents(100_000_000);
    expect(order).toMatchObject({ status: 'FILLED', updateTime: 6000, executedLots: 100 });
    expect(brokenInvariant(accounts, engine)).toBeUndefined();
    expect([...engine.instrumentOf(BTC).historyOf(users[0]!.id).fills]).toMatchObject([
      { price: 3_000_000, lots: 100, isMaker: true, time: 6000 },
    ]);
  });

  it('is not filled by trades before the book it was matched against', () => {
    const { engine, users, scriptedMarket } = createContext(['ann']);
    scriptedMarket.prints.set(900, 2_000_000);
    const { order } = engine.place(users[0]!, limitOrder(), engine.runDueEvents(1000));
    engine.runDueEvents(10_000);
    expect(order.status).toBe('NEW');
  });

  it('expires when trading ends', () => {
    const delisted = { ...BTC, delistedAt: 50_000 };
    const { engine, users, accounts } = createContext(['ann']);
    const { order } = engine.place(users[0]!, limitOrder({ symbol: delisted }), engine.runDueEvents(1000));
    engine.runDueEvents(49_999);
    expect(order.status).toBe('NEW');
    engine.runDueEvents(60_000);
    expect(order).toMatchObject({ status: 'EXPIRED', updateTime: 50_000 });
    expect(brokenInvariant(accounts, engine)).toBeUndefined();
  });

  it('keeps its priority when the clock is set back', () => {
    const { engine, users } = createContext(['ann']);
    const at = engine.runDueEvents(9000);
    engine.place(users[0]!, limitOrder(), at);
    expect(engine.runDueEvents(4000)).toBe(9000);
  });
});

describe('market liquidity', () => {
  it('is missing after it was consumed, until the next step of the book', () => {
    const { engine, users, scriptedMarket } = createContext(['ann']);
    scriptedMarket.asks.push({ price: 2_999_000, lots: 30 });
    const take = limitOrder({ timeInForce: 'IOC', lots: 20 });
    expect(engine.place(users[0]!, take, engine.runDueEvents(1000)).order.executedLots).toBe(20);
    expect(engine.place(users[0]!, take, engine.runDueEvents(1050)).order.executedLots).toBe(10);
    expect(engine.place(users[0]!, take, engine.runDueEvents(1099)).order.executedLots).toBe(0);
    expect(engine.place(users[0]!, take, engine.runDueEvents(1100)).order.executedLots).toBe(20);
  });
});

describe('orders of users', () => {
  it('trade at the maker price, and both pay their commission', () => {
    const { engine, users, accounts } = createContext(['ann', 'bob']);
    const [ann, bob] = users as [User, User];
    engine.place(ann, limitOrder({ isBuy: false, price: 2_990_000 }), engine.runDueEvents(1000));
    const { fills } = engine.place(bob, limitOrder(), engine.runDueEvents(2000));
    expect(fills).toMatchObject([{ price: 2_990_000, lots: 100, commission: 100n, commissionAsset: 'BTC' }]);
    // 0.001 BTC at 29900 is 29.9 USDT; the commission of 0.1 % is 0.0299 USDT.
    expect(ann.account.balances.get('USDT')!.free).toBe(10n ** 15n + 2_990_000_000n - 2_990_000n);
    expect(bob.account.balances.get('BTC')!.free).toBe(1000n * 10n ** 8n + 100_000n - 100n);
    expect(accounts.fees.balances.get('USDT')!.free).toBe(2_990_000n);
    expect(brokenInvariant(accounts, engine)).toBeUndefined();
  });
});

describe('a query', () => {
  it('does not change any result', () => {
    const runs = [1, 7, 1000].map((everyMs) => {
      const { engine, users, scriptedMarket } = createContext(['ann', 'bob']);
      for (let at = 0; at < 20_000; at += 137) scriptedMarket.prints.set(at, 2_999_950 + ((at * 7919) % 101));
      const placed: SpotOrder[] = [];
      for (let at = 1000; at < 20_000; at += 1) {
        if (at % everyMs === 0) engine.runDueEvents(at);
        if (at % 1500 !== 0) continue;
        for (const [index, symbol] of [BTC, ETH].entries()) {
          const isBuy = (at / 1500) % 2 === index;
          const request = limitOrder({
            symbol,
            isBuy,
            price: 3_000_000 + (isBuy ? -1 : 1) * ((at / 100) % 60),
          });
          placed.push(engine.place(users[index]!, request, engine.runDueEvents(at)).order);
        }
      }
      engine.runDueEvents(30_000);
      return placed.map(
        ({ status, updateTime, quoteFilled: quote, orderId }) =>
          `${orderId} ${status} ${updateTime} ${quote}`,
      );
    });
    expect(runs[0]!.some((one) => one.includes('FILLED'))).toBe(true);
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[2]).toEqual(runs[0]);
  });
});

describe('the ledger', () => {
  const command = fc.record({
    what: fc.constantFrom('place', 'place', 'place', 'cancel', 'wait', 'print'),
    pick: fc.nat(),
    isBuy: fc.boolean(),
    price: fc.integer({ min: 2_999_980, max: 3_000_020 }),
    lots: fc.integer({ min: 1, max: 90_000 }),
    kind: fc.constantFrom('GTC', 'IOC', 'FOK', 'MARKET', 'QUOTE', 'MAKER'),
    prevention: fc.constantFrom<SelfTradePrevention>(...STP_MODES, ...STP_MODES_TODAY),
    waitMs: fc.integer({ min: 0, max: 500 }),
  });
  type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

  const requestOf = ({ kind, isBuy, price, lots, prevention }: Command): OrderRequest => {
    const size = { isBuy, price, lots, selfTradePrevention: prevention };
    if (kind === 'MARKET') return limitOrder({ ...size, type: 'MARKET', price: 0 });
    if (kind === 'QUOTE') {
      return limitOrder({
        ...size,
        type: 'MARKET',
        price: 0,
        lots: 0,
        quoteQuantity: BigInt(lots) * 10n ** 7n,
      });
    }
    if (kind === 'MAKER') return limitOrder({ ...size, type: 'LIMIT_MAKER' });
    return limitOrder({ ...size, timeInForce: kind });
  };

  it('records the fills of one market trade in the order of time, also of an order placed after it', () => {
    const { engine, users, scriptedMarket } = createContext(['ann', 'bob', 'cid']);
    const buy = (price: number, at: number) =>
      engine.place(users[0]!, limitOrder({ isBuy: true, price, lots: 1 }), engine.runDueEvents(at));
    buy(2_999_980, 1000);
    engine.runDueEvents(1015);
    scriptedMarket.prints.set(1101, 2_999_980);
    engine.runDueEvents(1015);
    buy(2_999_981, 1102);
    engine.runDueEvents(1102);
    const { fills, orders } = engine.instrumentOf(BTC).historyOf(users[0]!.id);
    expect([...orders].map(({ executedLots }) => executedLots)).toEqual([1, 1]);
    const times = [...fills].map(({ time }) => time);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  it('always balances, and locks exactly what open orders require', () => {
    let traded = 0;
    let refused = 0;
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 60 }), (commands) => {
        const { accounts, engine, users, scriptedMarket } = createContext(['ann', 'bob', 'cid']);
        scriptedMarket.asks.push(...[3, 6, 15].map((step) => ({ price: 3_000_000 + step, lots: 20_000 })));
        scriptedMarket.bids.push(...[3, 6, 15].map((step) => ({ price: 3_000_000 - step, lots: 20_000 })));
        let at = 1000;
        for (const one of commands) {
          const user = users[one.pick % users.length]!;
          const now = engine.runDueEvents(at);
          try {
            if (one.what === 'wait') at += one.waitMs;
            else if (one.what === 'print') scriptedMarket.prints.set(now + 1 + one.waitMs, one.price);
            else if (one.what === 'cancel') {
              const open = [...engine.instrumentOf(BTC).historyOf(user.id).orders].filter(isOpen);
              const orderId = open[one.pick % Math.max(open.length, 1)]?.orderId ?? 999;
              engine.cancel(
                user,
                BTC,
                {
                  orderId,
                  clientOrderId: undefined,
                  requiredStatus: undefined,
                  cancelClientOrderId: undefined,
                },
                now,
              );
            } else traded += engine.place(user, requestOf(one), now).fills.length;
          } catch (thrown) {
            if (!(thrown instanceof Refusal)) throw thrown;
            refused += 1;
          }
          expect(brokenInvariant(accounts, engine)).toBeUndefined();
        }
        for (const user of users) {
          for (const order of engine.instrumentOf(BTC).historyOf(user.id).orders) {
            const { fills } = engine.instrumentOf(BTC).historyOf(user.id);
            const own = [...fills].filter((fill) => fill.order === order);
            expect(own.reduce((sum, fill) => sum + fill.lots, 0)).toBe(order.executedLots);
            expect(own.reduce((sum, fill) => sum + fill.quoteFilled, 0n)).toBe(order.quoteFilled);
          }
        }
      }),
      { numRuns: 250 },
    );
    // Without enough fills and rejections the property would prove nothing.
    expect(traded).toBeGreaterThan(500);
    expect(refused).toBeGreaterThan(100);
  });
});
