/** Commands for execution rules of symbols besides the filters, for reference prices and for block trades. */
import { symbol } from '../calling/arguments.ts';
import type { Verb } from '../types.ts';

export const referenceVerbs: readonly Verb[] = [
  {
    words: ['execution-rules'],
    summary: 'Rules that limit the prices at which orders are executed',
    endpoint: { spot: 'spot.execution-rules' },
    positionals: [{ name: 'symbol' }],
    examples: ['market execution-rules BTCUSDT', 'market execution-rules --symbol-status TRADING -o json'],
  },
  {
    words: ['reference-price'],
    summary: 'The reference price of a symbol, which filters use if there is one',
    endpoint: { spot: 'spot.reference-price' },
    positionals: [symbol],
    examples: ['market reference-price BTCUSDT', 'market reference-price BTCUSDT -o json'],
  },
  {
    words: ['reference-price', 'calculation'],
    summary: 'How the reference price of a symbol is calculated',
    endpoint: { spot: 'spot.reference-price.calculation' },
    positionals: [symbol],
    examples: [
      'market reference-price calculation BTCUSDT',
      'market reference-price calculation BTCUSDT --symbol-status TRADING',
    ],
  },
  {
    words: ['block-trades'],
    summary: 'Block trades: of spot by id, of options the recent ones',
    endpoint: { spot: 'spot.block-trades', options: 'options.block-trades' },
    positionals: [
      { ...symbol, on: ['spot'] },
      { name: 'symbol', on: ['options'] },
    ],
    examples: ['market block-trades BTCUSDT --from-id 1', 'market block-trades --on options -o csv'],
  },
];
