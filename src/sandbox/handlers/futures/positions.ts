/** Positions of futures as the interface shows them (public facts, USD-M trading and COIN-M). */
import type { Valued } from '../../engine/futures/accounts.ts';
import { dividedNearest, sizeOf } from '../../engine/futures/integer-math.ts';
import { maintenanceRate, notionalMax } from '../../engine/futures/margin-rules.ts';
import { RATES } from '../../engine/futures/order-rules.ts';
import type { Position } from '../../engine/futures/orders.ts';
import { amountText } from '../../engine/futures/user-events.ts';
import { averagePrice } from '../../engine/futures/valuation.ts';
import type { SandboxCall } from '../../types.ts';
import { engineOf } from './engines.ts';
import { rateText } from './values.ts';

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
  const { contract, settings, side } = position;
  const { books } = engineOf(call);
  const ordered = books.orderInitialOf(position, call.now);
  const open = books.ordersOf(position).filter((one) => one.level !== undefined);
  const most = notionalMax(contract, settings.leverage);
  const shared = {
    symbol: contract.name,
    initialMargin: rateText(initial + ordered),
    maintMargin: rateText(maintenance),
    unrealizedProfit: rateText(unrealized),
    positionInitialMargin: rateText(initial),
    openOrderInitialMargin: rateText(ordered),
    leverage: String(settings.leverage),
    isolated: settings.isIsolated,
    entryPrice: rateText(entryOf(position)),
    breakEvenPrice: rateText(breakEvenOf(position)),
    positionSide: side,
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
  const { contract, side, margin, settings } = position;
  const { isIsolated, leverage } = settings;
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
    positionSide: side,
    ...(contract.isInverse
      ? { notionalValue: rateText(signed(position, notional)) }
      : { notional: rateText(signed(position, notional)) }),
    isolatedWallet: rateText(margin),
    updateTime: position.updateTime,
  };
}

/**
 * Returns the mark price at which the margin is gone while all other prices stand still, 0 where there is none
 * (public facts, Liquidation): (margin + cum - side x cost) over (quantity x (rate - side)), mirrored for inverse. Cross
 * positions on both sides of a contract meet that price together.
 */
function liquidationOf(call: SandboxCall, { position }: Valued): bigint {
  const { contract, lots, user, settings } = position;
  if (lots === 0) return 0n;
  const { books } = engineOf(call);
  const isTogether = (one: Position) =>
    one === position || (!settings.isIsolated && one.contract === contract);
  const cross = books.positions.held(user, contract.settleAsset).filter((one) => !one.settings.isIsolated);
  let gone = position.margin;
  if (!settings.isIsolated) {
    const others = cross.filter((one) => !isTogether(one)).map((one) => books.valued(one, call.now));
    gone = books.margins(user, contract.settleAsset, call.now).crossWallet;
    for (const one of others) gone += one.unrealized - one.maintenance;
  }
  let divisor = 0n;
  for (const one of settings.isIsolated ? [position] : cross.filter(isTogether)) {
    // The bracket is that of the notional value now, though the price it leads to may lie in another (choice).
    const { rate, cum } = maintenanceRate(contract, books.valued(one, call.now).notional);
    const side = one.lots > 0 ? 1n : -1n;
    const size = BigInt(Math.abs(one.lots));
    gone += cum + (contract.isInverse ? side : -side) * one.cost;
    divisor += size * (contract.isInverse ? rate + side * WHOLE : rate - side * WHOLE);
  }
  if (gone === 0n || divisor === 0n || gone < 0n !== divisor < 0n) return 0n;
  if (contract.isInverse) {
    return dividedNearest(sizeOf(divisor) * BigInt(contract.size) * WHOLE, sizeOf(gone));
  }
  const unit = 10n ** BigInt(contract.market.lotDecimals);
  return dividedNearest(sizeOf(gone) * unit * WHOLE, sizeOf(divisor));
}
