import type { CommandGroup } from '../types.ts';

export const policy: CommandGroup = {
  word: 'policy',
  summary: 'Which writes bourse may send: rules, and a halt of writes',
  verbs: [
    {
      words: ['check'],
      summary: 'Check a policy file; the one that is in force if omitted',
      positionals: [{ name: 'file', about: 'Path of the file; the policy that is in force if omitted' }],
      handler: () => import('./policy.ts').then((part) => ({ run: part.check })),
      examples: ['policy check', 'policy check policy.json'],
      notes: [
        'Exit code 9 if the file cannot be used; the error lists every fault with its place.',
        'The policy in force is policy.json in the configuration folder, with mode 0600. Which rule would decide a write is shown by --dry-run of its command.',
      ],
    },
    {
      words: ['explain'],
      summary: 'Show which rule would decide a call, and which conditions of the rules before it do not hold',
      positionals: [
        { name: 'endpoint', required: true, about: 'Id of the endpoint, such as spot.order.new' },
        { name: 'parameters', isVariadic: true, about: 'Parameters of the call, each as name=value' },
      ],
      options: [
        { name: 'venue', value: 'venue', about: 'Where the call would go', default: 'live' },
        {
          name: 'door',
          value: 'door',
          values: ['cli', 'api', 'ws', 'library', 'serve'],
          about: 'By which commands the call would come: api, ws, library, serve, or cli for all others',
          default: 'cli',
        },
      ],
      handler: () => import('./explain.ts').then((part) => ({ run: part.explain })),
      examples: [
        'policy explain spot.order.new symbol=BTCUSDT side=BUY type=LIMIT',
        'policy explain funds.withdraw coin=USDT address=0x1 --venue live -o json',
      ],
      notes: [
        'Nothing is sent. The rows are the rules in their order up to the one that decides; limits are not checked, because they need prices.',
        'The profile of the call is that of --profile.',
      ],
    },
    {
      words: ['test'],
      summary: 'Check a list of calls and the verdicts that you expect against the policy in force',
      positionals: [{ name: 'file', required: true, about: 'Path of a JSON list of cases' }],
      handler: () => import('./explain.ts').then((part) => ({ run: part.test })),
      examples: ['policy test cases.json', 'policy test cases.json -o json'],
      notes: [
        'A case is an object such as {"endpoint":"spot.order.new","params":{"symbol":"BTCUSDT"},"venue":"live","expect":"ask"}; it may also state the door, the profile and the rule. Exit code 1 if a verdict differs.',
      ],
    },
    {
      words: ['init'],
      summary: 'Print a policy to start from',
      options: [
        {
          name: 'for',
          value: 'user',
          values: ['person', 'agent'],
          about: 'Whose writes it is meant for: your own, or those of a program that trades by itself',
          default: 'person',
        },
        {
          name: 'default',
          value: 'verdict',
          values: ['refuse', 'ask', 'allow'],
          about: 'What becomes of a write that no rule matches',
          default: 'refuse',
        },
      ],
      handler: () => import('./policy.ts').then((part) => ({ run: part.init })),
      formats: ['json'],
      examples: ['policy init', 'policy init --for agent', 'policy init --default allow'],
      notes: ['bourse never writes the policy file itself: a person puts it in place.'],
    },
    {
      words: ['halt'],
      summary: 'Refuse all writes of this machine except those that cancel or reduce, until policy resume',
      handler: () => import('./policy.ts').then((part) => ({ run: part.halt })),
      examples: ['policy halt', 'policy halt -o json'],
      notes: [
        'If halt.cancelOrders of the policy is true, the open orders of the account of --env and --profile are cancelled as well, and each is printed.',
        'Exit codes: 0 all cancelled, 8 some, 7 unknown of some; if none, that of the first error. Writes are halted in each case.',
      ],
    },
    {
      words: ['resume'],
      summary: 'End a halt; only a person at a terminal can',
      handler: () => import('./policy.ts').then((part) => ({ run: part.resume })),
      examples: ['policy resume', 'policy resume -o json'],
    },
  ],
};
