/** Enumerations of the parameters with which orders are placed and candles requested. */
import {
  CONTRACT_TYPES,
  KLINE_INTERVALS_FUTURES,
  KLINE_INTERVALS_SPOT,
  STATISTICS_PERIODS,
} from '../enums/market.ts';
import {
  ALGO_ORDER_TYPES,
  CONDITIONAL_ORDER_TYPES,
  FUTURES_INCOME_TYPES,
  FUTURES_INCOME_TYPES_TODAY,
  ORDER_TYPES_FUTURES,
  ORDER_TYPES_MARGIN,
  ORDER_TYPES_OPTIONS,
  ORDER_TYPES_SPOT,
  POSITION_SIDES,
  PRICE_MATCHES,
  RESPONSE_TYPES_FUTURES,
  RESPONSE_TYPES_SPOT,
  SIDE_EFFECTS,
  SIDES,
  STP_MODES,
  TIME_IN_FORCE_FUTURES,
  TIME_IN_FORCE_SPOT,
  WORKING_TYPES,
} from '../enums/orders.ts';
import type { Enumeration } from './enumeration.ts';

const ORDER_PART = 'interface document, Order-related enumerations';

export const orderEnumerations = {
  'spot-order-type': {
    title: 'Spot order type',
    values: ORDER_TYPES_SPOT,
    source: ORDER_PART,
    origin: 'document',
  },
  'futures-order-type': {
    title: 'Futures order type',
    values: ORDER_TYPES_FUTURES,
    source: ORDER_PART,
    origin: 'document',
  },
  'conditional-order-type': {
    title: 'Order type of an algo order of futures',
    values: CONDITIONAL_ORDER_TYPES,
    source: 'public facts, Algo orders',
    origin: 'today',
  },
  'margin-order-type': {
    title: 'Margin order type',
    values: ORDER_TYPES_MARGIN,
    source: ORDER_PART,
    origin: 'document',
  },
  'options-order-type': {
    title: 'Options order type',
    values: ORDER_TYPES_OPTIONS,
    source: ORDER_PART,
    origin: 'document',
    note: 'Today only LIMIT is allowed.',
  },
  'algo-order-type': {
    title: 'Algorithmic order type',
    values: ALGO_ORDER_TYPES,
    source: 'interface document, Convert and algo trading',
    origin: 'document',
    note: 'A third type, for immediate execution, has no documented value. No endpoint with this parameter is listed.',
  },
  side: { title: 'Order side', values: SIDES, source: ORDER_PART, origin: 'document' },
  'position-side': {
    title: 'Futures position side',
    values: POSITION_SIDES,
    source: ORDER_PART,
    origin: 'document',
  },
  'time-in-force': {
    title: 'Time in force (spot, margin, options)',
    values: TIME_IN_FORCE_SPOT,
    source: ORDER_PART,
    origin: 'document',
  },
  'futures-time-in-force': {
    title: 'Time in force (futures)',
    values: TIME_IN_FORCE_FUTURES,
    source: ORDER_PART,
    origin: 'document',
  },
  'self-trade-prevention': {
    title: 'Self-trade prevention mode',
    values: STP_MODES,
    source: ORDER_PART,
    origin: 'document',
    note: 'Today also DECREMENT and TRANSFER.',
  },
  'response-type': {
    title: 'Response type (spot, margin)',
    values: RESPONSE_TYPES_SPOT,
    source: ORDER_PART,
    origin: 'document',
  },
  'futures-response-type': {
    title: 'Response type (futures, options)',
    values: RESPONSE_TYPES_FUTURES,
    source: ORDER_PART,
    origin: 'document',
  },
  'working-type': {
    title: 'Futures working type: the price that triggers a stop',
    values: WORKING_TYPES,
    source: ORDER_PART,
    origin: 'document',
  },
  'price-match': {
    title: 'Futures price match',
    values: PRICE_MATCHES,
    source: ORDER_PART,
    origin: 'document',
  },
  'side-effect': {
    title: 'Margin side effect',
    values: SIDE_EFFECTS,
    source: ORDER_PART,
    origin: 'document',
  },
  'contract-type': {
    title: 'Futures contract type',
    values: CONTRACT_TYPES,
    source: ORDER_PART,
    origin: 'document',
  },
  'coinm-income-type': {
    title: 'Coin-margined income type',
    values: FUTURES_INCOME_TYPES,
    source: ORDER_PART,
    origin: 'document',
  },
  'futures-income-type-today': {
    title: 'Further income types of futures (live interface)',
    values: FUTURES_INCOME_TYPES_TODAY,
    source: 'public facts, Futures account and data today',
    origin: 'today',
  },
  interval: {
    title: 'Candle interval (spot)',
    values: KLINE_INTERVALS_SPOT,
    source: ORDER_PART,
    origin: 'document',
  },
  'futures-interval': {
    title: 'Candle interval (futures, options)',
    values: KLINE_INTERVALS_FUTURES,
    source: ORDER_PART,
    origin: 'document',
  },
  'statistics-period': {
    title: 'Period of futures statistics',
    values: STATISTICS_PERIODS,
    source: ORDER_PART,
    origin: 'document',
  },
} as const satisfies Readonly<Record<string, Enumeration>>;
