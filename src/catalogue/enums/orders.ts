/**
 * Closed sets of values of orders, positions and margin (interface document, Order-related enumerations;
 * Endpoints). The meanings of the values are in `enumerations.ts`.
 */

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
/** The types of futures orders that wait for a trigger; today they are algo orders. */
export const CONDITIONAL_ORDER_TYPES = [
  'STOP',
  'TAKE_PROFIT',
  'STOP_MARKET',
  'TAKE_PROFIT_MARKET',
  'TRAILING_STOP_MARKET',
] as const;
export const ORDER_TYPES_MARGIN = ['LIMIT', 'MARKET', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT_LIMIT'] as const;
export const ORDER_TYPES_OPTIONS = ['LIMIT', 'MARKET'] as const;
/**
 * Types of execution algorithms. The document mentions a third one, "an immediate-execution type", without
 * giving its word.
 */
export const ALGO_ORDER_TYPES = ['TWAP', 'VP'] as const;
export const SIDES = ['BUY', 'SELL'] as const;
export const POSITION_SIDES = ['BOTH', 'LONG', 'SHORT'] as const;
/** Spot, margin and options. */
export const TIME_IN_FORCE_SPOT = ['GTC', 'IOC', 'FOK'] as const;
export const TIME_IN_FORCE_FUTURES = ['GTC', 'IOC', 'FOK', 'GTX', 'GTD'] as const;
export const STP_MODES = ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'NONE'] as const;
/**
 * Modes of self-trade prevention that the public spot hosts have today in addition to those of the interface
 * document.
 */
export const STP_MODES_TODAY = ['DECREMENT', 'TRANSFER'] as const;
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
/**
 * Side effects of margin orders that the public hosts allow today in addition to those of the interface
 * document.
 */
export const SIDE_EFFECTS_TODAY = ['AUTO_BORROW_REPAY'] as const;
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
/**
 * The income types that the interface document lists for coin-margined futures; also used for USD-margined
 * futures.
 */
export const FUTURES_INCOME_TYPES = [
  'TRANSFER',
  'WELCOME_BONUS',
  'REALIZED_PNL',
  'FUNDING_FEE',
  'COMMISSION',
  'INSURANCE_CLEAR',
  'REFERRAL_KICKBACK',
] as const;
/** Income types that only today's interface has, with its spelling of the delivery. */
export const FUTURES_INCOME_TYPES_TODAY = [
  'INTERNAL_TRANSFER',
  'AUTO_EXCHANGE',
  'DELIVERED_SETTELMENT',
  'COIN_SWAP_DEPOSIT',
  'COIN_SWAP_WITHDRAW',
  'POSITION_LIMIT_INCREASE_FEE',
  'STRATEGY_UMFUTURES_TRANSFER',
  'FEE_RETURN',
  'BFUSD_REWARD',
] as const;
/** The values of `isIsolated` of margin endpoints; most other booleans that are text are lowercase. */
export const IS_ISOLATED = ['TRUE', 'FALSE'] as const;
export const TEXT_BOOLEANS = ['true', 'false'] as const;
/** The values of `x`, the execution type, of spot order events (public facts). */
export const EXECUTION_TYPES = [
  'NEW',
  'CANCELED',
  'REPLACED',
  'REJECTED',
  'TRADE',
  'EXPIRED',
  'TRADE_PREVENTION',
] as const;
/** The values of `listStatusType` and `listOrderStatus` of order lists (public facts). */
export const LIST_STATUS_TYPES = ['RESPONSE', 'EXEC_STARTED', 'UPDATED', 'ALL_DONE'] as const;
export const LIST_ORDER_STATUSES = ['EXECUTING', 'ALL_DONE', 'REJECT'] as const;
