import { writeOptions } from '../calling/write-options.ts';
import type { CommandGroup } from '../types.ts';

export const convert: CommandGroup = {
  word: 'convert',
  summary: 'Convert one asset into another at a quoted price',
  reportsUnresolved: true,
  verbs: [
    {
      words: ['quote'],
      summary: 'Request a quote, which can then be accepted',
      endpoint: 'convert.quote',
      positionals: [
        { name: 'from-asset', required: true },
        { name: 'to-asset', required: true },
      ],
      options: [
        { name: 'accept', about: 'Accept the quote before it expires, after confirmation' },
        ...writeOptions,
      ],
      handler: () => import('./quote.ts'),
      examples: [
        'convert quote USDT BTC --from-amount 100',
        'convert quote USDT BTC --to-amount 0.01 --accept',
      ],
    },
    {
      words: ['accept'],
      summary: 'Accept a quote and convert at its price',
      endpoint: 'convert.accept',
      positionals: [{ name: 'quote-id', required: true }],
      options: writeOptions,
      handler: () => import('./accept.ts'),
      examples: ['convert accept 12415572564 --dry-run', 'convert accept 12415572564 --yes'],
    },
    {
      words: ['trades'],
      summary: 'Conversion history',
      endpoint: 'convert.trades',
      examples: ['convert trades --start -30d --end now', 'convert trades --start -30d --end now -o csv'],
    },
    {
      words: ['pairs'],
      summary: 'Convertible pairs, with min and max amounts',
      endpoint: 'convert.pairs',
      positionals: [{ name: 'from-asset' }, { name: 'to-asset' }],
      examples: ['convert pairs USDT BTC', 'convert pairs USDT -o csv'],
    },
    {
      words: ['futures', 'quote'],
      summary: 'Request a quote for a conversion in the futures wallet',
      endpoint: 'usdm.convert.quote',
      positionals: [
        { name: 'from-asset', required: true },
        { name: 'to-asset', required: true },
      ],
      options: [
        { name: 'accept', about: 'Accept the quote before it expires, after confirmation' },
        ...writeOptions,
      ],
      handler: () => import('./quote.ts'),
      examples: [
        'convert futures quote USDT USDC --from-amount 100',
        'convert futures quote USDT USDC --to-amount 50 --accept',
      ],
    },
    {
      words: ['futures', 'accept'],
      summary: 'Accept a quote and convert in the futures wallet at its price',
      endpoint: 'usdm.convert.accept',
      positionals: [{ name: 'quote-id', required: true }],
      options: writeOptions,
      handler: () => import('./accept.ts'),
      examples: ['convert futures accept 12415572564 --dry-run', 'convert futures accept 12415572564 --yes'],
    },
    {
      words: ['futures', 'status'],
      summary: 'A conversion of the futures wallet, by order or by quote',
      endpoint: 'usdm.convert.status',
      examples: [
        'convert futures status --quote-id 12415572564',
        'convert futures status --quote-id 12415572564 -o json',
      ],
    },
    {
      words: ['futures', 'pairs'],
      summary: 'Convertible pairs of the futures wallet, with min and max amounts',
      endpoint: 'usdm.convert.pairs',
      positionals: [{ name: 'from-asset' }, { name: 'to-asset' }],
      examples: ['convert futures pairs USDT BTC', 'convert futures pairs USDT -o csv'],
    },
  ],
};
