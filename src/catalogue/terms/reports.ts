/** Terms of reports on an account and of the records of the paper ledger. */
import { FUTURES_MECHANICS, type Term } from './term.ts';

const ACCOUNT = 'docs/reference/account.md';
const PAPER = 'docs/paper.md';
const KEYS = 'docs/safety.md';

export const REPORT_TERMS: readonly Term[] = [
  {
    term: 'ROE',
    also: ['return on equity'],
    meaning:
      'Return on equity: the unrealized profit of a position divided by its initial margin at the entry price. With a leverage of 20, a price move of 1 % is an ROE of 20 %.',
    source: ACCOUNT,
    see: ['initial margin', 'leverage'],
  },
  {
    term: 'break-even price',
    also: ['break-even', 'break even'],
    meaning:
      'The price at which closing a position brings neither profit nor loss, trading fees included. The exchange states it.',
    source: FUTURES_MECHANICS,
    see: ['entry price'],
  },
  {
    term: 'entry price',
    also: ['average entry'],
    meaning: 'The average price at which a position was opened, weighted by quantity.',
    source: FUTURES_MECHANICS,
    see: ['break-even price'],
  },
  {
    term: 'margin ratio',
    meaning:
      'Maintenance margin divided by the margin balance, in percent. At 100 % positions are liquidated. A cross position has the ratio of its asset, an isolated position its own.',
    source: FUTURES_MECHANICS,
    see: ['maintenance margin', 'liquidation'],
  },
  {
    term: 'unrealized profit',
    also: ['unrealised PnL', 'unrealized PnL', 'uPnL'],
    meaning:
      'What closing a position at the mark price would bring, without fees. It counts in the equity, and is not yet in the balance.',
    source: FUTURES_MECHANICS,
    see: ['realized profit', 'mark price'],
  },
  {
    term: 'realized profit',
    meaning:
      'What closed quantities brought: the proceeds of what was sold less its cost. account pnl states it without fees; net is realized less fees, for futures with funding.',
    source: ACCOUNT,
    see: ['cost method', 'income'],
  },
  {
    term: 'cost method',
    also: ['FIFO', 'LIFO', 'average cost', 'cost basis', 'tax lot'],
    meaning:
      'Which purchases of spot a sale takes: FIFO the oldest first, LIFO the latest first, or the average cost of all that is held. The choice changes when a profit is realized, and its amount.',
    source: ACCOUNT,
    see: ['realized profit'],
  },
  {
    term: 'unknown held',
    also: ['unknown sold', 'unknown cost', 'not held'],
    meaning:
      'Quantities that the trades read do not explain. Unknown sold was sold without a purchase among them, unknown held is in the balance without one: deposits, transfers, or trades outside the period. Their cost is not known, so they are in no total.',
    source: ACCOUNT,
    see: ['cost method'],
  },
  {
    term: 'free and locked',
    also: ['free', 'locked', 'free balance', 'locked balance'],
    meaning:
      'The two parts of a balance: free can be traded and withdrawn, locked is reserved by open orders or by a withdrawal under way.',
    source: 'interface document, Account',
    see: ['spot.account'],
  },
  {
    term: 'equity',
    also: ['margin balance'],
    meaning: 'What an account is worth: its balance plus the unrealized profit of its open positions.',
    source: FUTURES_MECHANICS,
    see: ['unrealized profit'],
  },
  {
    term: 'drawdown',
    also: ['max drawdown', 'maximum drawdown'],
    meaning:
      'How far the equity is below its highest value before. The max drawdown of a run is the largest such fall, as an amount and as a part of that highest value.',
    source: PAPER,
    see: ['equity', 'Sharpe ratio'],
  },
  {
    term: 'Sharpe ratio',
    also: ['Sharpe', 'Sortino', 'Sortino ratio'],
    meaning:
      'Mean daily return divided by its sample deviation, times the square root of 365. The Sortino ratio divides by the deviation of losses only. Both need three midnights and are empty where there are fewer.',
    source: PAPER,
    see: ['drawdown'],
  },
  {
    term: 'paper ledger',
    also: ['paper trading', 'paper account'],
    meaning:
      'A simulated account on this machine in which theses are carried out with market prices. It has no keys, sends no orders and moves no money.',
    source: PAPER,
    see: ['watch book'],
  },
  {
    term: 'watch book',
    also: ['watch list'],
    meaning:
      'A second set of positions of the paper ledger, in which theses of mode watch act. It shows what a copy of a position with other exits would have brought; its cash may become negative.',
    source: PAPER,
    see: ['paper ledger'],
  },
  {
    term: 'vault',
    meaning:
      'The encrypted file in which bourse keeps API keys, one record for each profile. A passphrase opens it; it cannot be recovered.',
    source: KEYS,
    see: ['signature'],
  },
];
