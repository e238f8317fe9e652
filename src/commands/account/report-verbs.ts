/** The commands of an account that read several endpoints and compute: profit, fees, export, summary. */
import { COST_METHODS } from '../../pnl/lots.ts';
import type { Verb } from '../types.ts';
import { sinceOption, untilOption } from './window.ts';

const pnl: Verb = {
  words: ['pnl'],
  summary: 'Profit and loss: spot from your trades, futures from your income',
  positionals: [
    { name: 'symbol', isVariadic: true, about: 'Symbols; if omitted those whose base asset you have' },
  ],
  options: [
    sinceOption,
    untilOption,
    {
      name: 'method',
      value: 'name',
      values: COST_METHODS,
      default: 'fifo',
      about: 'Which purchases of spot a sale takes: the oldest, the latest, or the average',
    },
    { name: 'on', value: 'product', values: ['spot', 'usdm', 'coinm'], default: 'spot', about: 'Product' },
  ],
  handler: () => import('./pnl.ts'),
  examples: ['account pnl BTCUSDT', 'account pnl --on usdm --since -30d -o csv'],
  notes: [
    'Realized profit is without fees; net is realized less fees, for futures with funding and all other income.',
    'What was sold and not bought by the trades read (deposits, transfers, trades before --since or on other symbols) has no known cost: it is a row of its own, "unknown sold", and in no total. "unknown held" is the part of a balance that the trades do not explain, "not held" what they left open and the balance lacks.',
    'Fees in another asset are converted at the close of the one-minute candle of the trade; without a price they are a row of their own, "other fee". A fee in the base asset is a disposal at the price of its trade.',
    'Where a cost is divided, a part is rounded half to even to 16 digits, and the rest keeps the remainder.',
    'Without symbols, every symbol of spot whose base asset you have is read, and those that earlier commands used, at a weight of 20 each; a symbol of which nothing is left must be named.',
    'The unrealized profit is that of now, so it is left out with --until.',
    'Income of futures begins 90 days ago unless --since is given; the exchange keeps three months.',
    'Exit code 8 if something could not be read; a row names it.',
  ],
};

export const reportVerbs: readonly Verb[] = [pnl];
