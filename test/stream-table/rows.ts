/** The expected messages of each stream, written by hand from the interface document and public facts. */

export type Line = 'spot' | 'usdm' | 'coinm' | 'options';

export interface MarketRow {
  readonly line: Line;
  /** The arguments of `bourse stream`. */
  readonly words: string;
  /** The name of the stream on the wire. */
  readonly name: string;
  /** The fields of each object, in the notation of `notation.ts`. */
  readonly fields: string;
}

/** The placeholder for an options contract near the money. */
export const OPTION = 'BTC-240405-<strike>-C';

const CANDLE = 'f:i L:i o:d c:d h:d l:d v:d n:i x:b q:d V:d Q:d B:d';
const TRADED = 'a:i p:d q:d f:i l:i T:t m:b';
const SHORT = 'c:d o:d h:d l:d v:d q:d';
const FULL = 'p:d P:d w:d c:d Q:d o:d h:d l:d v:d q:d O:t C:t F:i L:i n:i';
const SPOT_FULL = 'p:d P:d w:d x:d c:d Q:d b:d B:d a:d A:d o:d h:d l:d v:d q:d O:t C:t F:i L:i n:i';
const WINDOW = 'p:d P:d o:d h:d l:d c:d w:d v:d q:d O:t C:t F:i L:i n:i';
const KLINE = `e=kline E:t s k{t:t T:t s i ${CANDLE}}`;

const spot: readonly (readonly [words: string, name: string, fields: string])[] = [
  ['agg-trades btcusdt', 'btcusdt@aggTrade', `e=aggTrade E:t s ${TRADED} M:b`],
  ['trades btcusdt', 'btcusdt@trade', 'e=trade E:t s t:i p:d q:d T:t m:b M:b'],
  ['klines btcusdt 1m', 'btcusdt@kline_1m', KLINE],
  ['klines btcusdt 1d +08:00', 'btcusdt@kline_1d@+08:00', KLINE],
  ['mini-ticker btcusdt', 'btcusdt@miniTicker', `e=24hrMiniTicker E:t s ${SHORT}`],
  ['all-mini-tickers', '!miniTicker@arr', `e=24hrMiniTicker E:t s ${SHORT}`],
  ['ticker btcusdt', 'btcusdt@ticker', `e=24hrTicker E:t s ${SPOT_FULL}`],
  ['all-tickers', '!ticker@arr', `e=24hrTicker E:t s ${SPOT_FULL}`],
  ['window-ticker btcusdt 4h', 'btcusdt@ticker_4h', `e=4hTicker E:t s ${WINDOW}`],
  ['all-window-tickers 1h', '!ticker_1h@arr', `e=1hTicker E:t s ${WINDOW}`],
  ['book-ticker btcusdt', 'btcusdt@bookTicker', 'u:i s b:d B:d a:d A:d'],
  ['all-book-tickers', '!bookTicker', 'u:i s b:d B:d a:d A:d'],
  ['avg-price btcusdt', 'btcusdt@avgPrice', 'e=avgPrice E:t s i=5m w:d T:t'],
  ['partial-depth btcusdt 5 100ms', 'btcusdt@depth5@100ms', 'lastUpdateId:i bids:l asks:l'],
  ['depth btcusdt', 'btcusdt@depth', 'e=depthUpdate E:t s U:i u:i b:l a:l'],
];

/** Returns the rows of a futures product; COIN-M messages also have the pair. */
function futures(symbol: string, pair: string, ps: string) {
  const ordered = `s S o=LIMIT f=IOC q:d p:d ap:d X l:d z:d T:t${ps}`;
  const book = `e=depthUpdate E:t T:t s U:i u:i pu:i b:l a:l${ps}`;
  const best = `e=bookTicker u:i s b:d B:d a:d A:d T:t E:t${ps}`;
  const mark = 'e=markPriceUpdate E:t s p:d i:d P:d r:d- T:t-';
  return [
    [`agg-trades ${symbol}`, `${symbol}@aggTrade`, `e=aggTrade E:t s ${TRADED}`],
    [`trades ${symbol}`, `${symbol}@trade`, 'e=trade E:t T:t s t:i p:d q:d X m:b'],
    [`klines ${symbol} 1m`, `${symbol}@kline_1m`, KLINE],
    [
      `continuous-klines ${pair} perpetual 1m`,
      `${pair}@continuousKline_perpetual_1m`,
      `e=continuous_kline E:t ps ct k{t:t T:t i ${CANDLE}}`,
    ],
    [`mini-ticker ${symbol}`, `${symbol}@miniTicker`, `e=24hrMiniTicker E:t s ${SHORT}${ps}`],
    ['all-mini-tickers', '!miniTicker@arr', `e=24hrMiniTicker E:t s ${SHORT}${ps}`],
    [`ticker ${symbol}`, `${symbol}@ticker`, `e=24hrTicker E:t s ${FULL}${ps}`],
    ['all-tickers', '!ticker@arr', `e=24hrTicker E:t s ${FULL}${ps}`],
    [`book-ticker ${symbol}`, `${symbol}@bookTicker`, best],
    ['all-book-tickers', '!bookTicker', best],
    [`partial-depth ${symbol} 20 500ms`, `${symbol}@depth20@500ms`, book],
    [`depth ${symbol} 100ms`, `${symbol}@depth@100ms`, book],
    [`mark-price ${symbol}`, `${symbol}@markPrice`, mark],
    ['all-mark-prices 1s', '!markPrice@arr@1s', mark],
    [`liquidations ${symbol}`, `${symbol}@forceOrder`, `e=forceOrder E:t o{${ordered}}`],
    ['all-liquidations', '!forceOrder@arr', `e=forceOrder E:t o{${ordered}}`],
  ] as const;
}

const ASSET_INDEX = 'e=assetIndexUpdate E:t s i:d b:d a:d B:d A:d q:d g:d Q:d G:d';
/** Returns the row of changed contracts; the bounds of brackets are of a type that differs between the products. */
const contractInfo = (bound: 'i' | 'n') =>
  [
    'contract-info',
    '!contractInfo',
    `e=contractInfo E:t s ps ct dt:t ot:t cs bks[bs:i bnf:${bound} bnc:${bound} mmr:n cf:n mi:i ma:i]`,
  ] as const;
const usdm = [
  ...futures('btcusdt', 'btcusdt', ''),
  ['rpi-depth btcusdt', 'btcusdt@rpiDepth@500ms', 'e=depthUpdate E:t T:t s U:i u:i pu:i b:l a:l'],
  ['composite-index btcusdt', 'btcusdt@compositeIndex', 'e=compositeIndex E:t s p:d C c[b q w:d W:d i:d]'],
  contractInfo('i'),
  ['asset-index btcusd', 'btcusd@assetIndex', ASSET_INDEX],
  ['all-asset-indexes', '!assetIndex@arr', ASSET_INDEX],
] as const;

const PRICES = `E:t ps k{t:t T:t s i ${CANDLE}}`;
const coinm = [
  ...futures('btcusd_perp', 'btcusd', ' ps'),
  contractInfo('n'),
  ['index-price btcusd', 'btcusd@indexPrice', 'e=indexPriceUpdate E:t i p:d'],
  ['index-price-klines btcusd 1m', 'btcusd@indexPriceKline_1m', `e=indexPrice_kline ${PRICES}`],
  ['mark-price-klines btcusd_perp 1m', 'btcusd_perp@markPriceKline_1m', `e=markPrice_kline ${PRICES}`],
] as const;

const OPTION_TICKER =
  'e=24hrTicker E:t T:t s o:d h:d l:d c:d V:d A:d P:d p:d Q:d F:d L:d n:i bo:d ao:d bq:d aq:d b:d a:d d:d t:d g:d v:d vo:d mp:d hl:d ll:d eep:d r:d';
const options = [
  [`trades ${OPTION}`, `${OPTION}@trade`, 'e=trade E:t s t:d p:d q:d b:i a:i T:t S X'],
  [`klines ${OPTION} 5m`, `${OPTION}@kline_5m`, KLINE],
  [`ticker ${OPTION}`, `${OPTION}@ticker`, OPTION_TICKER],
  ['expiry-tickers BTCUSDT 240405', 'BTCUSDT@ticker@240405', OPTION_TICKER],
  ['index-price BTCUSDT', 'BTCUSDT@index', 'e=index E:t s p:d'],
  ['mark-price BTCUSDT', 'BTCUSDT@markPrice', 'e=markPrice E:t s mp:d'],
  [`book-ticker ${OPTION}`, `${OPTION}@bookTicker`, 'e=bookTicker u:i s b:d B:d a:d A:d T:t E:t'],
  [`partial-depth ${OPTION} 10`, `${OPTION}@depth10`, 'e=depth E:t T:t s u:i pu:i b:l a:l'],
  [`depth ${OPTION}`, `${OPTION}@depth`, 'e=depthUpdate E:t T:t s U:i u:i pu:i b:l a:l'],
  ['open-interest BTCUSDT 240405', 'BTCUSDT@openInterest@240405', 'e=openInterest E:t s o:d h:d'],
  ['new-symbols', 'option_pair', 'e=OPTION_PAIR E:t s'],
] as const;

export const MARKET_ROWS: readonly MarketRow[] = Object.entries({ spot, usdm, coinm, options }).flatMap(
  ([line, rows]) => rows.map(([words, name, fields]) => ({ line: line as Line, words, name, fields })),
);
