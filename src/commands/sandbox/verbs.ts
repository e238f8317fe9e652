import { PERMISSIONS } from '../../sandbox/engine/ledger/accounts.ts';
import { SCENARIOS } from '../../sandbox/engine/market/scenario-kinds.ts';
import { FAULTS } from '../../sandbox/faults/fault-kinds.ts';
import type { CommandGroup, OptionSpec } from '../types.ts';

const FAULT_WORDS = Object.keys(FAULTS);

const seedOption: OptionSpec = {
  name: 'seed',
  value: 'n',
  about: 'The market to make, a whole number; the saved one where absent',
};
const portOption: OptionSpec = {
  name: 'port',
  value: 'n',
  about: 'Port of the REST address; a free one where absent',
};
const weightLimit: OptionSpec = {
  name: 'weight-limit',
  value: 'n',
  about: 'Request weight allowed in a minute, instead of the documented limit',
};
const weightsOption: OptionSpec = {
  name: 'weights',
  value: 'listing',
  values: ['first', 'second', 'larger'],
  about: 'Whose weights are counted',
  default: 'larger',
};
const speedOption: OptionSpec = {
  name: 'speed',
  value: 'n',
  about: 'Times as fast as the real time the exchange lives, 1 to 3600',
};
const clockOption: OptionSpec = {
  name: 'clock',
  value: 'clock',
  values: ['running', 'stepped'],
  about: 'Whether time goes on by itself or only by sandbox advance',
  default: 'running',
};
const scenarioOption: OptionSpec = {
  name: 'scenario',
  value: 'name',
  values: Object.keys(SCENARIOS),
  about: 'What the market goes through, from the next minute on',
};
const marketOption: OptionSpec = {
  name: 'market',
  value: 'file.csv',
  isRepeatable: true,
  about: 'Candles of the public archive that the symbol of that name follows',
};
const startOption: OptionSpec = {
  name: 'start',
  value: 'time',
  about: "When the exchange's time begins; with --market the first candle where absent",
};
const replayOption: OptionSpec = {
  name: 'replay',
  value: 'file.ndjson.gz',
  about: 'A recording made with stream --record, told in place of the streams of its product line',
};

export const sandbox: CommandGroup = {
  word: 'sandbox',
  summary: 'A whole exchange on this machine to try things on',
  verbs: [
    {
      words: ['serve'],
      summary: 'Run the sandbox until Ctrl-C, on loopback addresses only',
      options: [
        portOption,
        seedOption,
        weightLimit,
        weightsOption,
        speedOption,
        clockOption,
        scenarioOption,
        marketOption,
        startOption,
        replayOption,
      ],
      handler: () => import('./serve.ts'),
      examples: [
        'sandbox serve --port 8080',
        'sandbox serve --seed 7 --speed 60 -o json',
        'sandbox serve --scenario crash',
        'sandbox serve --market BTCUSDT-1m-2024-01.csv --speed 60',
        'sandbox serve --replay trades.ndjson.gz',
      ],
      notes: [
        'With -o json one line tells every address, once all of them answer. --env sandbox finds the server by itself.',
        'With --scenario, --market, --start or --replay nothing is kept when it ends.',
      ],
    },
    {
      words: ['run'],
      summary: 'Run a program against a sandbox of its own; ends with its exit code',
      positionals: [
        {
          name: 'command',
          required: true,
          isVariadic: true,
          about: 'The program and its arguments, after --',
        },
      ],
      options: [
        seedOption,
        weightLimit,
        weightsOption,
        speedOption,
        clockOption,
        scenarioOption,
        marketOption,
        startOption,
        replayOption,
      ],
      passesThrough: true,
      handler: () => import('./run.ts'),
      examples: ['sandbox run -- npm test', 'sandbox run --seed 7 -- python strategy.py'],
      notes: [
        'The program finds the addresses in SANDBOX_* and BOURSE_* variables; bourse commands below it use this sandbox without options.',
      ],
    },
    {
      words: ['keys', 'add'],
      summary: 'Add an API key of a user to the sandbox, and the user where there is none of that name',
      positionals: [{ name: 'user', about: 'Whose key it is; demo, the built-in user, where absent' }],
      options: [
        {
          name: 'kind',
          value: 'kind',
          values: ['hmac', 'rsa', 'ed25519'],
          about: 'How it signs',
          default: 'hmac',
        },
        { name: 'public-key', value: 'file', about: 'The public half of an RSA or Ed25519 key in PEM form' },
        {
          name: 'permissions',
          value: 'a,b',
          about: `What it may do: ${PERMISSIONS.join(', ')}`,
          default: 'reading,spot',
        },
        { name: 'ips', value: 'a,b', about: 'Addresses that may use it; any where absent' },
        { name: 'sub-of', value: 'user', about: 'Makes a new user a sub-account of this one' },
      ],
      handler: () => import('./keys.ts'),
      examples: [
        'sandbox keys add alice',
        'sandbox keys add bob --kind ed25519 --public-key bob.pub.pem',
        'sandbox keys add night --sub-of demo',
      ],
      notes: [
        'An HMAC secret is made and shown once; of the other kinds the sandbox keeps the public half only.',
      ],
    },
    {
      words: ['fund'],
      summary: 'Deposit an asset to a user of the sandbox',
      positionals: [
        { name: 'asset', required: true, about: 'Such as USDT' },
        { name: 'amount', required: true, about: 'Above 0, at most 8 decimals' },
        { name: 'user', about: 'demo, the built-in user, where absent' },
      ],
      options: [
        {
          name: 'network',
          value: 'network',
          about: 'Chain on which it arrives and is confirmed, such as BSC; it is there at once where absent',
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
      summary: "Let a user's commissions on spot trades be paid in BNB, at a discount",
      positionals: [
        { name: 'state', required: true, about: 'on or off' },
        { name: 'user', about: 'demo, the built-in user, where absent' },
      ],
      handler: () => import('./discount.ts'),
      examples: ['sandbox discount on', 'sandbox discount off alice'],
    },
    {
      words: ['advance'],
      summary: "Move the sandbox's time ahead; what happens by then happens",
      positionals: [{ name: 'span', required: true, about: 'Such as 90s, 8h or 30d' }],
      handler: () => import('./advance.ts'),
      examples: ['sandbox advance 8h', 'sandbox advance 250ms'],
      notes: ['Signed calls may then carry the time of either clock, the sandbox’s or this machine’s.'],
    },
    {
      words: ['faults', 'add'],
      summary: 'Make calls or stream messages of the running sandbox go wrong',
      positionals: [
        {
          name: 'kind',
          required: true,
          values: FAULT_WORDS,
          about: 'What goes wrong; see sandbox faults kinds',
        },
      ],
      options: [
        {
          name: 'route',
          value: 'pattern',
          about: 'A path, a method and path, an endpoint id or a stream; * is any text',
          default: '*',
        },
        { name: 'probability', value: 'p', about: 'From 0 to 1, how likely it strikes', default: '1' },
        { name: 'count', value: 'n', about: 'How often at most; without end where absent' },
        { name: 'after', value: 'n', about: 'How many pass first', default: '0' },
        { name: 'seed', value: 'n', about: 'Of its chance, a whole number', default: '1' },
        { name: 'span', value: 'span', about: 'How long, for kinds that last, such as 250ms or -3s' },
      ],
      handler: () => import('./faults.ts'),
      examples: [
        'sandbox faults add reset-after --route "POST /api/v3/order" --count 1',
        'sandbox faults add delay --span 2s --probability 0.1 --seed 7',
      ],
      notes: ['The rules end with the server. sandbox truth tells what was executed all the same.'],
    },
    {
      words: ['faults', 'list'],
      summary: 'The faults that the running sandbox makes, and how often each struck',
      handler: () => import('./faults.ts'),
      examples: ['sandbox faults list', 'sandbox faults list -o json'],
    },
    {
      words: ['faults', 'clear'],
      summary: 'Let the running sandbox make no more faults, or not that of an id',
      positionals: [{ name: 'id', about: 'As sandbox faults list shows it; all where absent' }],
      handler: () => import('./faults.ts'),
      examples: ['sandbox faults clear', 'sandbox faults clear 2'],
    },
    {
      words: ['faults', 'kinds'],
      summary: 'Every kind of fault there is',
      handler: () => import('./faults.ts'),
      examples: ['sandbox faults kinds', 'sandbox faults kinds -o json'],
    },
    {
      words: ['truth'],
      summary: 'What the running sandbox really executed, whatever it answered',
      options: [
        { name: 'after', value: 'n', about: 'Only what came after this number', default: '0' },
        { name: 'limit', value: 'n', about: 'How many, oldest first', default: '1000' },
      ],
      handler: () => import('./truth.ts'),
      examples: ['sandbox truth', 'sandbox truth --after 12 -o json'],
    },
    {
      words: ['snapshot', 'save'],
      summary: 'Keep the sandbox as it is now under a name',
      positionals: [{ name: 'name', required: true, about: '1 to 64 small letters, digits, "_" and "-"' }],
      handler: () => import('./snapshot.ts'),
      examples: ['sandbox snapshot save funded', 'sandbox snapshot save before-crash'],
    },
    {
      words: ['snapshot', 'restore'],
      summary: 'Make the sandbox what it was when a snapshot was saved',
      positionals: [{ name: 'name', required: true, about: 'As sandbox snapshot list shows it' }],
      handler: () => import('./snapshot.ts'),
      examples: ['sandbox snapshot restore funded', 'sandbox snapshot restore before-crash'],
      notes: ['A server must be ended first: it would not notice. Time goes on from now, not from then.'],
    },
    {
      words: ['snapshot', 'list'],
      summary: 'The snapshots that were saved',
      handler: () => import('./snapshot.ts'),
      examples: ['sandbox snapshot list', 'sandbox snapshot list -o json'],
    },
    {
      words: ['status'],
      summary: 'Whether a sandbox is running, where, and with which seed',
      handler: () => import('./status.ts'),
      examples: ['sandbox status', 'sandbox status -o json'],
    },
    {
      words: ['reset'],
      summary: 'Start the saved sandbox anew',
      options: [seedOption],
      handler: () => import('./reset.ts'),
      examples: ['sandbox reset --seed 7', 'sandbox reset'],
    },
  ],
};
