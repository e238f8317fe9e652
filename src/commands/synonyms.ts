/**
 * Words of other programs for commands and options of bourse. A word is looked up only where bourse has no command or
 * option of that name; shell completion and help do not offer it.
 */

/** Words that people type for a command. */
export interface CommandSynonym {
  /** The words, each typed alone (`bourse candles`) or after the group of the command (`bourse market candles`). */
  readonly typed: readonly string[];
  /** The command that is meant, such as "market klines". */
  readonly command: string;
  /** Whether the command only reads, so that it is run; any other is named in an error, and runs when it is typed. */
  readonly runs?: true;
}

/** An option that people type. */
export interface OptionSynonym {
  /** The option, with its dashes. */
  readonly typed: string;
  /** The options that can be meant; the first one that the command has is. One with a value stands for a switch. */
  readonly means: readonly string[];
  /** Values that show that something else is meant, and the hint for it. */
  readonly unlessValue?: { readonly matches: RegExp; readonly hint: string };
}

/** Matches the name of a file, which no time looks like. */
const FILE_NAME = /[/\\]|\.(?:csv|json|ndjson|jsonl|txt|parquet|xlsx)$/i;

export const COMMAND_SYNONYMS: readonly CommandSynonym[] = [
  {
    typed: ['candles', 'candle', 'candlesticks', 'ohlc', 'ohlcv', 'kline'],
    command: 'market klines',
    runs: true,
  },
  { typed: ['price', 'prices'], command: 'market ticker price', runs: true },
  { typed: ['book', 'orderbook', 'order-book'], command: 'market depth', runs: true },
  { typed: ['tickers'], command: 'market ticker 24hr', runs: true },
  { typed: ['bbo', 'best-price'], command: 'market ticker book', runs: true },
  { typed: ['symbols', 'instruments', 'markets'], command: 'market info', runs: true },
  { typed: ['funding', 'funding-rates'], command: 'market funding-rate', runs: true },
  { typed: ['balances', 'balance'], command: 'account balance', runs: true },
  { typed: ['fills', 'my-trades'], command: 'account trades', runs: true },
  { typed: ['positions', 'position'], command: 'account positions', runs: true },
  { typed: ['status', 'health'], command: 'doctor', runs: true },
  { typed: ['pnl', 'profit'], command: 'account pnl', runs: true },
  { typed: ['fees'], command: 'account fees', runs: true },
  { typed: ['summary', 'overview'], command: 'account summary', runs: true },
  { typed: ['open-orders'], command: 'trade open-orders', runs: true },
  { typed: ['cancel'], command: 'trade cancel' },
  { typed: ['long'], command: 'trade buy' },
  { typed: ['short'], command: 'trade sell' },
  { typed: ['login', 'auth', 'configure', 'setup'], command: 'profile add' },
  { typed: ['logout'], command: 'profile remove' },
  { typed: ['backtest'], command: 'thesis replay' },
];

export const OPTION_SYNONYMS: readonly OptionSynonym[] = [
  { typed: '--json', means: ['--output=json'] },
  { typed: '--csv', means: ['--output=csv'] },
  { typed: '--ndjson', means: ['--output=ndjson'] },
  { typed: '--jsonl', means: ['--output=ndjson'] },
  { typed: '--format', means: ['--output'] },
  { typed: '-n', means: ['--limit', '--count', '--rows', '--size', '--top'] },
  { typed: '--since', means: ['--start'] },
  { typed: '--from', means: ['--start'] },
  { typed: '--until', means: ['--end'] },
  {
    typed: '--to',
    means: ['--end'],
    unlessValue: {
      matches: FILE_NAME,
      hint: 'To write to a file, redirect the output, such as: -o csv > file.csv',
    },
  },
  { typed: '--tz', means: ['--zone'] },
  { typed: '--file', means: ['--to'] },
  { typed: '--out', means: ['--to'] },
];

/** Words after a group that has no such command, which are arguments or commands of another one. */
interface MisplacedWords {
  readonly group: string;
  /** Matches the word after the group. */
  readonly word: RegExp;
  /** The words that are meant in place of the group; the typed word follows them. */
  readonly command: string;
  /** Whether `command` also stands in place of the typed word. */
  readonly isReplaced?: true;
  /** Options that belong to the line that is meant. */
  readonly options?: readonly string[];
}

export const MISPLACED_WORDS: readonly MisplacedWords[] = [
  { group: 'wallet', word: /^0x[\da-f]*$/i, command: 'wallet holdings', options: ['--chain', '56'] },
  { group: 'account', word: /^(orders|open-orders)$/, command: 'trade open-orders', isReplaced: true },
  { group: 'account', word: /^(deposits|withdrawals)$/, command: 'funds' },
  {
    group: 'watch',
    word: /^(ticker|mini-ticker|trades|agg-trades|klines|book|mark-price|book-ticker)$/,
    command: 'stream',
    options: ['--watch'],
  },
];

/** The command that is meant by words of other programs. */
export interface MeantCommand extends Pick<CommandSynonym, 'command' | 'runs'> {
  /** The words that were typed for it: the synonym, or a group and the synonym. */
  readonly words: readonly string[];
}

/** Returns the command that is meant by the first words of a command line; undefined if they are no synonym. */
export function meantCommand(words: readonly string[]): MeantCommand | undefined {
  const [first = '', second = ''] = words;
  for (const { typed, command, runs } of COMMAND_SYNONYMS) {
    const count = typed.includes(first)
      ? 1
      : command.startsWith(`${first} `) && typed.includes(second)
        ? 2
        : 0;
    if (count > 0) return { command, ...(runs === undefined ? {} : { runs }), words: words.slice(0, count) };
  }
  return undefined;
}
