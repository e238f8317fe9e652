/**
 * Liquidation of a margin account (public facts, Margin: mechanics): its orders are cancelled, all balances
 * are sold on the spot book, the assets of its debts are bought and repaid, and the insurance account pays
 * the remaining debts (our choice: how much is sold is not shown in the interface).
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
import { debtAmount, type Lending } from './lending.ts';

export interface LiquidationContext {
  readonly spot: SpotEngine;
  readonly market: Market;
  readonly lending: Lending;
}

/** The price, in per cent of the last price, for which the funds of a purchase are reserved. */
const PRICE_BUFFER_PER_100 = 102n;

/** Liquidates an account. */
export function liquidate(context: LiquidationContext, account: MarginAccount, time: number): void {
  cancelOrders(context, account, time);
  const quote = account.pair?.quote.name ?? 'USDT';
  repayAll(context, account, time);
  for (const asset of [...account.trader.account.balances.keys()].sort()) {
    if (asset !== quote) sellAsset(context, account, asset, quote, time);
  }
  repayAll(context, account, time);
  for (const asset of [...account.debts.keys()].sort()) {
    if (asset !== quote) buyAsset(context, account, asset, quote, time);
  }
  repayAll(context, account, time);
  if (hasSellableBalance(context, account, time)) return;
  for (const asset of [...account.debts.keys()].sort())
    context.lending.repayFromInsurance(account, asset, time);
}

/** Returns whether the account holds a balance that a further order could sell to repay debts. */
function hasSellableBalance(context: LiquidationContext, account: MarginAccount, time: number): boolean {
  const quote = account.pair?.quote.name ?? 'USDT';
  return [...account.trader.account.balances].some(([asset, { free }]) => {
    const symbol = asset === quote ? undefined : findPair(context, asset, quote, time);
    return symbol !== undefined && free >= context.spot.instrumentOf(symbol).units.perLot;
  });
}

function cancelOrders({ spot }: LiquidationContext, { trader }: MarginAccount, time: number): void {
  const instruments = [...spot.instruments].sort((a, b) => (a.symbol.name < b.symbol.name ? -1 : 1));
  for (const instrument of instruments) {
    for (const { orderId, status } of [...instrument.historyOf(trader.id).open]) {
      if (status !== 'NEW' && status !== 'PARTIALLY_FILLED') continue;
      const ids = {
        orderId,
        clientOrderId: undefined,
        requiredStatus: undefined,
        cancelClientOrderId: undefined,
      };
      spot.cancel(trader, instrument.symbol, ids, time);
    }
  }
}

function repayAll({ lending }: LiquidationContext, account: MarginAccount, time: number): void {
  for (const asset of [...account.debts.keys()].sort()) {
    lending.repayAvailable(account, asset, debtAmount(account, asset), time);
  }
}

function sellAsset(
  context: LiquidationContext,
  account: MarginAccount,
  asset: string,
  quote: string,
  time: number,
): void {
  const symbol = findPair(context, asset, quote, time);
  if (symbol === undefined) return;
  const { perLot } = context.spot.instrumentOf(symbol).units;
  const lots = Number(freeBalance(account.trader.account, asset) / perLot);
  if (lots > 0) placeLiquidationOrder(context, account, { symbol, isBuy: false, lots }, time);
}

/** Buys the debt in an asset and the commission on it, or as much as the account can pay for. */
function buyAsset(
  context: LiquidationContext,
  account: MarginAccount,
  asset: string,
  quote: string,
  time: number,
): void {
  const symbol = findPair(context, asset, quote, time);
  if (symbol === undefined) return;
  const { units } = context.spot.instrumentOf(symbol);
  const debtTotal = debtAmount(account, asset);
  const amountToBuy = debtTotal + (debtTotal * BigInt(COMMISSION_PER_10000) * 2n) / 10_000n;
  const price = context.market.lastPrice(symbol, time as UnixMs);
  const perLot = (quoteAmount(units, price, 1) * PRICE_BUFFER_PER_100) / 100n;
  const affordableLots = freeBalance(account.trader.account, quote) / perLot;
  const neededLots = (amountToBuy + baseAmount(units, 1) - 1n) / baseAmount(units, 1);
  const lots = Number(affordableLots < neededLots ? affordableLots : neededLots);
  if (lots > 0) placeLiquidationOrder(context, account, { symbol, isBuy: true, lots }, time);
}

/** Places a liquidation order. An order that the book rejects is placed again at the next status check. */
function placeLiquidationOrder(
  { spot }: LiquidationContext,
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
    quoteQuantity: 0n,
    icebergLots: 0,
    stopPrice: 0,
    trailingDelta: undefined,
    clientOrderId: `autoclose-${symbol.name}-${time}`,
    selfTradePrevention: 'NONE' as const,
    strategyId: undefined,
    strategyType: undefined,
  };
  try {
    const { order } = spot.place(account.trader, request, time);
    account.liquidationOrders.push({ symbol, orderId: order.orderId });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function findPair(
  { market }: LiquidationContext,
  base: string,
  quote: string,
  time: number,
): MarketSymbol | undefined {
  const pair = market.symbols.find((symbol) => symbol.base.name === base && symbol.quote.name === quote);
  return pair !== undefined && market.isTrading(pair, time as UnixMs) ? pair : undefined;
}
