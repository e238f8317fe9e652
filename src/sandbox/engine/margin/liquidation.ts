/**
 * The end of a margin account whose level has fallen too low (public facts, Margin: mechanics). Its orders are
 * cancelled, all it holds is sold on the spot book, what it owes is bought and repaid, and what is missing then the
 * insurance account pays (choice: how much is sold is not shown in the interface).
 */
import type { UnixMs } from '../../../core/words.ts';
import { baseAmount, COMMISSION_PER_10000, quoteAmount } from '../ledger/amounts.ts';
import { freeBalance } from '../ledger/postings.ts';
import type { Market } from '../market/market.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import { Refusal } from '../refusal.ts';
import type { SpotEngine } from '../spot/engine.ts';
import type { OrderRequest } from '../spot/orders.ts';
import type { MarginAccount } from './accounts.ts';
import { type Lending, owedOf } from './lending.ts';

export interface LiquidationFloor {
  readonly spot: SpotEngine;
  readonly market: Market;
  readonly lending: Lending;
}

/** What a purchase may come out dearer than the last price says before it is tried with less. */
const SLIPPAGE_PER_100 = 102n;

/** Closes an account by force. */
export function liquidate(floor: LiquidationFloor, account: MarginAccount, time: number): void {
  cancelOrders(floor, account, time);
  const quote = account.pair?.quote.name ?? 'USDT';
  repayAll(floor, account, time);
  for (const asset of [...account.trader.account.balances.keys()].sort()) {
    if (asset !== quote) sell(floor, account, asset, quote, time);
  }
  repayAll(floor, account, time);
  for (const asset of [...account.debts.keys()].sort()) {
    if (asset !== quote) buy(floor, account, asset, quote, time);
  }
  repayAll(floor, account, time);
  if (hasMoreToSell(floor, account, time)) return;
  for (const asset of [...account.debts.keys()].sort()) floor.lending.insure(account, asset, time);
}

/** Whether the account still holds what a further order could turn into money for its debts. */
function hasMoreToSell(floor: LiquidationFloor, account: MarginAccount, time: number): boolean {
  const quote = account.pair?.quote.name ?? 'USDT';
  return [...account.trader.account.balances].some(([asset, { free }]) => {
    const symbol = asset === quote ? undefined : pairOf(floor, asset, quote, time);
    return symbol !== undefined && free >= floor.spot.deskOf(symbol).units.perLot;
  });
}

function cancelOrders({ spot }: LiquidationFloor, { trader }: MarginAccount, time: number): void {
  const desks = [...spot.desks].sort((a, b) => (a.symbol.name < b.symbol.name ? -1 : 1));
  for (const desk of desks) {
    for (const { orderId, status } of [...desk.historyOf(trader.id).open]) {
      if (status !== 'NEW' && status !== 'PARTIALLY_FILLED') continue;
      const which = { orderId, clientOrderId: undefined, only: undefined, cancelId: undefined };
      spot.cancel(trader, desk.symbol, which, time);
    }
  }
}

function repayAll({ lending }: LiquidationFloor, account: MarginAccount, time: number): void {
  for (const asset of [...account.debts.keys()].sort()) {
    lending.repayWhatIsThere(account, asset, owedOf(account, asset), time);
  }
}

function sell(
  floor: LiquidationFloor,
  account: MarginAccount,
  asset: string,
  quote: string,
  time: number,
): void {
  const symbol = pairOf(floor, asset, quote, time);
  if (symbol === undefined) return;
  const { perLot } = floor.spot.deskOf(symbol).units;
  const lots = Number(freeBalance(account.trader.account, asset) / perLot);
  if (lots > 0) force(floor, account, { symbol, isBuy: false, lots }, time);
}

/** Buys what is owed and the commission on it, or as much as the account can pay for. */
function buy(
  floor: LiquidationFloor,
  account: MarginAccount,
  asset: string,
  quote: string,
  time: number,
): void {
  const symbol = pairOf(floor, asset, quote, time);
  if (symbol === undefined) return;
  const { units } = floor.spot.deskOf(symbol);
  const owed = owedOf(account, asset);
  const wanted = owed + (owed * BigInt(COMMISSION_PER_10000) * 2n) / 10_000n;
  const price = floor.market.lastPrice(symbol, time as UnixMs);
  const perLot = (quoteAmount(units, price, 1) * SLIPPAGE_PER_100) / 100n;
  const affordable = freeBalance(account.trader.account, quote) / perLot;
  const needed = (wanted + baseAmount(units, 1) - 1n) / baseAmount(units, 1);
  const lots = Number(affordable < needed ? affordable : needed);
  if (lots > 0) force(floor, account, { symbol, isBuy: true, lots }, time);
}

/** Places an order of the exchange's own. One that the book refuses is tried again with the next judgement. */
function force(
  { spot }: LiquidationFloor,
  account: MarginAccount,
  { symbol, isBuy, lots }: Pick<OrderRequest, 'symbol' | 'isBuy' | 'lots'>,
  time: number,
): void {
  const request = {
    symbol,
    isBuy,
    lots,
    type: 'MARKET' as const,
    timeInForce: 'GTC' as const,
    price: 0,
    quoteAsked: 0n,
    slice: 0,
    stopPrice: 0,
    trailingDelta: undefined,
    clientOrderId: `autoclose-${symbol.name}-${time}`,
    prevention: 'NONE' as const,
    strategyId: undefined,
    strategyType: undefined,
  };
  try {
    const { order } = spot.place(account.trader, request, time);
    account.forced.push({ symbol, orderId: order.orderId });
  } catch (refused) {
    if (!(refused instanceof Refusal)) throw refused;
  }
}

function pairOf(
  { market }: LiquidationFloor,
  base: string,
  quote: string,
  time: number,
): MarketSymbol | undefined {
  const pair = market.symbols.find((symbol) => symbol.base.name === base && symbol.quote.name === quote);
  return pair !== undefined && market.isTrading(pair, time as UnixMs) ? pair : undefined;
}
