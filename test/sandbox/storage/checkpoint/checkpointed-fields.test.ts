/**
 * Whether all that an exchange can change is in its image: every field of every class of the engines is named in the
 * class's `keep`, or here with the reason why an image does without it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SANDBOX = fileURLToPath(new URL('../../../../src/sandbox', import.meta.url));

interface Found {
  readonly file: string;
  readonly name: string;
  readonly fields: readonly string[];
  /** The text of its `keep`, empty where it has none. */
  readonly keep: string;
}

function classesIn(file: string): readonly Found[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/^(?:export )?(?:abstract )?class (\w+)[^{]*\{\n([\s\S]*?)^\}$/gm)].map(
    ([, name, body]) => ({
      file: relative(SANDBOX, file),
      name: name!,
      fields: [...body!.matchAll(/^ {2}(?:readonly )?(#?\w+)!?(?:: [^(]*?)?(?: =(?: |$)[\s\S]*?)?;$/gm)].map(
        ([, field]) => field!,
      ),
      keep: /^ {2}keep\([\s\S]*?^ {2}\}$/m.exec(body!)?.[0] ?? '',
    }),
  );
}

const files = ['engine', '.'].flatMap((folder) =>
  readdirSync(join(SANDBOX, folder), { recursive: folder === 'engine', withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name)),
);
const classes = files.flatMap(classesIn);

/** Given to a holder once and for all: the parts of the exchange that it acts upon, and what it is of. */
const WIRED: Readonly<Record<string, string>> = {
  Accounts: 'names',
  Convert: '#exchange',
  Deposits: '#exchange #agenda',
  Desk: 'symbol units #venue',
  DeskHistory: '#names',
  Earn: '#exchange',
  ExchangeClock: '#base #pace #startMs #startMonotonicMs',
  Following: '#spot #lending',
  Funds: '#exchange nextId',
  FuturesBooks: '#accounts #market',
  FuturesDesk: 'contract #venue #index',
  FuturesEngine: 'line market tell #seed #venue #index',
  FuturesExecution: '#board',
  Hazards: '#board',
  Lending: '#accounts #notices',
  LevelWatch: '#account #values',
  Liquidity: '#venue #symbol',
  ListenKeys: '#seed',
  MarginAccounts: '#accounts #symbols',
  MarginEngine: '#floor',
  OptionDesk: 'contract #quotes',
  OptionDesks: '#names #quotes',
  OptionsEngine: 'floor shown',
  OrderCounts: '#limits',
  Pots: '#books #index',
  Purse: '#accounts #line',
  RecentTrades: '#tape',
  SeededArrivals: '#key',
  Snapshots: '#exchange',
  SpotEngine: 'seed #accounts #venue priceOf',
  SpotNotices: '#notices',
  SubAccounts: '#exchange',
  Trail: '#order #path #stop',
  Transfers: '#exchange',
  UserHistories: '#names',
  Withdrawals: '#exchange #agenda #deposits',
};

/** Found again from the rest, or gone by the end of a command. */
const MADE_ANEW: Readonly<Record<string, string>> = {
  Desk: '#filters #average',
  OptionDesks: '#live #busy',
  Parts: '#ranked',
  RestingBook: '#bids #asks',
  SpotNotices: '#touched',
  Tape: '#taker',
};

/** Classes that hold nothing of what deeds have led to, or what their owners keep for them. */
const STATELESS: readonly string[] = [
  'Cells',
  'Clearing',
  'Contracts',
  'Faults',
  'FuturesMarket',
  'FuturesTeller',
  'Ladder',
  'LaidRows',
  'Makers',
  'MarginValues',
  'Notices',
  'Quotes',
  'Refusal',
  'Tally',
  'Track',
];

const wordsOf = (text = '') => text.split(' ').filter((word) => word !== '');

describe('the image of an exchange', () => {
  it('finds the classes of the engines', () => {
    expect(classes.length).toBeGreaterThan(40);
    expect(classes.find(({ name }) => name === 'Desk')?.fields).toContain('#quietUntil');
  });

  it.each(classes.map((one) => [`${one.name} in ${one.file}`, one] as const))(
    'holds every field of %s, or it is said why not',
    (_, { name, fields, keep }) => {
      if (STATELESS.includes(name)) return;
      const known = [...wordsOf(WIRED[name]), ...wordsOf(MADE_ANEW[name])];
      const isKept = (field: string) => new RegExp(`this\\.${field}\\b`).test(keep);
      expect(fields.filter((field) => !isKept(field) && !known.includes(field))).toEqual([]);
    },
  );

  it('is told of no field that there is not', () => {
    for (const [name, fields] of [...Object.entries(WIRED), ...Object.entries(MADE_ANEW)]) {
      const found = classes.filter((one) => one.name === name).flatMap((one) => one.fields);
      expect([name, wordsOf(fields).filter((field) => !found.includes(field))]).toEqual([name, []]);
    }
  });
});
