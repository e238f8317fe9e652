/**
 * The spot account: balances, trades, commissions and order counts (interface document, Spot account and
 * others).
 */
import { amountText, COMMISSION_PER_10000 } from '../../engine/ledger/amounts.ts';
import type { PreventedMatch } from '../../engine/spot/orders.ts';
import { exchangeFilters, listSymbolFilters } from '../../engine/spot/symbol-filters.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { discountOf, optionalId, userOf } from '../account-values.ts';
import { historyQuery, orderBounds, selectArchiveRows } from '../history-query.ts';
import { requiredInteger, symbolOf } from '../request-values.ts';
import { allocationRecord, preventedMatchRecord, tradeRecord } from './order-records.ts';

/** The request handlers by endpoint id. */
export const spotAccountHandlers: Readonly<Record<string, Handler>> = {
  'spot.account': account,
  'spot.my-trades': myTrades,
  'spot.commission': commission,
  'spot.order-limits': orderLimits,
  'spot.prevented-matches': preventedMatches,
  'spot.allocations': allocations,
  'spot.account-filters': accountFilters,
};

const RATE = amountText(BigInt(COMMISSION_PER_10000) * 10_000n);
const NO_RATE = amountText(0n);

function account(call: SandboxCall): string {
  const user = userOf(call);
  const held = user.account.balances;
  const leavesOutZero = call.params.get('omitZeroBalances') === 'true';
  const names = new Set([...assetsOf(call), ...held.keys()]);
  const balances = [...names].flatMap((asset) => {
    const { free, locked } = held.get(asset) ?? { free: 0n, locked: 0n };
    if (leavesOutZero && free === 0n && locked === 0n) return [];
    return [{ asset, free: amountText(free), locked: amountText(locked) }];
  });
  return JSON.stringify({
    makerCommission: COMMISSION_PER_10000,
    takerCommission: COMMISSION_PER_10000,
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: { maker: RATE, taker: RATE, buyer: NO_RATE, seller: NO_RATE },
    canTrade: true,
    canWithdraw: true,
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: user.updateTime,
    accountType: 'SPOT',
    balances,
    permissions: ['SPOT'],
    uid: user.id,
  });
}

/** Returns all assets of the market in the order of the symbols; each has a balance. */
function assetsOf({ exchange, now }: SandboxCall): Set<string> {
  const listed = exchange.market.symbols.filter((symbol) => symbol.listedAt <= now);
  return new Set(listed.flatMap(({ base, quote }) => [base.name, quote.name]));
}

function myTrades(call: SandboxCall): string {
  const orderId = optionalId(call, 'orderId');
  const { fills } = call.exchange.spot.instrumentOf(symbolOf(call)).historyOf(userOf(call).id);
  const query = historyQuery(call, 'fromId');
  const rows = selectArchiveRows(fills, query, orderBounds(orderId));
  return `[${rows.map(tradeRecord).join(',')}]`;
}

function commission(call: SandboxCall): string {
  const symbol = symbolOf(call);
  const rates = (rate: string) => ({ maker: rate, taker: rate, buyer: NO_RATE, seller: NO_RATE });
  return JSON.stringify({
    symbol: symbol.name,
    standardCommission: rates(RATE),
    taxCommission: rates(NO_RATE),
    discount: discountOf(call, symbol),
  });
}

function orderLimits(call: SandboxCall): string {
  return JSON.stringify(call.exchange.spot.counts.usage(userOf(call).id, call.now));
}

function preventedMatches(call: SandboxCall): string {
  const user = userOf(call);
  const [matchId, orderId] = [optionalId(call, 'preventedMatchId'), optionalId(call, 'orderId')];
  const from = optionalId(call, 'fromPreventedMatchId') ?? 0;
  const { preventedMatches: prevented } = call.exchange.spot.instrumentOf(symbolOf(call));
  const matches = ({ id, taker, maker }: PreventedMatch) => {
    if (taker.user !== user) return false;
    if (matchId !== undefined) return id === matchId;
    return taker.orderId === orderId || maker.orderId === orderId;
  };
  const matching = prevented.filter(matches, { id: [from, Number.POSITIVE_INFINITY] });
  return `[${matching.slice(0, requiredInteger(call, 'limit')).map(preventedMatchRecord).join(',')}]`;
}

/** Returns the filters that limit the number of orders of an account; assets have no filters (our choice). */
function accountFilters(call: SandboxCall): string {
  const symbolFilters = listSymbolFilters(symbolOf(call)).filter(({ filterType }) =>
    filterType.startsWith('MAX_'),
  );
  return JSON.stringify({
    exchangeFilters: exchangeFilters(),
    symbolFilters: symbolFilters,
    assetFilters: [],
  });
}

function allocations(call: SandboxCall): string {
  const { allocations: rows } = call.exchange.spot.instrumentOf(symbolOf(call)).historyOf(userOf(call).id);
  const query = historyQuery(call, 'fromAllocationId');
  const selected = selectArchiveRows(rows, query, orderBounds(optionalId(call, 'orderId')));
  return `[${selected.map(allocationRecord).join(',')}]`;
}
