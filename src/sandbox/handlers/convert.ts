/**
 * Convert: quotes and trades of one asset into another (interface document, Convert; records from public
 * facts).
 */

import { CONVERT, type Conversion } from '../engine/convert/engine.ts';
import { type ConvertQuoteRequest, calculateQuote, convertLimits } from '../engine/convert/quotes.ts';
import { usdtPriceOf } from '../engine/funds/rates.ts';
import { transferableAmount } from '../engine/funds/wallets.ts';
import { amountText } from '../engine/ledger/amounts.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../types.ts';
import { userOf } from './account-values.ts';
import { invalidValue, listedAssets, optionalAmount, requiredAsset } from './amounts.ts';
import { rowsIn } from './history-pages.ts';
import { requiredInteger } from './request-values.ts';

/** The request handlers by endpoint id. */
export const convertHandlers: Readonly<Record<string, Handler>> = {
  'convert.pairs': pairs,
  'convert.quote': quote,
  'convert.accept': accept,
  'convert.trades': trades,
  'usdm.convert.pairs': pairs,
  'usdm.convert.quote': quote,
  'usdm.convert.accept': accept,
  'usdm.convert.status': status,
};

/** The validity of a quote in ms, by the requested time. */
const VALIDITY_MS: Readonly<Record<string, number>> = {
  '10s': 10_000,
  '30s': 30_000,
  '1m': 60_000,
  '2m': 120_000,
};

/** The asset to which all pairs convert that are returned for a request without a filter. */
const UNFILTERED_TO_ASSET = 'USDT';

function pairs(call: SandboxCall): string {
  const all = listedAssets(call.now).filter(
    (asset) => usdtPriceOf(call.exchange.market, asset, call.now) !== undefined,
  );
  const isFiltered = call.params.has('fromAsset') || call.params.has('toAsset');
  const wanted = (name: string) => (call.params.has(name) ? [requiredAsset(call, name)] : all);
  // For a request without an asset the exchange returns only a part of the pairs; which part is our choice.
  const to = isFiltered ? wanted('toAsset') : [UNFILTERED_TO_ASSET];
  const rows = wanted('fromAsset').flatMap((fromAsset) =>
    to.filter((toAsset) => toAsset !== fromAsset).map((toAsset) => pairRecord(fromAsset, toAsset)),
  );
  return JSON.stringify(rows);
}

function pairRecord(fromAsset: string, toAsset: string) {
  const from = convertLimits(fromAsset);
  const to = convertLimits(toAsset);
  return {
    fromAsset,
    toAsset,
    fromAssetMinAmount: amountText(from.least),
    fromAssetMaxAmount: amountText(from.max),
    toAssetMinAmount: amountText(to.least),
    toAssetMaxAmount: amountText(to.max),
  };
}

/** Returns the wallet of a conversion: the USD-M wallet for the conversion endpoints of USD-M. */
function walletOf({ endpoint, params }: SandboxCall): ConvertQuoteRequest['wallet'] {
  if (endpoint.product === 'usdm') return 'UMFUTURE';
  return params.get('walletType') === 'FUNDING' ? 'FUNDING' : 'MAIN';
}

function quote(call: SandboxCall): string {
  const { params, exchange, now } = call;
  const user = userOf(call);
  const fromAmount = optionalAmount(call, 'fromAmount');
  const request: ConvertQuoteRequest = {
    from: requiredAsset(call, 'fromAsset'),
    to: requiredAsset(call, 'toAsset'),
    side: fromAmount === undefined ? 'to' : 'from',
    amount: fromAmount ?? optionalAmount(call, 'toAmount')!,
    wallet: walletOf(call),
    validMs: VALIDITY_MS[params.get('validTime')!]!,
  };
  if (request.from === request.to) throw invalidValue('toAsset');
  const { least, max } = convertLimits(request.side === 'from' ? request.from : request.to);
  if (request.amount < least || request.amount > max) throw invalidValue(`${request.side}Amount`);
  const found = calculateQuote(exchange, user, request, now);
  if (found === undefined) throw new SandboxRefusal(400, -4019, 'The asset is not supported.');
  const isFunded =
    transferableAmount(exchange, { user, wallet: request.wallet }, request.from) >= found.fromAmount;
  return JSON.stringify({
    ...(isFunded ? { quoteId: found.quoteId } : {}),
    ratio: found.ratio,
    inverseRatio: found.inverseRatio,
    validTimestamp: found.validUntil,
    toAmount: amountText(found.toAmount),
    fromAmount: amountText(found.fromAmount),
  });
}

function accept(call: SandboxCall): string {
  const { params, exchange, now } = call;
  const found = exchange.engines.get(CONVERT).acceptQuote(userOf(call), params.get('quoteId')!, now);
  return JSON.stringify({
    orderId: String(found.orderId),
    createTime: found.time,
    orderStatus: found.status,
  });
}

/** Returns a conversion of the futures wallet; throws -1130 for an unknown one. */
function status(call: SandboxCall): string {
  const [orderId, quoteId] = [call.params.get('orderId'), call.params.get('quoteId')];
  const found = call.exchange.engines
    .get(CONVERT)
    .of(userOf(call))
    .find(
      (one) =>
        one.quote.wallet === 'UMFUTURE' && (String(one.orderId) === orderId || one.quote.quoteId === quoteId),
    );
  if (found === undefined) throw invalidValue(orderId === undefined ? 'quoteId' : 'orderId');
  return JSON.stringify(tradeRecord(found));
}

function trades(call: SandboxCall): string {
  const [startTime, endTime, limit] = ['startTime', 'endTime', 'limit'].map((name) =>
    requiredInteger(call, name),
  ) as [number, number, number];
  const all = call.exchange.engines.get(CONVERT).of(userOf(call));
  const rows = rowsIn(all, { from: startTime, to: endTime }, (one) => one.time);
  return JSON.stringify({
    list: rows.slice(0, limit).map(tradeRecord),
    startTime,
    endTime,
    limit,
    moreData: rows.length > limit,
  });
}

function tradeRecord({ orderId, quote: accepted, status, time }: Conversion) {
  return {
    quoteId: accepted.quoteId,
    orderId,
    orderStatus: status,
    fromAsset: accepted.from,
    fromAmount: amountText(accepted.fromAmount),
    toAsset: accepted.to,
    toAmount: amountText(accepted.toAmount),
    ratio: accepted.ratio,
    inverseRatio: accepted.inverseRatio,
    createTime: time,
  };
}
