/** Positions of futures as the interface shows them (public facts, USD-M trading and COIN-M). */
import type { Valued } from '../engine/futures/futures-account.ts';
import { amountText } from '../engine/futures/futures-notices.ts';
import type { Position } from '../engine/futures/futures-orders.ts';
import { maintenanceRate, notionalMax } from '../engine/futures/margin-rules.ts';
import { RATES } from '../engine/futures/rules.ts';
import { averagePrice } from '../engine/futures/valuation.ts';
import { dividedNearest, sizeOf } from '../engine/futures/whole.ts';
import type { SandboxCall } from '../types.ts';
import { engineOf } from './futures-engines.ts';
import { rateText } from './futures-values.ts';

const WHOLE = 100_000_000n;

/** Returns the average price at which a position was opened, in 10^-8. */
function entryOf({ contract, cost, lots }: Position): bigint {
  return averagePrice(contract, cost, Math.abs(lots));
}

/** The price at which a close by taking would leave nothing lost: the entry with both commissions (choice). */
function breakEvenOf(position: Position): bigint {
  const entry = entryOf(position);
  const fees = (entry * 2n * RATES.taker) / WHOLE;
  return position.lots < 0 ? entry - fees : entry + fees;
}

/** Returns a position as the account lists it. */
export function accountPosition(
  call: SandboxCall,
  { position, notional, unrealized, initial, maintenance }: Valued,
) {
  const { contract, leverage, isIsolated } = position;
  const { books } = engineOf(call);
  const ordered = books.orderInitialOf(position, call.now);
  const open = books.openOrders(position.user, contract).filter((one) => one.level !== undefined);
  const most = notionalMax(contract, leverage);
  const shared = {
    symbol: contract.name,
    initialMargin: rateText(initial + ordered),
    maintMargin: rateText(maintenance),
    unrealizedProfit: rateText(unrealized),
    positionInitialMargin: rateText(initial),
    openOrderInitialMargin: rateText(ordered),
    leverage: String(leverage),
    isolated: isIsolated,
    entryPrice: rateText(entryOf(position)),
    breakEvenPrice: rateText(breakEvenOf(position)),
    positionSide: 'BOTH',
    positionAmt: amountText(position),
    updateTime: position.updateTime,
  };
  if (contract.isInverse) {
    return { ...shared, maxQty: rateText(most), notionalValue: rateText(signed(position, notional)) };
  }
  const orderNotional = (isBuy: boolean) =>
    open
      .filter((one) => one.isBuy === isBuy)
      .reduce((sum, one) => sum + (BigInt(one.price) * BigInt(one.left) * WHOLE) / unitOf(position), 0n);
  return {
    ...shared,
    maxNotional: rateText(most),
    bidNotional: rateText(orderNotional(true)),
    askNotional: rateText(orderNotional(false)),
  };
}

function unitOf({ contract: { market } }: Position): bigint {
  return 10n ** BigInt(market.tickDecimals + market.lotDecimals);
}

function signed({ lots }: Position, notional: bigint): bigint {
  return lots < 0 ? -notional : notional;
}

/** Returns a position with its risk. */
export function riskRecord(call: SandboxCall, valued: Valued) {
  const { position, mark, notional, unrealized } = valued;
  const { contract, isIsolated, margin, leverage } = position;
  const isolatedMargin = isIsolated && position.lots !== 0 ? margin + unrealized : 0n;
  const most = rateText(notionalMax(contract, leverage));
  return {
    symbol: contract.name,
    positionAmt: amountText(position),
    entryPrice: rateText(entryOf(position)),
    breakEvenPrice: rateText(breakEvenOf(position)),
    markPrice: rateText(mark),
    unRealizedProfit: rateText(unrealized),
    liquidationPrice: rateText(liquidationOf(call, valued)),
    leverage: String(leverage),
    ...(contract.isInverse ? { maxQty: most } : { maxNotionalValue: most }),
    marginType: isIsolated ? 'isolated' : 'cross',
    isolatedMargin: rateText(isolatedMargin),
    isAutoAddMargin: 'false',
    positionSide: 'BOTH',
    ...(contract.isInverse
      ? { notionalValue: rateText(signed(position, notional)) }
      : { notional: rateText(signed(position, notional)) }),
    isolatedWallet: rateText(margin),
    updateTime: position.updateTime,
  };
}

/**
 * Returns the mark price at which the margin is gone while all other prices stand still, 0 where there is none
 * (public facts, Liquidation): (margin + cum - side x cost) over (quantity x (rate - side)), mirrored for inverse.
 */
function liquidationOf(call: SandboxCall, { position, notional }: Valued): bigint {
  const { contract, lots, cost, user, isIsolated } = position;
  if (lots === 0) return 0n;
  const { books } = engineOf(call);
  const side = lots > 0 ? 1n : -1n;
  let margin = position.margin;
  if (!isIsolated) {
    const all = books.margins(user, contract.settleAsset, call.now);
    const others = books
      .held(user, contract.settleAsset)
      .filter((one) => !one.isIsolated && one !== position)
      .map((one) => books.valued(one, call.now));
    const lost = others.reduce((sum, one) => sum + one.unrealized - one.maintenance, 0n);
    margin = all.crossWallet + lost;
  }
  // The bracket is that of the notional value now, though the price it leads to may lie in another (choice).
  const { rate, cum } = maintenanceRate(contract, notional);
  const size = BigInt(Math.abs(lots));
  if (contract.isInverse) {
    const held = cost + side * (margin + cum);
    const dollars = size * BigInt(contract.size);
    return held <= 0n ? 0n : dividedNearest(dollars * WHOLE * (WHOLE + side * rate), held);
  }
  const gone = margin + cum - side * cost;
  const divisor = size * (rate - side * WHOLE);
  if (gone < 0n !== divisor < 0n) return 0n;
  const unit = 10n ** BigInt(contract.market.lotDecimals);
  return dividedNearest(sizeOf(gone) * unit * WHOLE, sizeOf(divisor));
}
