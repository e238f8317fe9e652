import { writeOptions } from '../calling/write-options.ts';
import type { CommandGroup } from '../types.ts';

export const api: CommandGroup = {
  word: 'api',
  summary: 'Call any path of the interface, or list all of it',
  verbs: [
    {
      words: ['list'],
      summary: 'Every endpoint with its parameters, rules, weight and command',
      options: [
        { name: 'all', about: 'Also what public facts add to the interface document' },
        { name: 'product', value: 'name', about: 'Only this product, such as spot' },
      ],
      handler: () => import('./list.ts'),
      examples: ['api list', 'api list -o json'],
    },
    {
      words: [],
      summary: 'Call a path with parameters in the order given',
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
        { name: 'parameters', isVariadic: true, about: 'name=value, sent as they stand' },
      ],
      options: writeOptions,
      handler: () => import('./call.ts'),
      examples: ['api GET /api/v3/depth symbol=BTCUSDT limit=5', 'api GET /api/v3/time --env sandbox'],
      notes: [
        'A known path is checked like its command; an unknown one is sent unchecked and unsigned, and says so.',
      ],
    },
  ],
};
