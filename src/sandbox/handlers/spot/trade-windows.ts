/** Which trades a request for some of them means, by id or by time. */
import type { UnixMs } from '../../../core/words.ts';
import type { Market } from '../../engine/market/market.ts';
import type { MarketSymbol } from '../../engine/market/symbols.ts';
import { tradeIdsOf } from '../../engine/market/trade-groups.ts';
import type { SandboxCall } from '../../types.ts';
import { integer, optional } from '../call-values.ts';

/** Ids from the first, which is in it, to the last, which is not. */
type IdWindow = readonly [from: number, to: number];

/** Returns the ids of the trades that a call asks for. */
export function tradeWindow(call: SandboxCall, market: Market, symbol: MarketSymbol): IdWindow {
  const last = market.lastTrade(symbol, call.now);
  const end = last === undefined ? 0 : tradeIdsOf(last).lastId + 1;
  return idWindow(end, integer(call, 'limit'), optional(call, 'fromId'));
}

/**
 * Returns the ids of the aggregate trades that a call asks for. Asked for by id and by time at once, rows must satisfy
 * both (choice: not shown in the interface).
 */
export function aggregateWindow(call: SandboxCall, market: Market, symbol: MarketSymbol): IdWindow {
  const startTime = optional(call, 'startTime');
  const endTime = Math.min(optional(call, 'endTime') ?? call.now, call.now);
  const end = endId(market, symbol, endTime);
  const fromTime =
    startTime === undefined ? undefined : endId(market, symbol, Math.min(startTime, call.now + 1) - 1);
  const fromId = optional(call, 'fromId');
  const first = fromTime === undefined ? fromId : Math.max(fromId ?? 0, fromTime);
  return idWindow(end, integer(call, 'limit'), first);
}

/** Without a first id the newest rows before `end` are wanted, with one the oldest from it on. */
function idWindow(end: number, limit: number, fromId: number | undefined): IdWindow {
  if (fromId === undefined) return [Math.max(0, end - limit), end];
  return fromId >= end ? [end, end] : [fromId, Math.min(fromId + limit, end)];
}

/** Returns the aggregate id that follows the last trade at or before a moment. */
function endId(market: Market, symbol: MarketSymbol, at: number): number {
  const last = market.lastTrade(symbol, at as UnixMs);
  return last === undefined ? 0 : last.id + 1;
}
