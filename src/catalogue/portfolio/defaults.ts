/**
 * Paths and texts in which the USD-M part and the COIN-M part of portfolio margin differ (today's interface,
 * papi).
 */

/** The two parts of a portfolio margin account: USD-M (`um`) and COIN-M contracts (`cm`). */
export const PORTFOLIO_PARTS = ['um', 'cm'] as const;

export type PortfolioPart = (typeof PORTFOLIO_PARTS)[number];

/** The futures product whose contracts each part of portfolio margin trades. */
export const PRODUCT_OF_PART = { um: 'usdm', cm: 'coinm' } as const;

export const PART_CONTRACTS = {
  um: 'Contract, such as BTCUSDT',
  cm: 'Contract, such as BTCUSD_PERP',
} as const;

/**
 * The names of the two parts of a portfolio margin account (USD-M and COIN-M futures), as help and messages
 * write them.
 */
export const PART_TITLES = { um: 'USD-M', cm: 'COIN-M' } as const;

/** Why no call of portfolio margin is simulated. */
export const NO_PORTFOLIO = 'portfolio margin is an account kind of its own, which the sandbox does not have';
