/** The commands of an account that read several endpoints and compute: profit, fees, export, summary. */
import { COST_METHODS } from '../../pnl/lots.ts';
import type { Verb } from '../types.ts';
import { EXPORT_KINDS, productOption, windowOptions } from './report-options.ts';

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

const exportAll: Verb = {
  words: ['export'],
  summary: 'Export what changed your balances as one list: trades, deposits, income and others',
  options: [
    { name: 'all-symbols', about: 'Trades of every spot symbol whose base asset you have (the default)' },
    { name: 'symbols', value: 'list', about: 'Trades of these spot symbols, with commas between' },
    { name: 'every-symbol', about: 'Trades of every spot symbol that the exchange lists' },
    {
      name: 'kinds',
      value: 'list',
      about: `What to export, with commas between: ${EXPORT_KINDS.join(', ')} (if omitted: all)`,
    },
    ...windowOptions,
    { name: 'to', value: 'path', about: 'Write csv to this file; if it exists, add the rows that it lacks' },
  ],
  handler: () => import('./export.ts'),
  examples: [
    'account export --all-symbols --during 30d -o csv',
    'account export --symbols BTCUSDT,ETHUSDT --start 2024-01-01 --to tax.csv',
  ],
  notes: [
    'For each asset, the sum of amount, of quoteAmount and of fee with the opposite sign is the change of the balances of spot, funding and futures together. Transfers between these wallets change nothing and are left out.',
    'Symbols are found from your balances and from those that earlier commands used. A symbol of which nothing is left needs --symbols or --every-symbol, at a weight of 20 for each symbol.',
    'The rows are in the order of time. With --to, the same command goes on with the file of an interrupted run, and adds to that of an earlier one what is new: no row is written twice.',
    'Withdrawals cost a weight of 18000 for each 90 days, conversions 3000 for each 30 days, of 180000 a minute for each of the two: a year is read without a wait.',
    'Without a start, the last 365 days. The exchange keeps the income of futures for three months, and the last 100 conversions of dust.',
    'Futures are exported as income: realized profit, funding and commission, which is what changes the balance. Interest, dividends, margin loans, earn products, fiat and C2C are not exported.',
    'Exit code 8 if something could not be read; a sentence names it.',
  ],
};

const summary: Verb = {
  words: ['summary'],
  summary: 'One screen: worth of each wallet, positions, open orders, profit of today',
  positionals: [
    {
      name: 'symbol',
      isVariadic: true,
      about: 'Spot symbols whose trades are read; if omitted those whose base asset you have',
    },
  ],
  options: [
    { name: 'in', value: 'asset', about: 'State every amount in this asset', default: 'USDT' },
    { name: 'start', value: 'time', about: 'Profit from this time on, such as 7d (if omitted: today, UTC)' },
    { name: 'since', value: 'time', about: 'Same as --start' },
    { name: 'plan', about: 'Print what is read and its request weight, and send nothing' },
  ],
  handler: () => import('./summary/show.ts'),
  examples: ['account summary', 'account summary BTCUSDT --in BTC --since 7d -o json'],
  notes: [
    'Worth is what the wallet holds less what it owes, with unrealized profit, at the latest prices of spot: of the market of the two assets, its inverse (rounded half to even to 16 digits), or by way of USDT.',
    'An asset without a price, a quantity sold whose cost is not among the trades read, and what could not be read are rows of their own and in no total.',
    'Realized profit and fees are those of spot trades (by FIFO) and of the income of futures; net is realized, funding and other income less fees. Those of margin and options are not computed.',
    'Orders that wait for a trigger are counted too; those of isolated margin are not, because the exchange lists them by symbol only.',
    'json is one object with the totals and the rows; ndjson and csv are the rows, with a row for unresolved writes and for a halt.',
    'Every spot symbol read costs a weight of 20. Exit code 8 if something could not be read; a row names it.',
  ],
};

export const reportVerbs: readonly Verb[] = [summary, pnl, fees, exportAll];
