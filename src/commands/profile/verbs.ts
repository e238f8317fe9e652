import type { CommandGroup, OptionSpec, Positional } from '../types.ts';

const name: Positional = {
  name: 'name',
  required: true,
  about: 'Lowercase letters, digits, "-" and "_", max 64',
};

const addOptions: readonly OptionSpec[] = [
  {
    name: 'api-key',
    value: 'reference',
    about: 'Reference to the API key: env:NAME, file:/path or cmd:["program","argument"]',
  },
  { name: 'secret', value: 'reference', about: 'Reference to the secret or the private key' },
  {
    name: 'keys',
    value: '-',
    values: ['-'],
    about: 'Read the keys from standard input: the API key in the first line, the secret after it',
  },
  {
    name: 'store',
    value: 'place',
    values: ['vault', 'keychain', 'plain'],
    about: 'Where keys that are typed or piped in are stored',
    default: 'vault',
  },
  { name: 'insecure-storage', about: 'Allow --store plain, which leaves the keys unprotected' },
  { name: 'replace', about: 'Replace an existing profile of this name' },
];

export const profile: CommandGroup = {
  word: 'profile',
  summary: 'Named keys, each for one environment',
  verbs: [
    {
      words: ['add'],
      summary: 'Add keys under a name; prompts for keys unless references are given',
      positionals: [name],
      options: addOptions,
      handler: () => import('./add.ts'),
      examples: [
        'profile add main --env live',
        'profile add bot --env testnet --api-key env:BOT_KEY --secret file:/home/me/bot.pem',
      ],
      notes: [
        'Keys are never read from the command line, where others can see them: type them at the hidden prompt, pipe them in with --keys -, or give a reference.',
        'The secret may be an HMAC secret, or an RSA or Ed25519 private key in PEM form; the kind is detected. Ed25519 is best: the exchange then holds no secret of yours.',
        '--host name=url sets a host address for this profile.',
      ],
    },
    {
      words: ['list'],
      summary: 'All profiles',
      handler: () => import('./manage.ts').then((part) => ({ run: part.list })),
      examples: ['profile list', 'profile list -o json'],
    },
    {
      words: ['show'],
      summary: 'Show a profile; the active one if omitted',
      positionals: [{ name: 'name', isProfile: true, about: 'The active profile if omitted' }],
      handler: () => import('./manage.ts').then((part) => ({ run: part.show })),
      examples: ['profile show main', 'profile show'],
    },
    {
      words: ['use'],
      summary: 'Make a profile the active one, whose keys commands without --profile use; or none',
      positionals: [{ name: 'name', isProfile: true, about: 'The profile to use' }],
      options: [{ name: 'none', about: 'Let no profile be active' }],
      handler: () => import('./manage.ts').then((part) => ({ run: part.use })),
      examples: ['profile use main', 'profile use --none'],
    },
    {
      words: ['remove'],
      summary: 'Remove a profile, and the keys that bourse stores for it',
      positionals: [{ ...name, isProfile: true }],
      options: [{ name: 'yes', short: 'y', about: 'Skip the confirmation; required without a terminal' }],
      handler: () => import('./manage.ts').then((part) => ({ run: part.remove })),
      examples: ['profile remove bot', 'profile remove bot --yes'],
    },
    {
      words: ['test'],
      summary: 'Test a profile: connection, clock, keys and permissions',
      positionals: [{ name: 'name', isProfile: true, about: 'The keys that a command would use if omitted' }],
      handler: () => import('./test.ts'),
      examples: ['profile test main', 'profile test -o json'],
      notes: ['Exit code 0 if the keys work, 1 if there is a fault.'],
    },
  ],
};
