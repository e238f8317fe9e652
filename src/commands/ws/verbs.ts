import { WS_APIS } from '../../catalogue/ws-apis.ts';
import { signedOptions, writeOptions } from '../calling/write-options.ts';
import { type CommandGroup, LINE_FORMATS, type OptionSpec } from '../types.ts';

const on: OptionSpec = {
  name: 'on',
  value: 'product',
  values: Object.keys(WS_APIS),
  about: 'Product whose WebSocket API is called',
  default: 'spot',
};

const FUTURES_NOTE =
  "The WebSocket APIs of futures are part of today's interface; hosts of your own and the sandbox serve them with --interface today.";

export const ws: CommandGroup = {
  word: 'ws',
  summary: 'The WebSocket APIs of spot and futures: single calls, and a session over one connection',
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
        on,
        ...writeOptions,
        ...signedOptions,
        { name: 'limits', about: 'Print the usage of each rate limit to stderr' },
      ],
      handler: () => import('./call.ts'),
      examples: [
        'ws call depth symbol=BTCUSDT limit=5',
        'ws call order.place symbol=BTCUSDT side=BUY type=MARKET quantity=0.001 --dry-run',
        'ws call v2/account.balance --on usdm --interface today --dry-run',
      ],
      notes: [
        'The result equals that of the corresponding REST endpoint. Signed methods use the keys of the profile.',
        'An order is sent once with a client order id, and looked up by this id if its execution status is unknown.',
        FUTURES_NOTE,
      ],
    },
    {
      words: ['session'],
      summary: 'Send requests from stdin and write answers to stdout, line by line, over one connection',
      options: [
        on,
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
        FUTURES_NOTE,
        'On usdm, --logon needs an Ed25519 key; for coinm no logon is published.',
      ],
    },
  ],
};
