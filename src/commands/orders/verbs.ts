import type { CommandGroup, OptionSpec, Positional } from '../types.ts';

const id: Positional = {
  name: 'id',
  required: true,
  about: 'Client order id, or the id of the write in the journal',
};

const limit: OptionSpec = { name: 'limit', value: 'n', about: 'Most rows, the newest first', default: '50' };

export const orders: CommandGroup = {
  word: 'orders',
  summary: 'The journal of orders and other writes: what was sent, and what became of it',
  verbs: [
    {
      words: ['list'],
      summary: 'Writes that bourse sent from this machine, the newest first',
      options: [
        { name: 'unresolved', about: 'Only writes of which it is not known what became of them' },
        limit,
      ],
      handler: () => import('./list.ts'),
      examples: ['orders list', 'orders list --unresolved -o json'],
      notes: [
        'PREPARED and SENT: recorded, and sent or about to be. ACKED: the exchange accepted it. REJECTED: it refused it. UNKNOWN: no conclusive answer arrived. FOUND: a lookup found it. ABSENT: it was proved not to exist, or never left this machine.',
      ],
    },
    {
      words: ['show'],
      summary: 'One write with its parameters',
      positionals: [id],
      handler: () => import('./show.ts').then((part) => ({ run: part.show })),
      examples: ['orders show bo01J9ZK3N0000000000000000-1', 'orders show my-order-7 -o json'],
    },
    {
      words: ['timeline'],
      summary: 'Every state of one write, with times',
      positionals: [id],
      handler: () => import('./show.ts').then((part) => ({ run: part.timeline })),
      examples: ['orders timeline bo01J9ZK3N0000000000000000-1', 'orders timeline my-order-7 -o csv'],
    },
    {
      words: ['resolve'],
      summary: 'Look up unresolved writes; sends nothing but queries',
      positionals: [
        { name: 'ids', isVariadic: true, about: 'Only these writes (if omitted: all unresolved ones)' },
      ],
      options: [
        {
          name: 'watch',
          about:
            'Repeat until every write is resolved and absent orders were looked for during 24 hours, or Ctrl-C',
          outsideBatch: 'it runs until it is stopped',
        },
      ],
      handler: () => import('./resolve.ts'),
      examples: ['orders resolve', 'orders resolve my-order-7 -o json'],
      notes: [
        'Exit code 7: a write stays unresolved. Exit code 1: an order that was recorded as absent has arrived late.',
        'Writes of another account or environment than the chosen one are left as they are: choose theirs with --profile and --env.',
      ],
    },
    {
      words: ['mark'],
      summary: 'Record by hand what became of an unresolved write',
      positionals: [id],
      options: [
        {
          name: 'as',
          value: 'outcome',
          values: ['executed', 'not-executed'],
          about: 'What became of it; required',
        },
        { name: 'why', value: 'text', about: 'How you know; kept in the timeline' },
      ],
      handler: () => import('./mark.ts'),
      examples: [
        'orders mark my-order-7 --as not-executed --why "not in the order history of the website"',
        'orders mark w1k2j3 --as executed',
      ],
    },
    {
      words: ['prune'],
      summary: 'Remove finished writes from the journal',
      options: [
        { name: 'older-than', value: 'span', about: 'Age of the last change of a write', default: '90d' },
      ],
      handler: () => import('./prune.ts'),
      examples: ['orders prune', 'orders prune --older-than 30d'],
      notes: ['Unresolved writes are never removed.'],
    },
    {
      words: ['check'],
      summary: 'Check the journal for damage and lost entries',
      options: [
        { name: 'accept-loss', about: 'Accept that entries were lost, so that orders can be sent again' },
      ],
      handler: () => import('./check.ts'),
      examples: ['orders check', 'orders check --accept-loss'],
    },
  ],
};
