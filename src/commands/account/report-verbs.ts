/** The commands of an account that read several endpoints and compute: profit, fees, export, summary. */
import { COST_METHODS } from '../../pnl/lots.ts';
import type { Verb } from '../types.ts';
import { productOption, windowOptions } from './window.ts';

const pnl: Verb = {
  words: ['pnl'],
  summary: 'Profit and loss: spot from your trades, futures from your income',
  positionals: [
    { name: 'symbol', isVariadic: true, about: 'Symbols; if omitted those whose base asset you have' },
  ],
  options: [
    ...windowOptions,
    {
      name: 'method',
      value: 'name',
      values: COST_METHODS,
      default: 'fifo',
      about: 'Which purchases of spot a sale takes: the oldest, the latest, or the average',
    },
    productOption,
  ],
  handler: () => import('./pnl.ts'),
  examples: ['account pnl BTCUSDT', 'account pnl --on usdm --during 30d -o csv'],
  notes: [
    'Realized profit is without fees; net is realized less fees, for futures with funding and all other income.',
    'What was sold and not bought by the trades read (deposits, transfers, trades before --start or on other symbols) has no known cost: it is a row of its own, "unknown sold", and in no total. "unknown held" is the part of a balance that the trades do not explain, "not held" what they left open and the balance lacks.',
    'Fees in another asset are converted at the close of the one-minute candle of the trade; without a price they are a row of their own, "other fee". A fee in the base asset is a disposal at the price of its trade.',
    'Where a cost is divided, a part is rounded half to even to 16 digits, and the rest keeps the remainder.',
    'Without symbols, every symbol of spot whose base asset you have is read, and those that earlier commands used, at a weight of 20 each; a symbol of which nothing is left must be named.',
    'The unrealized profit is that of now, so it is left out with --end.',
    'Income of futures begins 90 days ago unless --start is given; the exchange keeps three months.',
    'Exit code 8 if something could not be read; a row names it.',
  ],
};

const fees: Verb = {
  words: ['fees'],
  summary: 'Commission rates of symbols, and the fees that you paid on them',
  positionals: [
    { name: 'symbol', isVariadic: true, about: 'Symbols; if omitted those on which you paid fees' },
  ],
  options: [...windowOptions, productOption],
  handler: () => import('./fees.ts'),
  examples: ['account fees BTCUSDT', 'account fees --on usdm --during 90d -o csv'],
  notes: [
    'Fees of the last 30 days unless --start is given.',
    'A rate of spot is the sum of the standard, special and tax rates of a maker or taker; bourse account commission shows the parts.',
    'The value of a fee is its amount in the quote or margin asset at the close of the one-minute candle of its trade.',
    'Without symbols, every symbol of spot whose base asset you have is read, and those that earlier commands used; the fees of futures come from the income history.',
    'Exit code 8 if something could not be read; a sentence names it.',
  ],
};

export const reportVerbs: readonly Verb[] = [pnl, fees];
