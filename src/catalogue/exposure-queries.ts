/** The queries that show what an account has at stake, product by product, for limits on exposure and losses. */
import { optionOrderRules } from './options/contract.ts';
import { spotOrderRules } from './order-params.ts';
import { futuresOrderRules } from './usdm/futures-defaults.ts';
import type { OrderRules } from './write-types.ts';

/** The products of which exposure can be computed. */
export const EXPOSURE_PRODUCTS = ['spot', 'usdm', 'coinm', 'options'] as const;
export type ExposureProduct = (typeof EXPOSURE_PRODUCTS)[number];

export interface ExposureQueries {
  /** The rules by which orders and positions are valued. */
  readonly rules: OrderRules;
  /** The open orders of all symbols, and the field of their quantity. */
  readonly openOrders: { readonly query: string; readonly quantity: string };
  /** The open positions, if the product has positions. */
  readonly positions?: {
    readonly query: string;
    readonly size: string;
    readonly profit: string;
    /** The field that is LONG or SHORT, where a long position is worth another amount than a short one. */
    readonly side?: string;
  };
  /** What was credited and charged, or the trades of a symbol from which it follows. */
  readonly profit: { readonly income: string } | { readonly trades: string } | RealisedProfit;
}

/** Trades that state what closing a position earned, for products on which positions also end at their expiry. */
export interface RealisedProfit {
  /** The trades of a symbol, and their fields of what they earned and of the fee. */
  readonly realised: {
    readonly query: string;
    readonly profit: string;
    readonly fee: string;
    readonly asset: string;
  };
  /** The positions that ended at their expiry; what they earned over their cost is not stated. */
  readonly expired: string;
}

const futuresPositions = { size: 'positionAmt', profit: 'unRealizedProfit' } as const;

export const EXPOSURE_QUERIES: Readonly<Record<ExposureProduct, ExposureQueries>> = {
  spot: {
    rules: spotOrderRules,
    openOrders: { query: 'spot.open-orders', quantity: 'origQty' },
    profit: { trades: 'spot.my-trades' },
  },
  usdm: {
    rules: futuresOrderRules('usdm'),
    openOrders: { query: 'usdm.open-orders', quantity: 'origQty' },
    positions: { query: 'usdm.position-risk', ...futuresPositions },
    profit: { income: 'usdm.income' },
  },
  coinm: {
    rules: futuresOrderRules('coinm'),
    openOrders: { query: 'coinm.open-orders', quantity: 'origQty' },
    positions: { query: 'coinm.position-risk', ...futuresPositions },
    profit: { income: 'coinm.income' },
  },
  options: {
    rules: optionOrderRules,
    openOrders: { query: 'options.open-orders', quantity: 'quantity' },
    positions: {
      query: 'options.position',
      ...{ size: 'quantity', profit: 'unrealizedPNL', side: 'side' },
    },
    profit: {
      realised: {
        query: 'options.my-trades',
        ...{ profit: 'realizedProfit', fee: 'fee', asset: 'quoteAsset' },
      },
      expired: 'options.exercise-records',
    },
  },
};

/** Returns whether exposure can be computed for a product. */
export function isExposureProduct(product: string): product is ExposureProduct {
  return (EXPOSURE_PRODUCTS as readonly string[]).includes(product);
}

/** The income types that are gains and losses; the others move funds or grant bonuses (interface document, income). */
export const PROFIT_TYPES: readonly string[] = [
  'REALIZED_PNL',
  'FUNDING_FEE',
  'COMMISSION',
  'INSURANCE_CLEAR',
  'FEE_RETURN',
];
