/** The commands that are run when the program is built, to find out which modules are needed together. */
import { join } from 'node:path';
import { FIRST_PACK } from '../cli/load.ts';
import { ACTIONS, type Action } from '../thesis/contract.ts';

/** Command lines by pack; a pack contains the modules that its commands need beyond those of the packs before it. */
export type Commands = Readonly<Record<string, readonly (readonly string[])[]>>;

/** The commands that a start pack is made from. */
export interface StartCommands {
  /** Commands that need DuckDB, run before the lines. Where it is not installed the pack stays empty. */
  readonly first?: readonly (readonly string[])[];
  readonly lines: readonly (readonly string[])[];
  /** Commands after which the lines are run once more, on the files that these commands leave. */
  readonly again?: readonly (readonly string[])[];
}

/**
 * Returns the commands that each start pack is made from; those that need an exchange reach one at `origin` or the sandbox.
 * The folder `files` has a thesis of each action, in the files of `thesisFile`, and candles of the months of `CANDLE_MONTHS`, in
 * those of `candleFile`.
 */
export function startCommandsFor(files: string, origin: string): Readonly<Record<string, StartCommands>> {
  const [imported = [], other = []] = CANDLE_MONTHS.map((month) => [
    'lake',
    'import',
    candleFile(files, month),
  ]);
  const order = ['trade', 'buy', 'BTCUSDT', '1', '--at', '5', '--yes', '--host', `spot=${origin}`];
  return {
    'order-start.pack': {
      lines: [
        order,
        [...order, '-o', 'json'],
        ['trade', 'sell', ...order.slice(2)],
        ['trade', 'order', 'place', 'BTCUSDT', ...PLACED, '--yes', '--host', `spot=${origin}`],
      ],
    },
    'stream-start.pack': {
      lines: [
        [
          'stream',
          'raw',
          'btcusdt@trade',
          '--count',
          '1',
          '--host',
          `spot-ws=${origin.replace('http', 'ws')}`,
        ],
      ],
    },
    'thesis-start.pack': {
      lines: ACTIONS.map((action) => ['thesis', 'validate', thesisFile(files, action)]),
    },
    'lake-status-start.pack': {
      first: [imported],
      lines: [
        ['lake', 'status'],
        ['lake', 'status', '-o', 'json'],
      ],
    },
    'lake-sql-start.pack': {
      first: [imported],
      lines: [
        ['lake', 'sql', LAKE_QUERY],
        ['lake', 'sql', LAKE_QUERY, '-o', 'json'],
      ],
    },
    'lake-import-start.pack': { first: [imported], lines: [other, [...other, '-o', 'json']] },
    'paper-start.pack': {
      lines: [
        ['paper', 'positions'],
        ['paper', 'positions', '-o', 'json'],
        ['paper', 'balance', '-o', 'json'],
        ['paper', 'history', '-o', 'json'],
      ],
    },
    'sandbox-account-start.pack': {
      lines: [
        ['trade', 'buy', 'BTCUSDT', '0.01', '--yes', ...SANDBOX],
        ['trade', 'buy', 'BTCUSDT', '0.01', '--at', '60000', '--yes', '-o', 'json', ...SANDBOX],
        ['trade', 'open-orders', ...SANDBOX],
        ['trade', 'order', 'get', 'BTCUSDT', '--order-id', '1', ...SANDBOX],
        ['account', 'balance', ...SANDBOX],
        ['account', 'trades', 'BTCUSDT', ...SANDBOX],
      ],
    },
    'sandbox-start.pack': {
      lines: [
        ['market', 'ticker', 'price', 'BTCUSDT', ...SANDBOX],
        ['market', 'klines', 'BTCUSDT', '1h', '--limit', '60', ...SANDBOX],
        ['market', 'depth', 'BTCUSDT', '--limit', '5', ...SANDBOX],
      ],
      // An order that rests, and one whose trades are among those of the market.
      again: [
        ['trade', 'buy', 'BTCUSDT', '0.01', '--at', '60000', '--yes', ...SANDBOX],
        ['trade', 'buy', 'BTCUSDT', '0.01', '--yes', ...SANDBOX],
      ],
    },
  };
}

/** The number of rows of a page that is recognised by its bytes. */
export const LONG_PAGE_ROWS = 500;

/** Returns the path of the valid thesis of an action in a folder. */
export function thesisFile(folder: string, action: Action): string {
  return join(folder, `${action}.json`);
}

/** The months of candles that the commands of the lake import. */
export const CANDLE_MONTHS = ['2024-01', '2024-02'] as const;

/** Returns the path of the candles of a month in a folder. */
export function candleFile(folder: string, month: string): string {
  return join(folder, `BTCUSDT-1m-${month}.csv`);
}

const LAKE_QUERY = "SELECT open_time, close, volume FROM candles WHERE symbol = 'BTCUSDT' ORDER BY open_time";

const SANDBOX = ['--env', 'sandbox'];

const PLACED = '--side BUY --type LIMIT --time-in-force GTC --quantity 1 --price 5'.split(' ');

/** Returns the commands; `home` is a folder for their files, `origin` the address of the exchange they call. */
export function commandsFor(home: string, origin: string): Commands {
  const against = (host: string, ...lines: readonly string[]) =>
    lines.map((line) => [
      ...line.split(' '),
      '--host',
      `${host}=${host.endsWith('-ws') ? origin.replace('http', 'ws') : origin}`,
    ]);
  const klines = ['market', 'klines', 'BTCUSDT', '1h', '--limit', '60'];
  const [remote = []] = against('spot', klines.join(' '));
  const order = 'trade order get X --order-id 1';
  const last = join(home, LAST_OUTPUT);
  return {
    // What every command needs.
    [FIRST_PACK]: [['completion', 'bash']],
    'market.pack': [
      [...remote, '-o', 'json'],
      ...against('spot', `market klines BTCUSDT 1h --limit ${LONG_PAGE_ROWS} -o json`),
    ],
    'rows.pack': ['ndjson', 'csv'].map((format) => [...remote, '-o', format]),
    'tables.pack': [
      [...remote, '-o', 'table'],
      ...against('spot', 'market klines BTCUSDT 1h --limit 5 -o table'),
    ],
    // Sections of the catalogue that market data commands use together. Without packs of their own they would be
    // stored in the sandbox's pack.
    'spot.pack': against('spot', 'market depth X', 'market ticker 24hr X', 'market info X'),
    'futures.pack': [
      ...against('usdm', 'market klines X 1h --on usdm'),
      ...against('coinm', 'market klines X 1h --on coinm'),
    ],
    'options.pack': against('options', 'market klines X 1h --on options'),
    'account.pack': against('spot', 'account info'),
    'orders.pack': against('spot', order),
    'positions.pack': [
      ...against('usdm', 'account positions', `${order} --on usdm`),
      ...against('coinm', 'account positions --on coinm', `${order} --on coinm`),
    ],
    'funds.pack': against(
      'spot',
      'funds account-status',
      'funds coins',
      'funds withdrawals',
      'sub list',
      'sub transfer history',
    ),
    'margin.pack': against(
      'spot',
      'margin interest',
      'margin assets',
      'margin open-orders',
      'margin borrow X 1 --dry-run',
    ),
    'earn.pack': against(
      'spot',
      'earn flexible list',
      'mining algorithms',
      'fiat orders 0',
      'c2c orders BUY',
      'convert pairs X',
    ),
    'pages.pack': against('spot', 'market klines BTCUSDT 1h --start-time 0 --all'),
    'placing.pack': against('spot', 'trade buy X 1 --at 5 --yes'),
    'streams.pack': against('spot-ws', 'stream trades X --for 50ms'),
    // The rules of a thesis depend on its action.
    'theses.pack': ACTIONS.flatMap((action) => [
      ['thesis', 'new', '--action', action],
      ['thesis', 'validate', last],
    ]),
    'sandbox.pack': [
      [...klines, '--env', 'sandbox'],
      ['market', 'ticker', '24hr', 'BTCUSDT', '--env', 'sandbox'],
    ],
    // The checks of an order against the symbol's rules are used for live orders as well.
    'checks.pack': [['trade', 'buy', 'BTCUSDT', '0.001', '--at', '60000', '--env', 'sandbox', '--dry-run']],
    // A sandbox with a journal replays the journal, which needs further modules.
    'hosting.pack': [
      ['sandbox', 'fund', 'BTC', '1'],
      [...klines, '--env', 'sandbox'],
      ['trade', 'buy', 'BTCUSDT', '0.01', '--env', 'sandbox'],
      [...klines, '--env', 'sandbox'],
    ],
  };
}

/** The file in `home` that holds the output of the last command. */
export const LAST_OUTPUT = 'last-output';
