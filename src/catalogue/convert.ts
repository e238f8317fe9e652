/**
 * Converting one asset into another at a quoted price (interface document, Convert and algo trading, which gives the
 * paths alone; security, parameters and records from public facts, Request rules and Fiat, C2C, convert).
 */
import { DAY_MS } from '../core/time-units.ts';
import { endpoint, requiredParam } from './define.ts';
import { amount, asset, endTime, factsParam, limit, maxSpanRules, startTime } from './params.ts';
import { conversionProof } from './write-proofs.ts';

const MONTH_MS = 30 * DAY_MS;

const common = { product: 'convert', origin: 'document', weightFrom: 'facts' } as const;

const fromAsset = { ...asset, about: 'Asset that is given' } as const;
const toAsset = { ...asset, about: 'Asset that is received' } as const;

export const convertPairs = endpoint({
  ...common,
  id: 'convert.pairs',
  summary: 'Convertible pairs with min and max amounts',
  method: 'GET',
  path: '/sapi/v1/convert/exchangeInfo',
  weight: 3000,
  security: 'MARKET_DATA',
  effect: 'read',
  params: { fromAsset: factsParam(fromAsset), toAsset: factsParam(toAsset) },
  view: {
    shape: 'rows',
    columns: [
      { name: 'fromAsset', title: 'from', is: 'text' },
      { name: 'toAsset', title: 'to', is: 'text' },
      { name: 'fromAssetMinAmount', title: 'min given', is: 'decimal' },
      { name: 'fromAssetMaxAmount', title: 'max given', is: 'decimal' },
      { name: 'toAssetMinAmount', title: 'min received', is: 'decimal' },
      { name: 'toAssetMaxAmount', title: 'max received', is: 'decimal' },
    ],
  },
  sourceNotes: ['The document shows no security; live hosts require the key.'],
});

export const quote = endpoint({
  ...common,
  id: 'convert.quote',
  acceptedBy: 'convert.accept',
  summary: 'Request a quote, which can then be accepted',
  method: 'POST',
  path: '/sapi/v1/convert/getQuote',
  weight: 200,
  isWeighedByAccount: true,
  security: 'USER_DATA',
  effect: 'read',
  params: {
    fromAsset: factsParam(requiredParam(fromAsset)),
    toAsset: factsParam(requiredParam(toAsset)),
    fromAmount: factsParam({ ...amount, about: 'Amount that is given' }),
    toAmount: factsParam({ ...amount, about: 'Amount that is received' }),
    walletType: factsParam({
      type: 'ENUM',
      about: 'Source wallet',
      values: ['SPOT', 'FUNDING'],
      default: 'SPOT',
    }),
    validTime: factsParam({
      type: 'ENUM',
      about: 'How long the price holds',
      values: ['10s', '30s', '1m', '2m'],
      default: '10s',
    }),
  },
  rules: [{ rule: 'exactly-one', of: ['fromAmount', 'toAmount'] }],
  view: {
    shape: 'record',
    columns: [
      { name: 'quoteId', title: 'quote', is: 'text' },
      { name: 'fromAmount', title: 'given', is: 'decimal' },
      { name: 'toAmount', title: 'received', is: 'decimal' },
      { name: 'ratio', is: 'decimal' },
      { name: 'inverseRatio', title: 'inverse ratio', is: 'decimal' },
      { name: 'validTimestamp', title: 'valid until', is: 'time' },
    ],
  },
  notes: [
    'Nothing is converted until the quote is accepted. Without enough funds the answer has no quote id.',
    'Live hosts no longer allow 2m.',
  ],
  sourceNotes: ['The document shows no security; live hosts require a signature.'],
});

export const accept = endpoint({
  ...common,
  id: 'convert.accept',
  proof: conversionProof,
  summary: 'Accept a quote: converts at its price',
  inWords: 'Accept the quote {quoteId}',
  method: 'POST',
  path: '/sapi/v1/convert/acceptQuote',
  weight: 500,
  isWeighedByAccount: true,
  security: 'TRADE',
  effect: 'funds',
  params: {
    quoteId: factsParam(
      requiredParam({ type: 'STRING', about: 'Quote, from the answer to the quote request' }),
    ),
  },
  verifiedBy: { noun: 'conversion', query: 'convert.trades', by: 'id', echoes: { quoteId: 'quoteId' } },
  view: {
    shape: 'record',
    columns: [
      { name: 'orderId', title: 'order', is: 'text' },
      { name: 'orderStatus', title: 'status', is: 'text' },
      { name: 'createTime', title: 'time', is: 'time' },
    ],
  },
  sourceNotes: ['The document shows no security; live hosts require a signature.'],
});

export const convertTrades = endpoint({
  ...common,
  id: 'convert.trades',
  summary: 'Conversion history',
  method: 'GET',
  path: '/sapi/v1/convert/tradeFlow',
  weight: 3000,
  isWeighedByAccount: true,
  security: 'USER_DATA',
  effect: 'read',
  params: {
    startTime: factsParam(requiredParam(startTime)),
    endTime: factsParam(requiredParam(endTime)),
    limit: factsParam(limit(100, 1000)),
  },
  rules: maxSpanRules(MONTH_MS),
  view: {
    shape: 'rows',
    rowsAt: 'list',
    columns: [
      { name: 'createTime', title: 'time', is: 'time' },
      { name: 'orderId', title: 'order', is: 'integer' },
      { name: 'quoteId', title: 'quote', is: 'text' },
      { name: 'fromAsset', title: 'from', is: 'text' },
      { name: 'fromAmount', title: 'given', is: 'decimal' },
      { name: 'toAsset', title: 'to', is: 'text' },
      { name: 'toAmount', title: 'received', is: 'decimal' },
      { name: 'ratio', is: 'decimal' },
      { name: 'inverseRatio', title: 'inverse ratio', is: 'decimal', hidden: true },
      { name: 'orderStatus', title: 'status', is: 'text' },
    ],
  },
  pages: { by: 'time', from: 'startTime', to: 'endTime', limit: 'limit', at: 'createTime', spanMs: MONTH_MS },
  notes: ['A window spans at most 30 days.'],
  sourceNotes: ['The document shows no security; live hosts require a signature.'],
});

export const convertEndpoints = [convertPairs, quote, accept, convertTrades] as const;
