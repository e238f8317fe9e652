import { asset, symbol } from '../calling/arguments.ts';
import { writeOptions } from '../calling/write-options.ts';
import type { Verb } from '../types.ts';

/**
 * Commands for what may be borrowed and transferred on margin, rates, limits, and settings of margin
 * accounts.
 */
export const termVerbs: readonly Verb[] = [
  {
    words: ['max-borrowable'],
    summary: 'How much of an asset can be borrowed now',
    endpoint: 'margin.max-borrowable',
    positionals: [asset],
    examples: ['margin max-borrowable USDT', 'margin max-borrowable BTC --isolated-symbol BTCUSDT'],
  },
  {
    words: ['max-transferable'],
    summary: 'How much of an asset can be transferred out of a margin account now',
    endpoint: 'margin.max-transferable',
    positionals: [asset],
    examples: ['margin max-transferable USDT', 'margin max-transferable BTC --isolated-symbol BTCUSDT'],
  },
  {
    words: ['capital-flow'],
    summary: 'What came into a margin account and went out: transfers, loans, trades, commission',
    endpoint: 'margin.capital-flow',
    examples: ['margin capital-flow --asset USDT', 'margin capital-flow --symbol BTCUSDT --start -1d -o csv'],
  },
  {
    words: ['rates'],
    summary: 'Interest rates and borrow limits of cross margin',
    endpoint: 'margin.cross-data',
    examples: ['margin rates --coin BTC', 'margin rates -o csv'],
  },
  {
    words: ['next-rates'],
    summary: 'Interest rates of the next hour',
    endpoint: 'margin.next-hourly-rates',
    positionals: [{ name: 'assets', isVariadic: true, required: true }],
    examples: ['margin next-rates BTC USDT', 'margin next-rates BTC --is-isolated TRUE'],
  },
  {
    words: ['isolated', 'rates'],
    summary: 'Leverage, interest rates and borrow limits of isolated margin',
    endpoint: 'margin.isolated-data',
    positionals: [{ name: 'symbol' }],
    examples: ['margin isolated rates BTCUSDT', 'margin isolated rates -o json'],
  },
  {
    words: ['isolated', 'tiers'],
    summary: 'Tiers of an isolated margin pair',
    endpoint: 'margin.isolated-tier',
    positionals: [symbol],
    examples: ['margin isolated tiers BTCUSDT', 'margin isolated tiers BTCUSDT --tier 1'],
  },
  {
    words: ['levels'],
    summary: 'Levels at which the account may borrow, is warned and is liquidated',
    endpoint: 'margin.trade-coefficients',
    examples: ['margin levels', 'margin levels -o json'],
  },
  {
    words: ['collateral'],
    summary: 'The share of its value at which an asset counts as collateral',
    endpoint: 'margin.collateral-ratios',
    examples: ['margin collateral', 'margin collateral -o json'],
  },
  {
    words: ['inventory'],
    summary: 'How much the exchange has left to lend',
    endpoint: 'margin.available-inventory',
    positionals: [{ name: 'type', required: true }],
    examples: ['margin inventory MARGIN', 'margin inventory ISOLATED -o json'],
  },
  {
    words: ['order-limits'],
    summary: 'How much of the order limits of a margin account is used',
    endpoint: 'margin.order-limits',
    examples: ['margin order-limits', 'margin order-limits --is-isolated TRUE --symbol BTCUSDT'],
  },
  {
    words: ['bnb-burn'],
    summary: 'Whether commission on spot and interest on margin are paid in BNB',
    endpoint: 'margin.bnb-burn.get',
    examples: ['margin bnb-burn', 'margin bnb-burn -o json'],
  },
  {
    words: ['set-bnb-burn'],
    summary: 'Pay commission on spot or interest on margin in BNB, or stop it',
    endpoint: 'margin.bnb-burn.set',
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: [
      'margin set-bnb-burn --interest-bnb-burn true',
      'margin set-bnb-burn --spot-bnb-burn false --interest-bnb-burn false',
    ],
  },
  {
    words: ['max-leverage'],
    summary: 'Set the largest leverage of the cross margin account',
    endpoint: 'margin.max-leverage',
    positionals: [{ name: 'max-leverage', required: true }],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: ['margin max-leverage 5 --dry-run', 'margin max-leverage 3 --yes'],
  },
];
