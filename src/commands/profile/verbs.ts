import type { CommandGroup, OptionSpec, Positional } from '../types.ts';

const name: Positional = {
  name: 'name',
  required: true,
  about: 'Small letters, digits, "-" and "_", at most 64',
};

const addOptions: readonly OptionSpec[] = [
  {
    name: 'api-key',
    value: 'reference',
    about: 'Where the API key is: env:NAME, file:/path or cmd:["program","argument"]',
  },
  { name: 'secret', value: 'reference', about: 'Where the secret or the private key is, in the same way' },
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
    about: 'Where keys that are typed or piped in are kept',
    default: 'vault',
  },
  { name: 'insecure-storage', about: 'Allow --store plain, which leaves the keys unprotected' },
  { name: 'replace', about: 'Take the place of a profile of this name' },
];

export const profile: CommandGroup = {
  word: 'profile',
  summary: 'Named keys, each for one environment',
  verbs: [
    {
      words: ['add'],
      summary: 'Add keys under a name; asks for them unseen unless told where they are',
      positionals: [name],
      options: addOptions,
      handler: () => import('./add.ts'),
      examples: [
        'profile add main --env live',
        'profile add bot --env testnet --api-key env:BOT_KEY --secret file:/home/me/bot.pem',
      ],
      notes: [
        'Keys are never taken from the command line, where others can see them: they are typed unseen, piped in with --keys -, or named by a reference.',
        'The secret may be an HMAC secret, an RSA or an Ed25519 private key in PEM form; which, it tells itself. Ed25519 is best: the exchange then holds no secret of yours.',
        '--host name=url gives the profile addresses of its own.',
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
      summary: 'One profile; the one in use where none is named',
      positionals: [{ name: 'name', isProfile: true, about: 'The one in use, where absent' }],
      handler: () => import('./manage.ts').then((part) => ({ run: part.show })),
      examples: ['profile show main', 'profile show'],
    },
    {
      words: ['use'],
      summary: 'Make a profile the one that commands use where none is named',
      positionals: [{ ...name, isProfile: true }],
      handler: () => import('./manage.ts').then((part) => ({ run: part.use })),
      examples: ['profile use main', 'profile use bot'],
    },
    {
      words: ['remove'],
      summary: 'Remove a profile, and its keys where bourse keeps them',
      positionals: [{ ...name, isProfile: true }],
      options: [{ name: 'yes', short: 'y', about: 'Do not ask; needed where nobody can be asked' }],
      handler: () => import('./manage.ts').then((part) => ({ run: part.remove })),
      examples: ['profile remove bot', 'profile remove bot --yes'],
    },
    {
      words: ['test'],
      summary: 'Try a profile: the way to the exchange, the clock, the keys and what they may do',
      positionals: [
        { name: 'name', isProfile: true, about: 'The keys that a command would use, where absent' },
      ],
      handler: () => import('./test.ts'),
      examples: ['profile test main', 'profile test -o json'],
      notes: ['Exit code 0 when the keys work, 1 when something is at fault.'],
    },
  ],
};
