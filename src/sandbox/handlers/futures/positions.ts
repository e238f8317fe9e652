/** JSON records of futures positions (public facts, USD-M trading and COIN-M). */
import type { PositionValue } from '../../engine/futures/accounts.ts';
import { absoluteOf, divideToNearest } from '../../engine/futures/integer-math.ts';
import { maintenanceTerms, notionalMax } from '../../engine/futures/margin-rules.ts';
import { FEE_RATES } from '../../engine/futures/order-rules.ts';
import type { FuturesPosition } from '../../engine/futures/orders.ts';
import { positionText } from '../../engine/futures/user-events.ts';
import { averagePrice } from '../../engine/futures/valuation.ts';
import type { SandboxCall } from '../../types.ts';
import { engineOf } from './engines.ts';
import { rateText } from './values.ts';

const WHOLE = 100_000_000n;

/** Returns the average entry price of a position in 10^-8. */
function entryPriceOf({ contract, cost, lots }: FuturesPosition): bigint {
  return averagePrice(contract, cost, Math.abs(lots));
}

/** Returns the break-even price: the entry price with the taker commission of entry and exit (our choice). */
function breakEvenPriceOf(position: FuturesPosition): bigint {
  const entry = entryPriceOf(position);
  const fees = (entry * 2n * FEE_RATES.taker) / WHOLE;
  return position.lots < 0 ? entry - fees : entry + fees;
}

/** Returns a position as the account endpoint shows it. */
export function accountPosition(
  call: SandboxCall,
  { position, notional, unrealized, initial, maintenance }: PositionValue,
) {
  const { contract, settings, side } = position;
  const { accounts } = engineOf(call);
  const ordered = accounts.orderMarginOf(position, call.now);
  const open = accounts.ordersOfPosition(position).filter((one) => one.level !== undefined);
  const maximum = notionalMax(contract, settings.leverage);
  const shared = {
    symbol: contract.name,
    initialMargin: rateText(initial + ordered),
    maintMargin: rateText(maintenance),
    unrealizedProfit: rateText(unrealized),
    positionInitialMargin: rateText(initial),
    openOrderInitialMargin: rateText(ordered),
    leverage: String(settings.leverage),
    isolated: settings.isIsolated,
    entryPrice: rateText(entryPriceOf(position)),
    breakEvenPrice: rateText(breakEvenPriceOf(position)),
    positionSide: side,
    positionAmt: positionText(position),
    updateTime: position.updateTime,
  };
  if (contract.isInverse) {
    return {
      ...shared,
      maxQty: rateText(maximum),
      notionalValue: rateText(signedNotional(position, notional)),
    };
  }
  const orderNotional = (isBuy: boolean) =>
    open
      .filter((one) => one.isBuy === isBuy)
      .reduce((sum, one) => sum + (BigInt(one.price) * BigInt(one.remaining) * WHOLE) / unitOf(position), 0n);
  return {
    ...shared,
    maxNotional: rateText(maximum),
    bidNotional: rateText(orderNotional(true)),
    askNotional: rateText(orderNotional(false)),
  };
}

function unitOf({ contract: { market } }: FuturesPosition): bigint {
  return 10n ** BigInt(market.tickDecimals + market.lotDecimals);
}

function signedNotional({ lots }: FuturesPosition, notional: bigint): bigint {
  return lots < 0 ? -notional : notional;
}

/** Returns a position as the position risk endpoint shows it. */
export function riskRecord(call: SandboxCall, valued: PositionValue) {
  const { position, mark, notional, unrealized } = valued;
  const { contract, side, margin, settings } = position;
  const { isIsolated, leverage } = settings;
  const isolatedMargin = isIsolated && position.lots !== 0 ? margin + unrealized : 0n;
  const maximum = rateText(notionalMax(contract, leverage));
  return {
    symbol: contract.name,
    positionAmt: positionText(position),
    entryPrice: rateText(entryPriceOf(position)),
    breakEvenPrice: rateText(breakEvenPriceOf(position)),
    markPrice: rateText(mark),
    unRealizedProfit: rateText(unrealized),
    liquidationPrice: rateText(liquidationPriceOf(call, valued)),
    leverage: String(leverage),
    ...(contract.isInverse ? { maxQty: maximum } : { maxNotionalValue: maximum }),
    marginType: isIsolated ? 'isolated' : 'cross',
    isolatedMargin: rateText(isolatedMargin),
    isAutoAddMargin: 'false',
    positionSide: side,
    ...(contract.isInverse
      ? { notionalValue: rateText(signedNotional(position, notional)) }
      : { notional: rateText(signedNotional(position, notional)) }),
    isolatedWallet: rateText(margin),
    updateTime: position.updateTime,
  };
}

/**
 * Returns the liquidation price: the mark price at which the margin is used up if all other prices stay, 0 if
 * there is none (public facts, Liquidation). It is (margin + cum - side x cost) / (quantity x (rate - side)),
 * mirrored for inverse contracts. Cross positions on both sides of a contract share one liquidation price.
 */
function liquidationPriceOf(call: SandboxCall, { position }: PositionValue): bigint {
  const { contract, lots, user, settings } = position;
  if (lots === 0) return 0n;
  const { accounts } = engineOf(call);
  const sharesPrice = (one: FuturesPosition) =>
    one === position || (!settings.isIsolated && one.contract === contract);
  const cross = accounts.positions
    .openPositions(user, contract.settleAsset)
    .filter((one) => !one.settings.isIsolated);
  let numerator = position.margin;
  if (!settings.isIsolated) {
    const others = cross
      .filter((one) => !sharesPrice(one))
      .map((one) => accounts.valuePosition(one, call.now));
    // In multi-assets mode the liquidation price assumes that the index prices of all other assets stay as they
    // are (our choice).
    const margins = accounts.modes.isMultiAssets(user)
      ? accounts.jointMarginsOf(user, call.now)
      : accounts.marginsOf(user, contract.settleAsset, call.now);
    numerator = margins.crossWallet;
    for (const one of others) numerator += one.unrealized - one.maintenance;
  }
  let divisor = 0n;
  for (const one of settings.isIsolated ? [position] : cross.filter(sharesPrice)) {
    // The leverage bracket is that of the current notional, although the notional at the liquidation price may be
    // in another bracket (our choice).
    const { rate, cum } = maintenanceTerms(contract, accounts.valuePosition(one, call.now).notional);
    const side = one.lots > 0 ? 1n : -1n;
    const size = BigInt(Math.abs(one.lots));
    numerator += cum + (contract.isInverse ? side : -side) * one.cost;
    divisor += size * (contract.isInverse ? rate + side * WHOLE : rate - side * WHOLE);
  }
  if (numerator === 0n || divisor === 0n || numerator < 0n !== divisor < 0n) return 0n;
  if (contract.isInverse) {
    return divideToNearest(absoluteOf(divisor) * BigInt(contract.size) * WHOLE, absoluteOf(numerator));
  }
  const unit = 10n ** BigInt(contract.market.lotDecimals);
  return divideToNearest(absoluteOf(numerator) * unit * WHOLE, absoluteOf(divisor));
}
