import { signedOptions, writeOptions } from '../calling/write-options.ts';
import { type CommandGroup, LINE_FORMATS } from '../types.ts';

export const ws: CommandGroup = {
  word: 'ws',
  summary: 'The WebSocket API: single calls, and a session over one connection',
  reportsUnresolved: true,
  verbs: [
    {
      words: ['call'],
      summary: 'Call one method of the WebSocket API',
      positionals: [
        { name: 'method', required: true, about: 'Such as depth or order.place' },
        { name: 'parameters', isVariadic: true, about: 'Each as name=value' },
      ],
      options: [
        ...writeOptions,
        ...signedOptions,
        { name: 'limits', about: 'Print the usage of each rate limit to stderr' },
      ],
      handler: () => import('./call.ts'),
      examples: [
        'ws call depth symbol=BTCUSDT limit=5',
        'ws call order.place symbol=BTCUSDT side=BUY type=MARKET quantity=0.001 --dry-run',
      ],
      notes: [
        'The result equals that of the corresponding REST endpoint. Signed methods use the keys of the profile.',
        'An order is sent once with a client order id, and looked up by this id if its execution status is unknown.',
      ],
    },
    {
      words: ['session'],
      summary: 'Send requests from stdin and write answers to stdout, line by line, over one connection',
      options: [
        {
          name: 'logon',
          about: 'Log on first, so that requests need no signatures',
        },
        { name: 'yes', short: 'y', about: 'Allow writes; a session has no confirmation prompt' },
      ],
      formats: LINE_FORMATS,
      outsideBatch: { why: 'it reads stdin' },
      handler: () => import('./session.ts'),
      examples: ['ws session', 'ws session --logon --yes'],
      notes: [
        'A line is {"id":…,"method":…,"params":{…}}; answers carry the same id. Timestamps and signatures are added.',
        'After stdin ends, outstanding answers are awaited. A lost connection is reopened, and an unconfirmed order is looked up by its id.',
      ],
    },
  ],
};
