/** What differs between the two lines of futures where today's interface treats them alike. */

export type Line = 'usdm' | 'coinm';

/** What all paths of a line begin with. */
export const ROOTS = { usdm: '/fapi/v1', coinm: '/dapi/v1' } as const;

/** How help names a contract of a line. */
export const CONTRACTS = {
  usdm: 'Contract, such as BTCUSDT',
  coinm: 'Contract, such as BTCUSD_PERP',
} as const;
