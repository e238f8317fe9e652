/** The options that every command takes. */
import { type OptionSpec, OUTPUT_FORMATS } from '../commands/types.ts';

export const ENVIRONMENTS = ['live', 'testnet', 'sandbox'] as const;

export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  {
    name: 'output',
    short: 'o',
    value: 'format',
    values: OUTPUT_FORMATS,
    about: 'table on a terminal, json in a pipe, unless said otherwise',
  },
  { name: 'fields', value: 'a,b.c', about: 'Only these fields' },
  { name: 'no-header', about: 'csv without the names of its columns, to go on in a file' },
  {
    name: 'env',
    value: 'name',
    values: ENVIRONMENTS,
    about: 'Which exchange to talk to; BOURSE_ENV sets it for all commands',
  },
  { name: 'profile', value: 'name', about: 'Keys to sign with; a profile belongs to one environment' },
  {
    name: 'host',
    value: 'name=url',
    many: true,
    about: 'Another address for one host, such as spot=http://127.0.0.1:8080 or spot=alt-2',
  },
  {
    name: 'proxy',
    value: 'url',
    about: 'Send through this HTTP proxy; variables such as HTTPS_PROXY are not read',
  },
  {
    name: 'max-wait',
    value: 'duration',
    about: 'Longest wait for a rate limit or a busy exchange (10s; 120s with --all)',
  },
  { name: 'timeout', value: 'duration', about: 'Longest wait for one answer (15s)' },
  {
    name: 'color',
    value: 'when',
    values: ['auto', 'always', 'never'],
    about: 'Colours; NO_COLOR is respected',
  },
  { name: 'quiet', short: 'q', about: 'No notes and no progress on stderr' },
  { name: 'debug', about: 'Say on stderr what is sent and, on a failure, where it arose; never a secret' },
];
