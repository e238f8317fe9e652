/** How an options contract is named, and the columns that describe it. */
import { symbol } from '../params.ts';
import type { Column } from '../types.ts';
import type { OrderRules } from '../write-types.ts';

export const contract = { ...symbol, about: 'Option, such as BTC-240628-60000-C' } as const;
export const underlying = { ...symbol, about: 'Index behind the options, such as BTCUSDT' } as const;

/** The rules of options and the prices by which their orders are checked and valued. */
export const optionOrderRules = {
  rules: 'options.exchange-info',
  price: { lookup: 'options.mark', field: 'markPrice' },
  underlyingPrice: { lookup: 'options.index', param: 'underlying', field: 'indexPrice' },
  isInContracts: true,
} as const satisfies OrderRules;

/** Columns that repeat facts of the contract in orders and trades. */
export const contractColumns = [
  { name: 'optionSide', title: 'option', is: 'text', hidden: true },
  { name: 'quoteAsset', title: 'quote', is: 'text', hidden: true },
  { name: 'priceScale', is: 'integer', hidden: true },
  { name: 'quantityScale', is: 'integer', hidden: true },
] as const satisfies readonly Column[];
