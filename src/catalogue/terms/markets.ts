/** Terms of markets, positions and margin. */
import { FUTURES_MECHANICS, FUTURES_PARAMETERS, type Term } from './term.ts';

const FUTURES_DATA = 'interface document, USD-margined futures';

export const MARKET_TERMS: readonly Term[] = [
  {
    term: 'funding',
    also: ['funding rate', 'funding fee', 'funding time', 'next funding rate', 'historical funding rate'],
    meaning:
      'A payment between the holders of a perpetual contract, by default every 8 hours: notional at the mark price times the funding rate. If the rate is above 0, longs pay shorts. Only positions open at the funding time pay or receive it. It keeps the contract near its index.',
    source: FUTURES_MECHANICS,
    see: ['usdm.funding-rate', 'mark price', 'FUNDING_FEE'],
  },
  {
    term: 'mark price',
    meaning:
      'The fair price of a contract, from the index price, the funding rate and the book. Profit and loss, margin and liquidation are computed with it, so that a single odd trade liquidates nobody.',
    source: FUTURES_MECHANICS,
    see: ['usdm.premium-index', 'index price', 'liquidation'],
  },
  {
    term: 'index price',
    also: ['spot index'],
    meaning: 'The weighted average of the spot prices of the underlying asset on several exchanges.',
    source: FUTURES_MECHANICS,
    see: ['usdm.constituents', 'mark price'],
  },
  {
    term: 'last price',
    meaning: 'The price of the latest trade.',
    source: 'interface document, Spot market data',
    see: ['workingType', 'mark price'],
  },
  {
    term: 'basis',
    also: ['premium'],
    meaning: 'The difference between the price of a contract and its index; as a rate, divided by the index.',
    source: FUTURES_DATA,
    see: ['usdm.basis', 'funding'],
  },
  {
    term: 'notional',
    also: ['notional value'],
    meaning:
      'The value of an order or position in the quote asset: price times quantity. Of coin-margined contracts: the number of contracts times the contract size in USD.',
    source: 'public facts, Spot filters; public facts, COIN-M',
    see: ['NOTIONAL', 'MIN_NOTIONAL', 'leverage bracket'],
  },
  {
    term: 'leverage',
    meaning:
      'Notional divided by initial margin: with a leverage of 20, a position of 1000 USDT needs 50 USDT. The larger it is, the nearer is the liquidation price, and the smaller the largest notional allowed.',
    source: FUTURES_MECHANICS,
    see: ['trade leverage', 'leverage bracket', 'initial margin'],
  },
  {
    term: 'leverage bracket',
    also: ['leverage brackets', 'notional bracket'],
    meaning:
      'A range of notional with its largest leverage and its maintenance margin rate. Larger positions fall into brackets of less leverage.',
    source: FUTURES_MECHANICS,
    see: ['usdm.brackets', 'maintenance margin', '-2027'],
  },
  {
    term: 'initial margin',
    meaning: 'What opening a position takes: notional divided by leverage.',
    source: FUTURES_MECHANICS,
    see: ['leverage', 'maintenance margin', '-2019'],
  },
  {
    term: 'maintenance margin',
    meaning:
      'The least margin of an open position: notional times the rate of its bracket, less the amount of the bracket. Below it the position is liquidated.',
    source: FUTURES_MECHANICS,
    see: ['leverage bracket', 'liquidation'],
  },
  {
    term: 'margin mode',
    also: ['margin type', 'cross', 'cross margin', 'isolated margin', 'crossed'],
    meaning:
      'CROSSED: positions share the whole balance as margin. ISOLATED: a position has margin of its own, and no more than that can be lost.',
    source: FUTURES_MECHANICS,
    see: ['marginType', 'trade margin-type', '-4046'],
  },
  {
    term: 'position mode',
    also: ['hedge mode', 'one-way mode', 'dual side position'],
    meaning:
      'One-way: one position of a contract, positionSide BOTH. Hedge: a LONG and a SHORT position side by side; each order says which, and reduceOnly is not allowed.',
    source: FUTURES_MECHANICS,
    see: ['positionSide', '-4061'],
  },
  {
    term: 'multi-assets mode',
    also: ['multi assets mode', 'multi-asset margin'],
    meaning:
      'The account uses all of its assets as margin of USD-margined contracts, each at its index price less a haircut.',
    source: "today's interface, USD-M account",
    see: ['margin mode'],
  },
  {
    term: 'liquidation',
    also: ['liquidation order', 'liquidation orders', 'forced liquidation', 'liquidation price'],
    meaning:
      'The exchange closes a position whose margin fell to its maintenance margin: it cancels the open orders and sends an IOC order; then the insurance fund and ADL take over.',
    source: FUTURES_MECHANICS,
    see: ['maintenance margin', 'ADL', 'usdm.force-orders'],
  },
  {
    term: 'ADL',
    also: ['auto-deleveraging', 'ADL rank', 'ADL quantile'],
    meaning:
      'Auto-deleveraging: if the insurance fund cannot cover a liquidation, positions of the other side are closed, those with the most profit and leverage first. The rank, 0 to 4, says how near a position is to the front.',
    source: FUTURES_MECHANICS,
    see: ['liquidation', 'usdm.adl'],
  },
  {
    term: 'insurance fund',
    meaning: 'A fund of the exchange that pays what a liquidated position lost beyond its margin.',
    source: FUTURES_MECHANICS,
    see: ['liquidation', 'ADL'],
  },
  {
    term: 'open interest',
    meaning: 'The number of contracts that are open, each counted once for both of its sides.',
    source: FUTURES_DATA,
    see: ['usdm.open-interest'],
  },
  {
    term: 'long/short ratio',
    also: ['long short ratio', 'long/short account ratio'],
    meaning:
      'Accounts or positions that are long, divided by those that are short; of all accounts or of the largest fifth.',
    source: FUTURES_DATA,
    see: ['usdm.long-short.accounts'],
  },
  {
    term: 'perpetual',
    also: ['perpetual contract', 'perp'],
    meaning: 'A futures contract without a delivery date; funding keeps it near its index.',
    source: FUTURES_DATA,
    see: ['funding', 'delivery'],
  },
  {
    term: 'delivery',
    also: ['quarterly contract', 'settlement', 'delivery contract'],
    meaning:
      'The end of a dated contract: open positions are closed at the average index price of the last hour.',
    source: FUTURES_MECHANICS,
    see: ['contractType', 'perpetual'],
  },
  {
    term: 'income',
    also: ['income history', 'realised PnL', 'realized PnL', 'PnL'],
    meaning:
      'What changed the balance of a futures account: realised profit and loss, funding, commission, transfers and others.',
    source: FUTURES_DATA,
    see: ['usdm.income', 'incomeType'],
  },
  {
    term: 'aggregate trade',
    also: ['aggregate trades', 'agg trade', 'aggTrade'],
    meaning: 'Fills of one taker order at one price, shown as a single trade.',
    source: 'interface document, Spot market data',
    see: ['spot.agg-trades'],
  },
  {
    term: 'candle',
    also: ['kline', 'candlestick'],
    meaning:
      'First, highest, lowest and last price of an interval, with its volumes and the number of trades.',
    source: 'interface document, Candle row',
    see: ['spot.klines', 'interval'],
  },
  {
    term: 'spread',
    meaning: 'The difference between the best ask and the best bid.',
    source: 'docs/glossary.md',
    see: ['spot.ticker-book', 'bps'],
  },
  {
    term: 'bps',
    also: ['basis point', 'basis points', 'bips'],
    meaning: 'Basis points: hundredths of a percent. 100 bps are 1 %.',
    source: FUTURES_PARAMETERS,
    see: ['trailingDelta'],
  },
  {
    term: 'APR',
    also: ['annual percentage rate'],
    meaning: 'Interest of a year as a fraction or percentage of the amount, without interest on interest.',
    source: 'public facts, Simple earn',
    see: ['earn'],
  },
  {
    term: 'tick size',
    also: ['tick'],
    meaning: 'The step of prices of a symbol: a price is a multiple of it.',
    source: 'public facts, Spot filters',
    see: ['PRICE_FILTER'],
  },
  {
    term: 'lot size',
    also: ['lot', 'step size'],
    meaning: 'The least and largest quantity of an order of a symbol, and its step.',
    source: 'public facts, Spot filters',
    see: ['LOT_SIZE', 'MARKET_LOT_SIZE'],
  },
  {
    term: 'dust',
    meaning: 'Balances too small to trade, which the exchange converts into its own coin.',
    source: 'interface document, Wallet',
    see: ['funds.dust.convert'],
  },
];
