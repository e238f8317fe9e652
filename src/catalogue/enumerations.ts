/** The enumerations as a reader looks them up: title, words, meanings, and the part of the text they stand in. */
import * as market from './enums/market.ts';
import * as orders from './enums/orders.ts';
import * as signing from './enums/signing.ts';
import * as streams from './enums/streams.ts';
import * as wallets from './enums/wallets.ts';
import type { Origin } from './types.ts';

const words = { ...market, ...orders, ...signing, ...streams, ...wallets };

export interface Enumeration {
  readonly title: string;
  readonly values: readonly (string | number)[];
  /** What each value means, where the text says so. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** Where it stands, such as "interface document, Order-related enumerations". */
  readonly source: string;
  readonly origin: Origin;
  readonly note?: string;
}

const ORDER_PART = 'interface document, Order-related enumerations';
const STATES_PART = 'interface document, States and transitions';
const ENDPOINTS_PART = 'interface document, Endpoints';
const EVENTS_PART = 'interface document, Events';
const FACTS = 'public facts';

/** Every enumeration by name. */
export const ENUMERATIONS = {
  'spot-order-type': {
    title: 'Spot order type',
    values: words.ORDER_TYPES_SPOT,
    source: ORDER_PART,
    origin: 'document',
  },
  'futures-order-type': {
    title: 'Futures order type',
    values: words.ORDER_TYPES_FUTURES,
    source: ORDER_PART,
    origin: 'document',
  },
  'margin-order-type': {
    title: 'Margin order type',
    values: words.ORDER_TYPES_MARGIN,
    source: ORDER_PART,
    origin: 'document',
  },
  'options-order-type': {
    title: 'Options order type',
    values: words.ORDER_TYPES_OPTIONS,
    source: ORDER_PART,
    origin: 'document',
    note: 'The live service takes LIMIT only today.',
  },
  'algo-order-type': {
    title: 'Algorithmic order type',
    values: words.ALGO_ORDER_TYPES,
    source: 'interface document, Convert and algo trading',
    origin: 'document',
    note: 'A third, an immediate-execution type, is mentioned without its word. No endpoint that takes them is listed.',
  },
  side: { title: 'Order side', values: words.SIDES, source: ORDER_PART, origin: 'document' },
  'position-side': {
    title: 'Futures position side',
    values: words.POSITION_SIDES,
    source: ORDER_PART,
    origin: 'document',
  },
  'time-in-force': {
    title: 'Time in force (spot, margin, options)',
    values: words.TIME_IN_FORCE_SPOT,
    source: ORDER_PART,
    origin: 'document',
  },
  'futures-time-in-force': {
    title: 'Time in force (futures)',
    values: words.TIME_IN_FORCE_FUTURES,
    source: ORDER_PART,
    origin: 'document',
  },
  'self-trade-prevention': {
    title: 'Self-trade prevention mode',
    values: words.STP_MODES,
    source: ORDER_PART,
    origin: 'document',
    note: 'The live service also has DECREMENT and TRANSFER today.',
  },
  'response-type': {
    title: 'Response type (spot, margin)',
    values: words.RESPONSE_TYPES_SPOT,
    source: ORDER_PART,
    origin: 'document',
  },
  'futures-response-type': {
    title: 'Response type (futures, options)',
    values: words.RESPONSE_TYPES_FUTURES,
    source: ORDER_PART,
    origin: 'document',
  },
  'working-type': {
    title: 'Futures working type: the price that triggers a stop',
    values: words.WORKING_TYPES,
    source: ORDER_PART,
    origin: 'document',
  },
  'price-match': {
    title: 'Futures price match',
    values: words.PRICE_MATCHES,
    source: ORDER_PART,
    origin: 'document',
  },
  'side-effect': {
    title: 'Margin side effect',
    values: words.SIDE_EFFECTS,
    source: ORDER_PART,
    origin: 'document',
  },
  'contract-type': {
    title: 'Futures contract type',
    values: words.CONTRACT_TYPES,
    source: ORDER_PART,
    origin: 'document',
  },
  'coinm-income-type': {
    title: 'Coin-margined income type',
    values: words.FUTURES_INCOME_TYPES,
    source: ORDER_PART,
    origin: 'document',
  },
  interval: {
    title: 'Candle interval (spot)',
    values: words.KLINE_INTERVALS_SPOT,
    source: ORDER_PART,
    origin: 'document',
  },
  'futures-interval': {
    title: 'Candle interval (futures, options)',
    values: words.KLINE_INTERVALS_FUTURES,
    source: ORDER_PART,
    origin: 'document',
  },
  'statistics-period': {
    title: 'Period of futures statistics',
    values: words.STATISTICS_PERIODS,
    source: ORDER_PART,
    origin: 'document',
  },
  'order-status': {
    title: 'Order status',
    values: words.ORDER_STATUSES,
    meanings: {
      NEW: 'accepted, open',
      PARTIALLY_FILLED: 'partly executed',
      FILLED: 'fully executed',
      CANCELED: 'cancelled',
      PENDING_CANCEL: 'cancellation in progress',
      REJECTED: 'rejected',
      EXPIRED: 'expired',
      EXPIRED_IN_MATCH: 'expired during matching (for example by self-trade prevention)',
    },
    source: STATES_PART,
    origin: 'document',
    note: 'The moves between the states are not described.',
  },
  'deposit-status': {
    title: 'Deposit status',
    values: words.DEPOSIT_STATUSES,
    meanings: { 0: 'pending', 6: 'confirmed', 1: 'credited' },
    source: STATES_PART,
    origin: 'document',
    note: 'The live service also has 7 (wrong deposit) and 8 (waiting for the user), and explains 6 as credited but not to be withdrawn yet.',
  },
  'withdraw-status': {
    title: 'Withdrawal status',
    values: words.WITHDRAW_STATUSES,
    meanings: {
      0: 'e-mail confirmation',
      1: 'cancelled',
      2: 'awaiting approval',
      3: 'rejected',
      4: 'processing',
      5: 'failed',
      6: 'completed',
    },
    source: STATES_PART,
    origin: 'document',
  },
  'worker-status': {
    title: 'Mining worker status filter',
    values: words.WORKER_STATUSES,
    meanings: { 0: 'all', 1: 'valid', 2: 'invalid', 3: 'expired' },
    source: STATES_PART,
    origin: 'document',
  },
  'worker-sort': {
    title: 'Order of mining workers',
    values: words.WORKER_SORTS,
    meanings: {
      1: 'hash rate ascending',
      2: 'hash rate descending',
      3: 'last submit ascending',
      4: 'last submit descending',
    },
    source: ENDPOINTS_PART,
    origin: 'document',
    note: '0 is the default; what it sorts by is not shown.',
  },
  'worker-sort-column': {
    title: 'Column that mining workers are sorted by',
    values: words.WORKER_SORT_COLUMNS,
    meanings: { 1: 'hash rate', 2: 'last submit' },
    source: ENDPOINTS_PART,
    origin: 'document',
    note: '0 is the default; what it means is not shown.',
  },
  'ticker-type': {
    title: 'Ticker type',
    values: words.TICKER_TYPES,
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  permission: {
    title: 'Symbol permission',
    values: words.PERMISSIONS,
    source: ENDPOINTS_PART,
    origin: 'document',
    note: 'The live service also has TRD_GRP_002 to TRD_GRP_025 today.',
  },
  'cancel-restriction': {
    title: 'Cancel restriction: the state in which an order may be cancelled',
    values: words.CANCEL_RESTRICTIONS,
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'margin-type': {
    title: 'Futures margin type',
    values: words.MARGIN_TYPES,
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'position-margin-type': {
    title: 'Change of position margin',
    values: words.POSITION_MARGIN_TYPES,
    meanings: { 1: 'add', 2: 'reduce' },
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'margin-transfer-type': {
    title: 'Margin transfer',
    values: words.MARGIN_TRANSFER_TYPES,
    meanings: { 1: 'spot to margin', 2: 'margin to spot' },
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'is-isolated': {
    title: 'Isolated margin',
    values: words.IS_ISOLATED,
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'snapshot-type': {
    title: 'Account snapshot type',
    values: words.SNAPSHOT_TYPES,
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'wallet-type': {
    title: 'Wallet that a withdrawal is taken from',
    values: words.WALLET_TYPES,
    meanings: { 0: 'spot wallet', 1: 'funding wallet' },
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'universal-transfer-type': {
    title: 'Universal transfer type: from and to',
    values: words.UNIVERSAL_TRANSFER_TYPES,
    source: ENDPOINTS_PART,
    origin: 'document',
    note: 'MAIN is the spot wallet; the live service writes FUNDING where the document writes C2C today.',
  },
  'sub-futures-type': {
    title: 'Futures line of a sub-account',
    values: words.SUB_FUTURES_TYPES,
    meanings: { 1: 'USDT-margined', 2: 'coin-margined' },
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'sub-futures-transfer-type': {
    title: 'Futures transfer of a sub-account',
    values: words.SUB_FUTURES_TRANSFER_TYPES,
    meanings: {
      1: 'spot to futures',
      2: 'futures to spot',
      3: 'spot to coin-margined',
      4: 'coin-margined to spot',
    },
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'sub-account-type': {
    title: 'Wallet of a sub-account transfer',
    values: words.SUB_ACCOUNT_TYPES,
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'earn-account': {
    title: 'Account that earn takes from or pays to',
    values: words.EARN_ACCOUNTS,
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'fiat-order-type': {
    title: 'Fiat order',
    values: words.FIAT_ORDER_TYPES,
    meanings: { 0: 'deposit', 1: 'withdrawal' },
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'fiat-payment-type': {
    title: 'Fiat payment',
    values: words.FIAT_PAYMENT_TYPES,
    meanings: { 0: 'buy', 1: 'sell' },
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'c2c-trade-type': {
    title: 'C2C trade',
    values: words.C2C_TRADE_TYPES,
    source: ENDPOINTS_PART,
    origin: 'document',
  },
  'stream-method': {
    title: 'Message to a stream connection',
    values: words.STREAM_METHODS,
    source: EVENTS_PART,
    origin: 'document',
  },
  'stream-property': {
    title: 'Property of a stream connection',
    values: words.STREAM_PROPERTIES,
    source: EVENTS_PART,
    origin: 'document',
  },
  'partial-depth-levels': {
    title: 'Levels of a partial book stream',
    values: words.PARTIAL_DEPTH_LEVELS,
    source: EVENTS_PART,
    origin: 'document',
  },
  'depth-speed': {
    title: 'Speed of a spot book stream',
    values: words.DEPTH_SPEEDS_SPOT,
    source: EVENTS_PART,
    origin: 'document',
  },
  'futures-depth-speed': {
    title: 'Speed of a futures book stream',
    values: words.DEPTH_SPEEDS_FUTURES,
    source: EVENTS_PART,
    origin: 'document',
  },
  'mark-price-speed': {
    title: 'Speed of a mark price stream',
    values: words.MARK_PRICE_SPEEDS,
    source: EVENTS_PART,
    origin: 'document',
  },
  'user-event-kind': {
    title: 'What a user data stream pushes',
    values: words.USER_EVENT_KINDS,
    meanings: {
      'account update': 'balances touched by one cause; event type outboundAccountPosition',
      'balance update': 'a deposit, withdrawal or transfer, also a change of zero',
      'order update': 'an order was placed, changed, filled or ended',
      'OCO update': 'an order list changed',
    },
    source: EVENTS_PART,
    origin: 'document',
    note: 'The event type names of the last three are not shown; public facts call them balanceUpdate, executionReport and listStatus.',
  },
  'time-unit': {
    title: 'Unit of times in answers and events',
    values: words.TIME_UNITS,
    source: EVENTS_PART,
    origin: 'document',
    note: 'The document names MICROSECOND; MILLISECOND, the default, is a public fact.',
  },
  'key-type': {
    title: 'API key type',
    values: words.KEY_TYPES,
    meanings: {
      HMAC: 'HMAC with SHA-256, lower-case hexadecimal',
      RSA: 'RSASSA-PKCS1-v1_5 with SHA-256, Base64',
      Ed25519: 'Ed25519, Base64',
    },
    source: 'interface document, Authentication',
    origin: 'document',
  },
  'security-level': {
    title: 'Security level of an endpoint',
    values: words.SECURITY_LEVELS,
    meanings: {
      NONE: 'open',
      MARKET_DATA: 'API key header only',
      USER_STREAM: 'API key header only',
      USER_DATA: 'API key header and signature',
      TRADE: 'API key header and signature',
    },
    source: 'interface document, Conventions',
    origin: 'document',
  },
  'rate-limit-type': {
    title: 'What a rate limit counts',
    values: words.RATE_LIMIT_TYPES,
    source: FACTS,
    origin: 'facts',
  },
  'rate-limit-interval': {
    title: 'Interval of a rate limit',
    values: words.RATE_LIMIT_INTERVALS,
    source: FACTS,
    origin: 'facts',
  },
  'symbol-status': {
    title: 'State of a spot symbol',
    values: words.SYMBOL_STATUSES,
    source: FACTS,
    origin: 'facts',
  },
  'execution-type': {
    title: 'What happened to an order in a spot order event',
    values: words.EXECUTION_TYPES,
    source: FACTS,
    origin: 'facts',
  },
  'list-status-type': {
    title: 'What happened to an order list',
    values: words.LIST_STATUS_TYPES,
    meanings: {
      RESPONSE: 'an action on the list failed',
      EXEC_STARTED: 'the list was placed',
      ALL_DONE: 'the list ended',
    },
    source: FACTS,
    origin: 'facts',
  },
  'list-order-status': {
    title: 'State of an order list',
    values: words.LIST_ORDER_STATUSES,
    source: FACTS,
    origin: 'facts',
  },
} as const satisfies Readonly<Record<string, Enumeration>>;

export type EnumerationName = keyof typeof ENUMERATIONS;

/** Returns the enumerations that hold the word, letter case aside, each with its name. */
export function findEnumerations(
  word: string,
): readonly { readonly name: EnumerationName; readonly enumeration: Enumeration }[] {
  const sought = word.toLowerCase();
  return (Object.entries(ENUMERATIONS) as [EnumerationName, Enumeration][])
    .filter(([, enumeration]) => enumeration.values.some((value) => String(value).toLowerCase() === sought))
    .map(([name, enumeration]) => ({ name, enumeration }));
}
