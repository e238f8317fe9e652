import { SECURITY_LEVELS } from '../../catalogue/enums/signing.ts';
import { orderOptions, signedOptions } from '../calling/write-options.ts';
import type { CommandGroup } from '../types.ts';

export const api: CommandGroup = {
  word: 'api',
  summary: 'Call any API path, or list all endpoints',
  reportsUnresolved: true,
  verbs: [
    {
      words: ['list'],
      summary: 'List endpoints with their parameters, rules, weight and command',
      options: [
        {
          name: 'all',
          about: 'Include endpoints that only live hosts serve; --interface today lists what those serve',
        },
        { name: 'product', value: 'name', about: 'Only this product, such as spot' },
      ],
      handler: () => import('./list.ts'),
      examples: ['api list', 'api list --product usdm --interface today -o json'],
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
        { name: 'parameters', isVariadic: true, about: 'name=value' },
      ],
      options: [
        ...orderOptions,
        { name: 'sign', about: 'Sign a call to a path outside the catalogue' },
        {
          name: 'security',
          value: 'type',
          values: SECURITY_LEVELS,
          about: 'Security of a path outside the catalogue; NONE sends no key',
        },
        {
          name: 'at-host',
          value: 'name',
          about: 'Send to this host, such as usdm; needed for a path that no host is known to serve',
        },
        ...signedOptions,
      ],
      handler: () => import('./call.ts'),
      examples: [
        'api GET /api/v3/depth symbol=BTCUSDT limit=5',
        'api POST /api/v3/order symbol=BTCUSDT side=BUY type=MARKET quantity=0.001 --dry-run',
        'api GET /sapi/v1/brand-new coin=BTC --sign --dry-run',
      ],
      notes: [
        'A path of the catalogue is checked like its command. A write takes the whole route of its command: client order id, filters, confirmation, and a lookup if the answer is lost.',
        'Parameters of any other path are sent unchanged and unchecked, without a key unless --sign or --security asks for one. The host follows from the path: /api and /sapi spot, /fapi usdm, /dapi coinm, /eapi options, /bapi web3.',
        'Anything but GET to such a path counts as moving funds: it is confirmed, sent once, and never repeated.',
      ],
    },
  ],
};
