/** The settings of the config file as data. Loaded at every start, so it imports only other data. */
import { ENVIRONMENTS } from '../../catalogue/environments.ts';
import { TIME_FORMS } from '../../core/time-units.ts';
import { ON_PRODUCTS, OUTPUT_FORMATS } from '../types.ts';

/** One setting, which stands for an option that every command line may still give. */
export interface ConfigKey {
  readonly name: string;
  /** Another spelling of the name that is accepted. */
  readonly spelling?: string;
  /** The option that the setting stands for, without its dashes. */
  readonly option: string;
  /** The values, or what is read: a span such as 10s, or a time zone. */
  readonly values: readonly string[] | 'duration' | 'zone';
  /** The value where nothing else says one, in words. */
  readonly default: string;
  /** The environment variable that goes before the config file. */
  readonly variable: string;
  /** Whether `app/settings.ts` reads the variable itself. */
  readonly isVariableRead?: true;
  /** Variables of other programs that go before the config file, such as NO_COLOR. */
  readonly yieldsTo?: readonly string[];
  /** Whether a profile that is named for the run says it instead of the config file. */
  readonly yieldsToProfile?: true;
  /** The value for which the option, a switch, is given. */
  readonly switchedBy?: string;
  readonly about: string;
}

export const CONFIG_KEYS: readonly ConfigKey[] = [
  {
    name: 'output',
    option: 'output',
    values: OUTPUT_FORMATS,
    default: 'table, or json in a pipe',
    variable: 'BOURSE_OUTPUT',
    about: 'Output format',
  },
  {
    name: 'product',
    option: 'on',
    values: ON_PRODUCTS,
    default: 'of each command, mostly spot',
    variable: 'BOURSE_PRODUCT',
    about: 'Product of commands that exist for it',
  },
  {
    name: 'environment',
    option: 'env',
    values: ENVIRONMENTS,
    default: 'live',
    variable: 'BOURSE_ENV',
    isVariableRead: true,
    yieldsToProfile: true,
    about: 'Environment to connect to',
  },
  {
    name: 'colour',
    spelling: 'color',
    option: 'color',
    values: ['auto', 'always', 'never'],
    default: 'auto',
    variable: 'BOURSE_COLOUR',
    yieldsTo: ['NO_COLOR', 'FORCE_COLOR'],
    about: 'Colours',
  },
  {
    name: 'pager',
    option: 'no-pager',
    values: ['on', 'off'],
    default: 'on',
    variable: 'BOURSE_PAGER',
    switchedBy: 'off',
    about: 'Whether long tables are shown in a pager; PAGER names the program',
  },
  {
    name: 'time',
    option: 'time',
    values: TIME_FORMS,
    default: 'as sent; readable in tables',
    variable: 'BOURSE_TIME',
    about: 'Form of times in every output',
  },
  {
    name: 'zone',
    option: 'zone',
    values: 'zone',
    default: 'UTC',
    variable: 'BOURSE_ZONE',
    about: 'Time zone of times and days',
  },
  {
    name: 'max-wait',
    option: 'max-wait',
    values: 'duration',
    default: '10s; 120s with --all',
    variable: 'BOURSE_MAX_WAIT',
    about: 'Max wait for a rate limit or an overloaded exchange',
  },
  {
    name: 'timeout',
    option: 'timeout',
    values: 'duration',
    default: '15s',
    variable: 'BOURSE_TIMEOUT',
    about: 'Max wait for one response',
  },
];

/** Why words that people may try are no settings. */
export const NO_SETTINGS: Readonly<Record<string, string>> = {
  yes: 'Every write is confirmed where it is sent: --yes is an option of one command, or of a whole batch.',
  profile: 'The profile in use is chosen by bourse profile use NAME.',
  host: 'Addresses decide where keys go: they belong to a profile (bourse profile add NAME --host …) or on the command line.',
  proxy: 'A proxy sees where requests go: it is given on the command line.',
  key: 'Keys belong to a profile: bourse profile add NAME.',
  secret: 'Keys belong to a profile: bourse profile add NAME.',
  policy: 'What may be sent is the subject of bourse policy --help.',
  quiet: 'Notes report orders whose outcome is unknown: -q is given on the command line.',
  interface: 'The form of an interface belongs to its hosts: bourse profile add NAME --interface …',
};
