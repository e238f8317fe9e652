import { PERMISSIONS } from '../../sandbox/engine/ledger/accounts.ts';
import { FAULTS } from '../../sandbox/faults/fault-kinds.ts';
import type { CommandGroup } from '../types.ts';
import {
  exchangeOptions,
  marketModelOption,
  portOption,
  programOptions,
  seedOption,
} from './start-options.ts';

const FAULT_WORDS = Object.keys(FAULTS);

export const sandbox: CommandGroup = {
  word: 'sandbox',
  summary: 'A simulated exchange on this machine',
  verbs: [
    {
      words: ['serve'],
      summary: 'Run the sandbox until Ctrl-C, on loopback addresses only',
      options: [portOption, ...exchangeOptions],
      outsideBatch: { why: 'it runs until it is stopped' },
      handler: () => import('./serve.ts'),
      examples: [
        'sandbox serve --port 8080',
        'sandbox serve --seed 7 --speed 60 -o json',
        'sandbox serve --interface today --order-limit 1000',
        'sandbox serve --scenario crash',
        'sandbox serve --market BTCUSDT-1m-2024-01.csv --speed 60',
        'sandbox serve --replay trades.ndjson.gz',
        'sandbox serve --replay lake --symbols BTCUSDT --from 2024-01-01 --speed 60',
      ],
      notes: [
        'With -o json one line lists every address once the server is ready. Commands with --env sandbox find the server.',
        'With --scenario, --market, --start or --replay no state is saved.',
        'From candles follow prices, volumes, the path within a candle and its trades, unless the lake has trades that add up to the candle; the order book around the last price is simulated.',
      ],
    },
    {
      words: ['run'],
      summary: 'Run a program against a new sandbox; returns its exit code',
      positionals: [
        {
          name: 'command',
          required: true,
          isVariadic: true,
          about: 'The program and its arguments, after --',
        },
      ],
      options: [...programOptions, ...exchangeOptions],
      passesThrough: true,
      outsideBatch: { why: 'it gives the terminal to another program' },
      handler: () => import('./run.ts'),
      examples: [
        'sandbox run -- npm test',
        'sandbox run --seed 7 -- python strategy.py',
        'sandbox run --sdk ccxt -- node bot.js',
      ],
      notes: [
        'The program gets the addresses in SANDBOX_SPOT_URL, SANDBOX_USDM_URL, SANDBOX_SPOT_WS_URL and so on, a key in SANDBOX_API_KEY and SANDBOX_API_SECRET; bourse commands that it starts use this sandbox.',
        'A program of Node is kept from connecting to the real exchange; programs in other languages are not.',
        'With --sdk, connections of a Node program to the exchange lead to the sandbox, and the variables that the documents of the client name hold the key.',
      ],
    },
    {
      words: ['keys', 'add'],
      summary: 'Add an API key for a user of the sandbox; creates the user if needed',
      positionals: [{ name: 'user', about: 'Owner of the key; the built-in user demo if omitted' }],
      options: [
        {
          name: 'kind',
          value: 'kind',
          values: ['hmac', 'rsa', 'ed25519'],
          about: 'Kind of the key',
          default: 'hmac',
        },
        {
          name: 'public-key',
          value: 'file',
          about: 'Public key of an RSA or Ed25519 key pair, as a PEM file',
        },
        {
          name: 'permissions',
          value: 'a,b',
          about: `Permissions: ${PERMISSIONS.join(', ')}`,
          default: 'reading,spot',
        },
        { name: 'ips', value: 'a,b', about: 'IP addresses that may use the key; any if omitted' },
        { name: 'sub-of', value: 'user', about: 'Create the new user as a sub-account of this user' },
      ],
      handler: () => import('./keys.ts'),
      examples: [
        'sandbox keys add alice',
        'sandbox keys add bob --kind ed25519 --public-key bob.pub.pem',
        'sandbox keys add night --sub-of demo',
      ],
      notes: [
        'An HMAC secret is generated and printed once; of RSA and Ed25519 keys the sandbox stores the public key only.',
      ],
    },
    {
      words: ['fund'],
      summary: 'Deposit an asset for a user of the sandbox',
      positionals: [
        { name: 'asset', required: true, about: 'Such as USDT' },
        { name: 'amount', required: true, about: 'Above 0, max 8 decimals' },
        { name: 'user', about: 'User; the built-in user demo if omitted' },
      ],
      options: [
        {
          name: 'network',
          value: 'network',
          about: 'Network that confirms the deposit, such as BSC; credited immediately if omitted',
        },
      ],
      handler: () => import('./fund.ts'),
      examples: [
        'sandbox fund USDT 1000 alice',
        'sandbox fund BTC 0.5',
        'sandbox fund USDT 50 --network BSC',
      ],
    },
    {
      words: ['discount'],
      summary: 'Pay spot commissions of a user in BNB at a discount, or stop doing so',
      positionals: [
        { name: 'state', required: true, about: 'on or off' },
        { name: 'user', about: 'User; the built-in user demo if omitted' },
      ],
      handler: () => import('./discount.ts'),
      examples: ['sandbox discount on', 'sandbox discount off alice'],
    },
    {
      words: ['advance'],
      summary: "Advance the sandbox's clock; runs all events that are due by then",
      positionals: [{ name: 'span', required: true, about: 'Such as 90s, 8h or 30d' }],
      handler: () => import('./advance.ts'),
      examples: ['sandbox advance 8h', 'sandbox advance 250ms'],
      notes: ["Signed calls may then use the timestamp of the sandbox's clock or of this machine's."],
    },
    {
      words: ['faults', 'add'],
      summary: 'Inject faults into calls or stream messages of the running sandbox',
      positionals: [
        {
          name: 'kind',
          required: true,
          values: FAULT_WORDS,
          about: 'Kind of fault; see sandbox faults kinds',
        },
      ],
      options: [
        {
          name: 'route',
          value: 'pattern',
          about: 'Path, method and path, endpoint id or stream; * matches any text',
          default: '*',
        },
        { name: 'probability', value: 'p', about: 'Probability of the fault, 0 to 1', default: '1' },
        { name: 'count', value: 'n', about: 'Max number of faults; unlimited if omitted' },
        {
          name: 'after',
          value: 'n',
          about: 'Number of calls that pass before the first fault',
          default: '0',
        },
        { name: 'seed', value: 'n', about: 'Seed of the random draws, a whole number', default: '1' },
        { name: 'span', value: 'span', about: 'Duration, for kinds that have one, such as 250ms or -3s' },
      ],
      handler: () => import('./faults.ts'),
      examples: [
        'sandbox faults add reset-after --route "POST /api/v3/order" --count 1',
        'sandbox faults add delay --span 2s --probability 0.1 --seed 7',
      ],
      notes: ['Fault rules end with the server. sandbox truth lists what was executed.'],
    },
    {
      words: ['faults', 'list'],
      summary: 'List the fault rules of the running sandbox, with their counts',
      handler: () => import('./faults.ts'),
      examples: ['sandbox faults list', 'sandbox faults list -o json'],
    },
    {
      words: ['faults', 'clear'],
      summary: 'Remove all fault rules of the running sandbox, or one by id',
      positionals: [{ name: 'id', about: 'Id from sandbox faults list; all rules if omitted' }],
      handler: () => import('./faults.ts'),
      examples: ['sandbox faults clear', 'sandbox faults clear 2'],
    },
    {
      words: ['faults', 'kinds'],
      summary: 'List the kinds of faults',
      handler: () => import('./faults.ts'),
      examples: ['sandbox faults kinds', 'sandbox faults kinds -o json'],
    },
    {
      words: ['truth'],
      summary: 'Execution log: what the running sandbox executed, regardless of its answers',
      options: [
        { name: 'after', value: 'n', about: 'Only entries after this number', default: '0' },
        { name: 'limit', value: 'n', about: 'Max entries, oldest first', default: '1000' },
      ],
      handler: () => import('./truth.ts'),
      examples: ['sandbox truth', 'sandbox truth --after 12 -o json'],
    },
    {
      words: ['snapshot', 'save'],
      summary: 'Save the current state of the sandbox under a name',
      positionals: [
        { name: 'name', required: true, about: '1 to 64 lowercase letters, digits, "_" and "-"' },
      ],
      handler: () => import('./snapshot.ts'),
      examples: ['sandbox snapshot save funded', 'sandbox snapshot save before-crash'],
    },
    {
      words: ['snapshot', 'restore'],
      summary: 'Restore the sandbox from a snapshot',
      positionals: [{ name: 'name', required: true, about: 'Name from sandbox snapshot list' }],
      handler: () => import('./snapshot.ts'),
      examples: ['sandbox snapshot restore funded', 'sandbox snapshot restore before-crash'],
      notes: [
        'Stop a running server first: it would not load the snapshot. The clock continues from now, not from the time of the snapshot.',
      ],
    },
    {
      words: ['snapshot', 'list'],
      summary: 'List saved snapshots',
      handler: () => import('./snapshot.ts'),
      examples: ['sandbox snapshot list', 'sandbox snapshot list -o json'],
    },
    {
      words: ['status'],
      summary: 'Whether a sandbox is running, with its addresses, seed and ignored parameters',
      handler: () => import('./status.ts'),
      examples: ['sandbox status', 'sandbox status -o json'],
    },
    {
      words: ['reset'],
      summary: 'Delete the saved sandbox state and start over',
      options: [seedOption, marketModelOption],
      handler: () => import('./reset.ts'),
      examples: ['sandbox reset --seed 7', 'sandbox reset'],
    },
  ],
};
