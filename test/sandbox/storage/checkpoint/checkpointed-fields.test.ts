/**
 * Checks that a checkpoint holds all mutable state: every field of every engine class is used in its method
 * `checkpoint`, or listed here with the reason why it is not. The containers of `engine/state` have their own
 * tests.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SANDBOX = fileURLToPath(new URL('../../../../src/sandbox', import.meta.url));

interface ClassFields {
  readonly file: string;
  readonly name: string;
  readonly fields: readonly string[];
  /** The text of the method `checkpoint`, empty if the class has none. */
  readonly checkpoint: string;
}

function classesIn(file: string): readonly ClassFields[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/^(?:export )?(?:abstract )?class (\w+)[^{]*\{\n([\s\S]*?)^\}$/gm)].map(
    ([, name, body]) => ({
      file: relative(SANDBOX, file),
      name: name!,
      fields: [...body!.matchAll(/^ {2}(?:readonly )?(#?\w+)!?(?:: [^(]*?)?(?: =(?: |$)[\s\S]*?)?;$/gm)].map(
        ([, field]) => field!,
      ),
      checkpoint: /^ {2}checkpoint\([\s\S]*?^ {2}\}$/m.exec(body!)?.[0] ?? '',
    }),
  );
}

const files = ['engine', '.'].flatMap((folder) =>
  readdirSync(join(SANDBOX, folder), { recursive: folder === 'engine', withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !relative(SANDBOX, file).startsWith(join('engine', 'state'))),
);
const classes = files.flatMap(classesIn);

/** Fields set once by the constructor: services of the exchange, and what the object belongs to. */
const CONSTANT: Readonly<Record<string, string>> = {
  AccountModes: '#wallet #market',
  Accounts: 'names',
  AlgoOrders: '#engine #seed #accounts',
  ConvertEngine: '#exchange',
  Deposits: '#exchange #dueEvents',
  EarnEngine: '#exchange',
  ExchangeClock: '#base #pace #startMs #startMonotonicMs',
  Funds: '#exchange nextTransactionId',
  FuturesAccounts: '#accounts #market',
  FuturesDueEvents: '#context',
  FuturesEngine: 'market userEvents #seed #liquiditySource #index',
  FuturesExecution: '#context',
  FuturesInstrument: 'contract #market #liquiditySource #index',
  FuturesWallet: '#accounts #product',
  IsolatedAccounts: '#accounts #symbols',
  Lending: '#accounts #userEvents #values',
  Liquidity: '#source #symbol',
  ListenKeyStore: '#seed',
  ListenTokenStore: '#seed',
  MarginAccounts: '#accounts #symbols',
  MarginEngine: '#context isolated orders',
  MarginOrders: '#context',
  MarginPools: '#accounts #index #market',
  MarginStatusWatch: '#account #values',
  OptionHistories: '#names',
  OptionInstrument: 'contract #quotes',
  OptionInstruments: '#quotes',
  OptionsEngine: 'services publicTrading',
  OrderCounts: '#limits',
  OrderLoans: '#spot #lending',
  RecentTrades: '#tape',
  SeededDeposits: '#key',
  Snapshots: '#exchange',
  SpotEngine: 'seed #accounts #liquiditySource priceOf',
  SpotHistory: '#names',
  SpotInstrument: 'symbol units #liquiditySource',
  SpotUserEvents: '#userEvents',
  SubAccounts: '#exchange',
  Trail: '#order #marketRange #stop',
  Transfers: '#exchange',
  Withdrawals: '#exchange #dueEvents #deposits',
};

/** Fields that are derived from checkpointed ones, or empty between commands. */
const DERIVED: Readonly<Record<string, string>> = {
  OptionInstruments: '#unexpired #active',
  OrderBook: '#bids #asks',
  ProductEngines: '#byRank',
  SpotInstrument: '#filters #averageCache',
  SpotUserEvents: '#changedBalances',
  TradeTape: 'trades aggregates #lastTaker',
};

/** Classes without state that follows from journal entries, or whose state their owners checkpoint. */
const STATELESS: readonly string[] = [
  'AssetMoves',
  'AssetPath',
  'Clearing',
  'DailyPrices',
  'DayRun',
  'DayTotals',
  'FuturesMarket',
  'FuturesUserEvents',
  'MakerCursor',
  'MarginValuation',
  'OppositeSide',
  'OptionContracts',
  'OptionQuotes',
  'PartValues',
  'PathExtremes',
  'PriceLadder',
  'PricePath',
  'RecordedTrack',
  'Refusal',
  'RoutedOffers',
  'SymbolModel1',
  'SymbolModel2',
  'SymbolMoves',
  'TimeSpans',
  'TradeTable',
  'TradeTally',
  'UserEvents',
];

const wordsOf = (text = '') => text.split(' ').filter((word) => word !== '');

describe('the checkpoint of an exchange', () => {
  it('finds the classes of the engines', () => {
    expect(classes.length).toBeGreaterThan(40);
    expect(classes.find(({ name }) => name === 'SpotInstrument')?.fields).toContain('#untouchedUntil');
  });

  it.each(classes.map((one) => [`${one.name} in ${one.file}`, one] as const))(
    'holds every field of %s, or the reason why not is listed',
    (_, { name, fields, checkpoint }) => {
      if (STATELESS.includes(name)) return;
      const known = [...wordsOf(CONSTANT[name]), ...wordsOf(DERIVED[name])];
      const isSaved = (field: string) => new RegExp(`this\\.${field}\\b`).test(checkpoint);
      expect(fields.filter((field) => !isSaved(field) && !known.includes(field))).toEqual([]);
    },
  );

  it('lists no field that does not exist', () => {
    for (const [name, fields] of [...Object.entries(CONSTANT), ...Object.entries(DERIVED)]) {
      const found = classes.filter((one) => one.name === name).flatMap((one) => one.fields);
      expect([name, wordsOf(fields).filter((field) => !found.includes(field))]).toEqual([name, []]);
    }
  });
});
