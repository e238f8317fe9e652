import { writeOptions } from '../calling/write-options.ts';
import type { CommandGroup } from '../types.ts';

export const api: CommandGroup = {
  word: 'api',
  summary: 'Call any API path, or list all endpoints',
  verbs: [
    {
      words: ['list'],
      summary: 'List every endpoint with its parameters, rules, weight and command',
      options: [
        { name: 'all', about: 'Include endpoints that are known from public sources only' },
        { name: 'product', value: 'name', about: 'Only this product, such as spot' },
      ],
      handler: () => import('./list.ts'),
      examples: ['api list', 'api list -o json'],
    },
    {
      words: [],
      summary: 'Call a path with parameters in the given order',
      positionals: [
        {
          name: 'method',
          required: true,
          about: 'GET, POST, PUT or DELETE',
          values: ['GET', 'POST', 'PUT', 'DELETE'],
        },
        {
          name: 'path',
          required: true,
          about: 'Path only, such as /api/v3/depth; the host comes from the environment',
        },
        { name: 'parameters', isVariadic: true, about: 'name=value, sent unchanged' },
      ],
      options: writeOptions,
      handler: () => import('./call.ts'),
      examples: ['api GET /api/v3/depth symbol=BTCUSDT limit=5', 'api GET /api/v3/time --env sandbox'],
      notes: [
        'A known path is checked like its command; an unknown path is sent unchecked and unsigned, with a note.',
      ],
    },
  ],
};
