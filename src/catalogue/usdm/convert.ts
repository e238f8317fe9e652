/** Conversions within the USD-M wallet (today's interface, USD-M rows: convert). */
import { convertPairs, quote } from '../convert.ts';
import { endpoint, requiredParam } from '../define.ts';
import { amount, asset, todayParam } from '../params.ts';
import { conversionProof } from '../write-proofs.ts';

const common = { product: 'usdm', origin: 'today' } as const;

const quoteId = {
  type: 'STRING',
  about: 'Quote, from the answer to the quote request',
} as const;

export const usdmConvert = [
  endpoint({
    ...common,
    id: 'usdm.convert.pairs',
    summary: 'Convertible pairs of the futures wallet with min and max amounts',
    method: 'GET',
    path: '/fapi/v1/convert/exchangeInfo',
    weight: 20,
    security: 'NONE',
    effect: 'read',
    params: {
      fromAsset: todayParam({ ...asset, about: 'Asset that is given' }),
      toAsset: todayParam({ ...asset, about: 'Asset that is received' }),
    },
    view: convertPairs.view!,
  }),
  endpoint({
    ...common,
    id: 'usdm.convert.quote',
    acceptedBy: 'usdm.convert.accept',
    summary: 'Request a quote for a conversion in the futures wallet',
    method: 'POST',
    path: '/fapi/v1/convert/getQuote',
    weight: 50,
    security: 'USER_DATA',
    effect: 'read',
    params: {
      fromAsset: todayParam(requiredParam({ ...asset, about: 'Asset that is given' })),
      toAsset: todayParam(requiredParam({ ...asset, about: 'Asset that is received' })),
      fromAmount: todayParam({ ...amount, about: 'Amount that is given' }),
      toAmount: todayParam({ ...amount, about: 'Amount that is received' }),
      validTime: todayParam({
        type: 'ENUM',
        about: 'How long the price holds',
        values: ['10s'],
        default: '10s',
      }),
    },
    rules: [{ rule: 'exactly-one', of: ['fromAmount', 'toAmount'] }],
    view: quote.view!,
    notes: [
      'Nothing is converted until the quote is accepted. Without enough funds the answer has no quote id.',
      'Allowed 360 times an hour and 500 times a day.',
    ],
  }),
  endpoint({
    ...common,
    id: 'usdm.convert.accept',
    proof: conversionProof,
    summary: 'Accept a quote: converts in the futures wallet at its price',
    method: 'POST',
    path: '/fapi/v1/convert/acceptQuote',
    weight: 200,
    security: 'USER_DATA',
    effect: 'funds',
    params: { quoteId: todayParam(requiredParam(quoteId)) },
    verifiedBy: {
      noun: 'conversion',
      query: 'usdm.convert.status',
      by: 'id',
      queryParams: { quoteId: 'quoteId' },
      echoes: { quoteId: 'quoteId' },
    },
    view: {
      shape: 'record',
      columns: [
        { name: 'orderId', title: 'order', is: 'text' },
        { name: 'orderStatus', title: 'status', is: 'text' },
        { name: 'createTime', title: 'time', is: 'time' },
      ],
    },
  }),
  endpoint({
    ...common,
    id: 'usdm.convert.status',
    answersOne: true,
    summary: 'A conversion of the futures wallet',
    method: 'GET',
    path: '/fapi/v1/convert/orderStatus',
    weight: 50,
    security: 'USER_DATA',
    effect: 'read',
    params: {
      orderId: todayParam({ type: 'STRING', about: 'Order of the conversion' }),
      quoteId: todayParam(quoteId),
    },
    rules: [{ rule: 'exactly-one', of: ['orderId', 'quoteId'] }],
    view: {
      shape: 'rows',
      columns: [
        { name: 'orderId', title: 'order', is: 'text', wire: 'number' },
        { name: 'orderStatus', title: 'status', is: 'text' },
        { name: 'fromAsset', title: 'from', is: 'text' },
        { name: 'fromAmount', title: 'given', is: 'decimal' },
        { name: 'toAsset', title: 'to', is: 'text' },
        { name: 'toAmount', title: 'received', is: 'decimal' },
        { name: 'ratio', is: 'decimal' },
        { name: 'inverseRatio', title: 'inverse ratio', is: 'decimal', hidden: true },
        { name: 'createTime', title: 'time', is: 'time' },
        { name: 'quoteId', title: 'quote', is: 'text', hidden: true },
      ],
    },
  }),
] as const;
