import type { CommandGroup, Positional } from '../types.ts';
import { CONFIG_KEYS } from './keys.ts';

const KEYS = CONFIG_KEYS.map(({ name }) => name);

const key: Positional = { name: 'key', required: true, about: KEYS.join(', ') };

export const config: CommandGroup = {
  word: 'config',
  summary: 'Settings that stand for options, such as the output format',
  repairsConfig: true,
  verbs: [
    {
      words: ['list'],
      summary: 'All settings, each with its value and source',
      handler: () => import('./config.ts').then((part) => ({ run: part.list })),
      examples: ['config list', 'config list -o json'],
      notes: [
        'An option goes before an environment variable, then a named profile, then the config file, then the default.',
        'Keys, addresses, --yes and the policy are no settings: nothing in the config file switches off a check.',
      ],
    },
    {
      words: ['get'],
      summary: 'One setting: its value and source',
      positionals: [key],
      handler: () => import('./config.ts').then((part) => ({ run: part.get })),
      examples: ['config get zone', 'config get output -o json'],
    },
    {
      words: ['set'],
      summary: 'Store a setting in the config file',
      positionals: [key, { name: 'value', required: true, about: 'The value, as its option takes it' }],
      handler: () => import('./config.ts').then((part) => ({ run: part.set })),
      examples: ['config set zone Europe/Berlin', 'config set product usdm'],
      notes: [
        'product applies to every command that exists for it, orders included; environment to every command without --env. Commands that write name both on stderr.',
      ],
    },
    {
      words: ['unset'],
      summary: 'Remove a setting from the config file',
      positionals: [key],
      handler: () => import('./config.ts').then((part) => ({ run: part.unset })),
      examples: ['config unset zone', 'config unset product'],
    },
    {
      words: ['edit'],
      summary: 'Edit the config file in VISUAL or EDITOR; only a file without faults is stored',
      outsideBatch: { why: 'it opens an editor' },
      handler: () => import('./edit.ts'),
      examples: ['config edit', 'config edit --quiet'],
    },
    {
      words: ['path'],
      summary: 'The path of the config file',
      handler: () => import('./config.ts').then((part) => ({ run: part.path })),
      examples: ['config path', 'config path --quiet'],
    },
  ],
};
