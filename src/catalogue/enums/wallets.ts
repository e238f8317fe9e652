/**
 * Closed sets of values of wallets, sub-accounts, earn, mining, fiat and C2C (interface document, Endpoints).
 * The meanings of the values are in `enumerations.ts`.
 */

export const MARGIN_TRANSFER_TYPES = [1, 2] as const;
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
/**
 * The names by which the public hosts call transfers of the funding wallet today, which the document calls
 * C2C.
 */
export const FUNDING_TRANSFER_TYPES = [
  'MAIN_FUNDING',
  'FUNDING_MAIN',
  'FUNDING_UMFUTURE',
  'FUNDING_MARGIN',
  'UMFUTURE_FUNDING',
  'MARGIN_FUNDING',
] as const;

/**
 * Types of transfers to and from the options wallet, which the exchange takes today and the interface document lacks.
 */
export const OPTION_TRANSFER_TYPES = [
  'MAIN_OPTION',
  'OPTION_MAIN',
  'UMFUTURE_OPTION',
  'OPTION_UMFUTURE',
  'MARGIN_OPTION',
  'OPTION_MARGIN',
  'FUNDING_OPTION',
  'OPTION_FUNDING',
] as const;

/** Transfers into isolated margin accounts, which the public hosts have today. */
export const ISOLATED_TRANSFER_TYPES = ['MARGIN_ISOLATEDMARGIN'] as const;

export const SUB_FUTURES_TYPES = [1, 2] as const;
export const SUB_FUTURES_TRANSFER_TYPES = [1, 2, 3, 4] as const;
export const SUB_ACCOUNT_TYPES = ['SPOT', 'USDT_FUTURE', 'COIN_FUTURE', 'MARGIN', 'ISOLATED_MARGIN'] as const;
/** The values of `sourceAccount` and `destAccount` in calls of Simple Earn. */
export const EARN_ACCOUNTS = ['SPOT', 'FUND', 'ALL'] as const;
export const WORKER_STATUSES = [0, 1, 2, 3] as const;
export const WORKER_SORTS = [0, 1, 2, 3, 4] as const;
export const WORKER_SORT_COLUMNS = [0, 1, 2] as const;
export const FIAT_ORDER_TYPES = [0, 1] as const;
export const FIAT_PAYMENT_TYPES = [0, 1] as const;
export const C2C_TRADE_TYPES = ['BUY', 'SELL'] as const;
