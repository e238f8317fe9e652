import type { CommandGroup } from './types.ts';

export const stream: CommandGroup = {
  word: 'stream',
  summary: 'Listen keys, which open user data streams',
  endpoints: () => import('../catalogue/stream-keys.ts').then((part) => part.streamKeys),
  verbs: [
    {
      words: ['listen-key', 'create'],
      summary: 'Create a listen key',
      endpoint: {
        spot: 'spot.listen-key.create',
        usdm: 'usdm.listen-key.create',
        coinm: 'coinm.listen-key.create',
        options: 'options.listen-key.create',
        margin: 'margin.listen-key.create',
      },
      handler: () => import('./handlers/write.ts'),
      examples: ['stream listen-key create', 'stream listen-key create --on usdm'],
    },
    {
      words: ['listen-key', 'keep-alive'],
      summary: 'Keep a listen key alive for another hour',
      endpoint: {
        spot: 'spot.listen-key.keep-alive',
        usdm: 'usdm.listen-key.keep-alive',
        coinm: 'coinm.listen-key.keep-alive',
        options: 'options.listen-key.keep-alive',
      },
      handler: () => import('./handlers/write.ts'),
      examples: ['stream listen-key keep-alive --listen-key KEY', 'stream listen-key keep-alive --on usdm'],
    },
    {
      words: ['listen-key', 'close'],
      summary: 'Close a listen key',
      endpoint: {
        spot: 'spot.listen-key.close',
        usdm: 'usdm.listen-key.close',
        coinm: 'coinm.listen-key.close',
        options: 'options.listen-key.close',
      },
      handler: () => import('./handlers/write.ts'),
      examples: ['stream listen-key close --listen-key KEY', 'stream listen-key close --on usdm'],
    },
  ],
};
