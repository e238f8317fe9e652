import { PERMISSIONS } from '../sandbox/engine/accounts.ts';
import type { CommandGroup, OptionSpec } from './types.ts';

const seed: OptionSpec = {
  name: 'seed',
  value: 'n',
  about: 'The market to make, a whole number; the saved one where absent',
};
const port: OptionSpec = {
  name: 'port',
  value: 'n',
  about: 'Port of the REST address; a free one where absent',
};
const weightLimit: OptionSpec = {
  name: 'weight-limit',
  value: 'n',
  about: 'Request weight allowed in a minute, instead of the documented limit',
};
const listing: OptionSpec = {
  name: 'weights',
  value: 'listing',
  values: ['first', 'second', 'larger'],
  about: 'Whose weights are counted',
  default: 'larger',
};

export const sandbox: CommandGroup = {
  word: 'sandbox',
  summary: 'A whole exchange on this machine to try things on',
  verbs: [
    {
      words: ['serve'],
      summary: 'Run the sandbox until Ctrl-C, on loopback addresses only',
      options: [port, seed, weightLimit, listing],
      handler: () => import('./handlers/sandbox-serve.ts'),
      examples: ['sandbox serve --port 8080', 'sandbox serve --seed 7 -o json'],
      notes: [
        'With -o json one line tells every address, once all of them answer. --env sandbox finds the server by itself.',
      ],
    },
    {
      words: ['run'],
      summary: 'Run a program against a sandbox of its own; ends with its exit code',
      positionals: [
        { name: 'command', required: true, many: true, about: 'The program and its arguments, after --' },
      ],
      options: [seed, weightLimit, listing],
      passesThrough: true,
      handler: () => import('./handlers/sandbox-run.ts'),
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
      ],
      handler: () => import('./handlers/sandbox-keys.ts'),
      examples: ['sandbox keys add alice', 'sandbox keys add bob --kind ed25519 --public-key bob.pub.pem'],
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
      handler: () => import('./handlers/sandbox-fund.ts'),
      examples: ['sandbox fund USDT 1000 alice', 'sandbox fund BTC 0.5'],
    },
    {
      words: ['status'],
      summary: 'Whether a sandbox is running, where, and with which seed',
      handler: () => import('./handlers/sandbox-status.ts'),
      examples: ['sandbox status', 'sandbox status -o json'],
    },
    {
      words: ['reset'],
      summary: 'Start the saved sandbox anew',
      options: [seed],
      handler: () => import('./handlers/sandbox-reset.ts'),
      examples: ['sandbox reset --seed 7', 'sandbox reset'],
    },
  ],
};
