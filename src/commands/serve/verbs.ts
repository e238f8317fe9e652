import type { CommandGroup } from '../types.ts';

export const serve: CommandGroup = {
  word: 'serve',
  summary: 'Answer calls of programs over HTTP on loopback, or over a pipe',
  verbs: [
    {
      words: [],
      summary: 'Serve the methods of the library until Ctrl-C, so that keys stay in this process',
      options: [
        { name: 'port', value: 'n', about: 'Port of the server; a free port if omitted' },
        {
          name: 'stdio',
          about: 'Answer a JSON object a line on stdin with one a line on stdout, in place of HTTP',
        },
        {
          name: 'token-file',
          value: 'path',
          about:
            'File for the address and the token, readable by this user only; serve.json of the state folder if omitted',
        },
      ],
      outsideBatch: { why: 'it runs until it is stopped' },
      handler: () => import('./serve.ts'),
      examples: ['serve', 'serve --port 8765 --profile main', 'serve --stdio'],
      notes: [
        'Each request needs the token of the file: POST /v1/market.klines with a JSON object of arguments.',
        'Policies know these calls as the door serve. Calls are sent without a confirmation.',
      ],
    },
  ],
};
