/**
 * Execution rules of symbols besides the filters, the reference prices that filters use, and block trades
 * (spot API documentation, Market data).
 */
import { endpoint, requiredParam } from '../define.ts';
import { SYMBOL_STATUSES } from '../enums/market.ts';
import { fromId, limit, symbol, symbols } from '../params.ts';
import type { Param } from '../types.ts';
import { open } from './public-read.ts';

const today = { ...open, origin: 'today' } as const;
const NO_REFERENCE = 'no symbol of the sandbox has a reference price';

const symbolStatus = {
  type: 'ENUM',
  about: 'Only symbols in this state',
  values: SYMBOL_STATUSES,
} as const satisfies Param;

export const executionRules = endpoint({
  ...today,
  id: 'spot.execution-rules',
  summary: 'Rules that limit the prices at which orders are executed',
  path: '/api/v3/executionRules',
  weight: {
    by: 'presence',
    param: 'symbol',
    present: 2,
    absent: {
      by: 'presence',
      param: 'symbols',
      present: { by: 'each', param: 'symbols', single: 'symbol', each: 2, cap: 40 },
      absent: 40,
    },
  },
  params: { symbol, symbols, symbolStatus },
  rules: [{ rule: 'at-most-one', of: ['symbol', 'symbols', 'symbolStatus'] }],
  unsimulated: 'no symbol of the sandbox has execution rules',
  view: {
    shape: 'rows',
    rowsAt: 'symbolRules',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'rules', is: 'text' },
    ],
  },
  notes: [
    'PRICE_RANGE: an order executes between the down and the up multiple of the reference price only; the rest expires.',
  ],
});

export const referencePrice = endpoint({
  ...today,
  id: 'spot.reference-price',
  summary: 'The reference price of a symbol, which filters use if there is one',
  path: '/api/v3/referencePrice',
  weight: 2,
  params: { symbol: requiredParam(symbol) },
  unsimulated: NO_REFERENCE,
  likelyErrors: [-2043],
  view: {
    shape: 'record',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'referencePrice', title: 'reference price', is: 'decimal' },
      { name: 'timestamp', is: 'time' },
    ],
  },
});

export const referencePriceCalculation = endpoint({
  ...today,
  id: 'spot.reference-price.calculation',
  summary: 'How the reference price of a symbol is calculated',
  path: '/api/v3/referencePrice/calculation',
  weight: 2,
  params: { symbol: requiredParam(symbol), symbolStatus },
  unsimulated: NO_REFERENCE,
  likelyErrors: [-2043, -1220],
  view: {
    shape: 'record',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'calculationType', title: 'calculation', is: 'text' },
      { name: 'bucketCount', title: 'buckets', is: 'integer' },
      { name: 'bucketWidthMs', title: 'bucket width (ms)', is: 'integer' },
      { name: 'externalCalculationId', title: 'external calculation', is: 'integer' },
    ],
  },
});

export const blockTrades = endpoint({
  ...today,
  id: 'spot.block-trades',
  summary: 'Block trades by id',
  path: '/api/v3/historicalBlockTrades',
  weight: 25,
  params: {
    symbol: requiredParam(symbol),
    fromId: requiredParam({ ...fromId, about: 'First block trade id, inclusive' }),
    limit: limit(500, 1000),
  },
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'id' },
  unsimulated: 'the sandbox has no block trades',
  view: {
    shape: 'rows',
    columns: [
      { name: 'id', is: 'integer' },
      { name: 'time', is: 'time' },
      { name: 'price', is: 'decimal' },
      { name: 'qty', title: 'quantity', is: 'decimal' },
      { name: 'quoteQty', title: 'quote qty', is: 'decimal' },
      { name: 'isBuyerMaker', title: 'buyer is maker', is: 'boolean' },
    ],
  },
});

export const spotReferences = [
  executionRules,
  referencePrice,
  referencePriceCalculation,
  blockTrades,
] as const;
