/**
 * Every closed set of words in the interface (interface document: Order-related enumerations, States and
 * transitions, Endpoints, Events). What they mean and where they stand is in `enumerations.ts`.
 */

export const KLINE_INTERVALS_SPOT = [
  '1s',
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const;
/** Futures and options: the spot intervals without 1s. */
export const KLINE_INTERVALS_FUTURES = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const;
export const STATISTICS_PERIODS = ['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'] as const;
export const TICKER_TYPES = ['FULL', 'MINI'] as const;
export const PERMISSIONS = ['SPOT', 'MARGIN', 'LEVERAGED'] as const;
export const CONTRACT_TYPES = [
  'PERPETUAL',
  'CURRENT_MONTH',
  'NEXT_MONTH',
  'CURRENT_QUARTER',
  'NEXT_QUARTER',
] as const;

export const ORDER_TYPES_SPOT = [
  'LIMIT',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
  'LIMIT_MAKER',
] as const;
export const ORDER_TYPES_FUTURES = [
  'LIMIT',
  'MARKET',
  'STOP',
  'TAKE_PROFIT',
  'STOP_MARKET',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
] as const;
export const ORDER_TYPES_MARGIN = ['LIMIT', 'MARKET', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT_LIMIT'] as const;
export const ORDER_TYPES_OPTIONS = ['LIMIT', 'MARKET'] as const;
/** The document names a third, "an immediate-execution type", without giving its word. */
export const ALGO_ORDER_TYPES = ['TWAP', 'VP'] as const;
export const SIDES = ['BUY', 'SELL'] as const;
export const POSITION_SIDES = ['BOTH', 'LONG', 'SHORT'] as const;
/** Spot, margin and options. */
export const TIME_IN_FORCE_SPOT = ['GTC', 'IOC', 'FOK'] as const;
export const TIME_IN_FORCE_FUTURES = ['GTC', 'IOC', 'FOK', 'GTX', 'GTD'] as const;
export const STP_MODES = ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'NONE'] as const;
/** Spot and margin. */
export const RESPONSE_TYPES_SPOT = ['ACK', 'RESULT', 'FULL'] as const;
/** Futures and options. */
export const RESPONSE_TYPES_FUTURES = ['ACK', 'RESULT'] as const;
export const WORKING_TYPES = ['MARK_PRICE', 'CONTRACT_PRICE'] as const;
export const PRICE_MATCHES = [
  'NONE',
  'OPPONENT',
  'OPPONENT_5',
  'OPPONENT_10',
  'OPPONENT_20',
  'QUEUE',
  'QUEUE_5',
  'QUEUE_10',
  'QUEUE_20',
] as const;
export const SIDE_EFFECTS = ['NO_SIDE_EFFECT', 'MARGIN_BUY', 'AUTO_REPAY'] as const;
export const CANCEL_RESTRICTIONS = ['ONLY_NEW', 'ONLY_PARTIALLY_FILLED'] as const;
export const ORDER_STATUSES = [
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'PENDING_CANCEL',
  'REJECTED',
  'EXPIRED',
  'EXPIRED_IN_MATCH',
] as const;

export const MARGIN_TYPES = ['ISOLATED', 'CROSSED'] as const;
export const POSITION_MARGIN_TYPES = [1, 2] as const;
export const COINM_INCOME_TYPES = [
  'TRANSFER',
  'WELCOME_BONUS',
  'REALIZED_PNL',
  'FUNDING_FEE',
  'COMMISSION',
  'INSURANCE_CLEAR',
  'REFERRAL_KICKBACK',
] as const;

export const MARGIN_TRANSFER_TYPES = [1, 2] as const;
/** `isIsolated` of margin endpoints; most other text booleans are lower case. */
export const IS_ISOLATED = ['TRUE', 'FALSE'] as const;
export const TEXT_BOOLEANS = ['true', 'false'] as const;

export const SNAPSHOT_TYPES = ['SPOT', 'MARGIN', 'FUTURES'] as const;
export const WALLET_TYPES = [0, 1] as const;
export const DEPOSIT_STATUSES = [0, 6, 1] as const;
export const WITHDRAW_STATUSES = [0, 1, 2, 3, 4, 5, 6] as const;
export const UNIVERSAL_TRANSFER_TYPES = [
  'MAIN_C2C',
  'MAIN_UMFUTURE',
  'MAIN_CMFUTURE',
  'MAIN_MARGIN',
  'MAIN_MINING',
  'C2C_MAIN',
  'C2C_UMFUTURE',
  'C2C_MINING',
  'C2C_MARGIN',
  'UMFUTURE_MAIN',
  'UMFUTURE_C2C',
  'UMFUTURE_MARGIN',
  'CMFUTURE_MAIN',
  'CMFUTURE_MARGIN',
  'MARGIN_MAIN',
  'MARGIN_UMFUTURE',
  'MARGIN_CMFUTURE',
  'MARGIN_C2C',
  'MINING_MAIN',
  'MINING_UMFUTURE',
  'MINING_C2C',
  'MARGIN_CROSS_MARGIN',
  'ISOLATEDMARGIN_MARGIN',
  'ISOLATEDMARGIN_ISOLATEDMARGIN',
] as const;

export const SUB_FUTURES_TYPES = [1, 2] as const;
export const SUB_FUTURES_TRANSFER_TYPES = [1, 2, 3, 4] as const;
export const SUB_ACCOUNT_TYPES = ['SPOT', 'USDT_FUTURE', 'COIN_FUTURE', 'MARGIN', 'ISOLATED_MARGIN'] as const;

/** `sourceAccount` and `destAccount` of simple earn. */
export const EARN_ACCOUNTS = ['SPOT', 'FUND', 'ALL'] as const;
export const WORKER_STATUSES = [0, 1, 2, 3] as const;
export const WORKER_SORTS = [0, 1, 2, 3, 4] as const;
export const WORKER_SORT_COLUMNS = [0, 1, 2] as const;
export const FIAT_ORDER_TYPES = [0, 1] as const;
export const FIAT_PAYMENT_TYPES = [0, 1] as const;
export const C2C_TRADE_TYPES = ['BUY', 'SELL'] as const;

export const PARTIAL_DEPTH_LEVELS = ['5', '10', '20'] as const;
export const DEPTH_SPEEDS_SPOT = ['1000ms', '100ms'] as const;
export const DEPTH_SPEEDS_FUTURES = ['250ms', '500ms', '100ms'] as const;
export const MARK_PRICE_SPEEDS = ['1s', '3s'] as const;
export const STREAM_METHODS = [
  'SUBSCRIBE',
  'UNSUBSCRIBE',
  'LIST_SUBSCRIPTIONS',
  'SET_PROPERTY',
  'GET_PROPERTY',
] as const;
export const STREAM_PROPERTIES = ['combined'] as const;
/** What spot user streams push, in the document's words; it gives the event type name of the first alone. */
export const USER_EVENT_KINDS = ['account update', 'balance update', 'order update', 'OCO update'] as const;
export const TIME_UNITS = ['MICROSECOND', 'MILLISECOND'] as const;

export const KEY_TYPES = ['HMAC', 'RSA', 'Ed25519'] as const;
export const SECURITY_LEVELS = ['NONE', 'MARKET_DATA', 'USER_STREAM', 'USER_DATA', 'TRADE'] as const;

/** Public facts: what the limits of exchangeInfo and of usage entries count, and over what. */
export const RATE_LIMIT_TYPES = ['REQUEST_WEIGHT', 'ORDERS', 'RAW_REQUESTS'] as const;
export const RATE_LIMIT_INTERVALS = ['SECOND', 'MINUTE', 'HOUR', 'DAY'] as const;
/** Public facts: the states of a spot symbol. */
export const SYMBOL_STATUSES = ['TRADING', 'HALT', 'BREAK'] as const;
/** Public facts: `x` of spot order events. */
export const EXECUTION_TYPES = [
  'NEW',
  'CANCELED',
  'REPLACED',
  'REJECTED',
  'TRADE',
  'EXPIRED',
  'TRADE_PREVENTION',
] as const;
/** Public facts: `listStatusType` and `listOrderStatus` of order lists. */
export const LIST_STATUS_TYPES = ['RESPONSE', 'EXEC_STARTED', 'UPDATED', 'ALL_DONE'] as const;
export const LIST_ORDER_STATUSES = ['EXECUTING', 'ALL_DONE', 'REJECT'] as const;
