/** Determines the trade ids that a request selects by id or by time. */
import type { UnixMs } from '../../../core/words.ts';
import type { Market } from '../../engine/market/market.ts';
import type { MarketSymbol } from '../../engine/market/symbols.ts';
import { tradeIdsOf } from '../../engine/market/trade-groups.ts';
import type { SandboxCall } from '../../types.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';

/** A range of ids: `from` inclusive, `to` exclusive. */
type IdRange = readonly [from: number, to: number];

/** Returns the range of the requested trade ids. */
export function tradeIdRange(call: SandboxCall, market: Market, symbol: MarketSymbol): IdRange {
  const last = market.lastTrade(symbol, call.now);
  const end = last === undefined ? 0 : tradeIdsOf(last).lastId + 1;
  return idRange(end, requiredInteger(call, 'limit'), optionalInteger(call, 'fromId'));
}

/**
 * Returns the range of the requested aggregate trade ids. If both an id and a time are sent, trades must
 * satisfy both (our choice: not shown in the interface).
 */
export function aggregateTradeIdRange(call: SandboxCall, market: Market, symbol: MarketSymbol): IdRange {
  const startTime = optionalInteger(call, 'startTime');
  const endTime = Math.min(optionalInteger(call, 'endTime') ?? call.now, call.now);
  const end = nextAggregateId(market, symbol, endTime);
  const fromTime =
    startTime === undefined
      ? undefined
      : nextAggregateId(market, symbol, Math.min(startTime, call.now + 1) - 1);
  const fromId = optionalInteger(call, 'fromId');
  const first = fromTime === undefined ? fromId : Math.max(fromId ?? 0, fromTime);
  return idRange(end, requiredInteger(call, 'limit'), first);
}

/** Returns the first `limit` ids from `fromId` on, or without `fromId` the last ones before `end`. */
function idRange(end: number, limit: number, fromId: number | undefined): IdRange {
  if (fromId === undefined) return [Math.max(0, end - limit), end];
  return fromId >= end ? [end, end] : [fromId, Math.min(fromId + limit, end)];
}

/** Returns the aggregate trade id after the last trade at or before a time. */
function nextAggregateId(market: Market, symbol: MarketSymbol, at: number): number {
  const last = market.lastTrade(symbol, at as UnixMs);
  return last === undefined ? 0 : last.id + 1;
}
