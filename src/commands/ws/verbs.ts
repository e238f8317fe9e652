import { writeOptions } from '../calling/write-options.ts';
import type { CommandGroup, OptionSpec } from '../types.ts';

const recvWindow: OptionSpec = {
  name: 'recv-window',
  value: 'ms',
  about: 'How old a signed call may be when it arrives, 1 to 60000',
};

export const ws: CommandGroup = {
  word: 'ws',
  summary: 'The WebSocket API: single calls, and a session over one connection',
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
        recvWindow,
        { name: 'limits', about: 'Say on stderr how much of each limit is used' },
      ],
      handler: () => import('./call.ts'),
      examples: [
        'ws call depth symbol=BTCUSDT limit=5',
        'ws call order.place symbol=BTCUSDT side=BUY type=MARKET quantity=0.001 --dry-run',
      ],
      notes: [
        'The result is that of the REST endpoint of the same meaning. Signed methods are signed with the keys of the profile.',
        'An order is sent once, under an id of its own; one whose answer is lost is looked up by it.',
      ],
    },
    {
      words: ['session'],
      summary: 'Requests as lines on stdin, answers as lines on stdout, over one connection',
      options: [
        {
          name: 'logon',
          about: 'Log the connection on first, so that requests need no signature of their own',
        },
        { name: 'yes', short: 'y', about: 'Let lines change orders: nobody can be asked in a session' },
      ],
      handler: () => import('./session.ts'),
      examples: ['ws session', 'ws session --logon --yes'],
      notes: [
        'A line is {"id":…,"method":…,"params":{…}}; ids are kept. What is needed for the signature is added.',
        'When stdin ends the answers still due are waited for. A connection that ends is made anew, and an order that lost its answer is looked up by its id.',
      ],
    },
  ],
};
