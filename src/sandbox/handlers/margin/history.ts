/** Interest history, interest rates and forced liquidations of margin accounts. */

import { formatDecimal } from '../../../core/decimal.ts';
import { DAY_MS } from '../../../core/time-units.ts';
import { AMOUNT_DECIMALS, amountText, baseAmount } from '../../engine/ledger/amounts.ts';
import { dailyRateText } from '../../engine/margin/rates.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { rowsIn, type TimeWindow, windowOf } from '../history-pages.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { resultRecord } from './order-records.ts';
import { marginAssetOf, requestedAccount } from './values.ts';

/** The request handlers by endpoint id. */
export const marginHistoryHandlers: Readonly<Record<string, Handler>> = {
  'margin.interest-history': interestHistory,
  'margin.interest-rates': interestRates,
  'margin.liquidations': liquidations,
};

/**
 * The largest number of days of interest rates in one answer, which is also the number of days without a
 * start time.
 */
const RATE_DAYS_MAX = 30;

/** The time window, in ms, of interest requests without times (public facts, Margin today). */
const INTEREST_WINDOW_MS = 7 * DAY_MS;

function interestHistory(call: SandboxCall): string {
  const account = requestedAccount(call);
  const asset = call.params.has('asset') ? marginAssetOf(call) : undefined;
  const records = account.interest.filter((one) => asset === undefined || one.rawAsset === asset);
  return pageResponse(
    call,
    records,
    windowOf(call, 'startTime', 'endTime', INTEREST_WINDOW_MS),
    ({ time }) => time,
    ({ id, asset: chargedAsset, rawAsset, principal, interest, time, kind }) => ({
      txId: id,
      interestAccuredTime: time,
      asset: chargedAsset,
      rawAsset,
      principal: amountText(principal),
      interest: amountText(interest),
      interestRate: dailyRateText(rawAsset),
      type: kind,
      ...(account.pair === undefined ? {} : { isolatedSymbol: account.pair.name }),
    }),
  );
}

/** Returns an interest rate for each day, newest first. */
function interestRates(call: SandboxCall): string {
  const asset = marginAssetOf(call);
  const last = Math.floor(Math.min(optionalInteger(call, 'endTime') ?? call.now, call.now) / DAY_MS);
  const first = Math.max(
    Math.ceil((optionalInteger(call, 'startTime') ?? 0) / DAY_MS),
    last - RATE_DAYS_MAX + 1,
  );
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);
  return JSON.stringify(
    days.map((day) => ({
      asset,
      dailyInterestRate: dailyRateText(asset),
      timestamp: day * DAY_MS,
      vipLevel: optionalInteger(call, 'vipLevel') ?? 0,
    })),
  );
}

function liquidations(call: SandboxCall): string {
  const { spot } = call.exchange;
  const { trader, liquidationOrders } = requestedAccount(call);
  const orders = liquidationOrders.map(({ symbol, orderId }) => {
    const order = spot.find(trader, symbol, { orderId, clientOrderId: undefined });
    if (order === undefined) throw new Error(`liquidation order ${orderId} of ${trader.name} is missing`);
    return order;
  });
  return pageResponse(
    call,
    orders,
    { from: optionalInteger(call, 'startTime') ?? 0, to: optionalInteger(call, 'endTime') ?? call.now },
    ({ updateTime }) => updateTime,
    (order) => {
      const record = JSON.parse(resultRecord(order));
      const base = baseAmount(spot.instrumentOf(order.symbol).units, order.executedLots);
      const average = base === 0n ? 0n : (order.quoteFilled * 10n ** BigInt(AMOUNT_DECIMALS)) / base;
      return {
        avgPrice: formatDecimal({ value: average, scale: AMOUNT_DECIMALS }),
        executedQty: record.executedQty,
        orderId: order.orderId,
        price: record.price,
        qty: record.origQty,
        side: record.side,
        symbol: record.symbol,
        timeInForce: record.timeInForce,
        isIsolated: record.isIsolated,
        updatedTime: order.updateTime,
      };
    },
  );
}

/** Returns the requested page of records within the requested times, newest first. */
function pageResponse<R>(
  call: SandboxCall,
  records: readonly R[],
  window: TimeWindow,
  timeOf: (record: R) => number,
  toRecord: (record: R) => object,
): string {
  const wanted = [...rowsIn(records, window, timeOf)].reverse();
  const size = requiredInteger(call, 'size');
  const first = (requiredInteger(call, 'current') - 1) * size;
  return JSON.stringify({ rows: wanted.slice(first, first + size).map(toRecord), total: wanted.length });
}
