/** The options of commands that start a sandbox. */
import { INTERFACES } from '../../catalogue/environments.ts';
import { SCENARIOS } from '../../sandbox/engine/market/scenario-kinds.ts';
import { MARKET_MODELS } from '../../sandbox/engine/market/symbol-model.ts';
import { SDKS } from '../../sandbox/process/sdks.ts';
import type { OptionSpec } from '../types.ts';

export const seedOption: OptionSpec = {
  name: 'seed',
  value: 'n',
  about: 'Seed of the simulated market, a whole number; the saved seed if omitted',
};
export const marketModelOption: OptionSpec = {
  name: 'market-model',
  value: 'version',
  values: MARKET_MODELS.map(String),
  about: 'Version of the market model; a saved sandbox keeps its own, a new one gets the newest',
};
export const portOption: OptionSpec = {
  name: 'port',
  value: 'n',
  about: 'Port of the REST address; a free port if omitted',
};
const weightLimit: OptionSpec = {
  name: 'weight-limit',
  value: 'n',
  about: 'Max request weight per minute; the limits of /sapi and statistics change in proportion',
};
const orderLimit: OptionSpec = {
  name: 'order-limit',
  value: 'n',
  about: 'Max orders in each window of up to 10 seconds; longer windows allow at least as many',
};
const limitsOption: OptionSpec = {
  name: 'limits',
  value: 'set',
  values: INTERFACES,
  about: 'Limits of weight and orders, by form of the interface; as --interface if omitted',
};
const weightsOption: OptionSpec = {
  name: 'weights',
  value: 'listing',
  values: ['first', 'second', 'larger'],
  about: 'Weight listing that is counted',
  default: 'larger',
};
const speedOption: OptionSpec = {
  name: 'speed',
  value: 'n',
  about: 'Speed of the clock as a multiple of real time, 1 to 3600',
};
const clockOption: OptionSpec = {
  name: 'clock',
  value: 'clock',
  values: ['running', 'stepped'],
  about: 'Whether the clock runs, or moves by sandbox advance only',
  default: 'running',
};
const scenarioOption: OptionSpec = {
  name: 'scenario',
  value: 'name',
  values: Object.keys(SCENARIOS),
  about: 'Market scenario, starting with the next minute',
};
const marketOption: OptionSpec = {
  name: 'market',
  value: 'file.csv',
  isRepeatable: true,
  about: 'Candles from the public archive; the market follows them for the symbol in the file name',
};
const startOption: OptionSpec = {
  name: 'start',
  value: 'time',
  about: 'Start time of the exchange clock; with --market the first candle if omitted',
};
const replayOption: OptionSpec = {
  name: 'replay',
  value: 'file.ndjson.gz',
  about:
    'A recording made with stream --record, played instead of the simulated streams of its product; or lake: the market follows candles of the lake',
};
const lakeOptions: readonly OptionSpec[] = [
  {
    name: 'symbols',
    value: 'list',
    about: 'With --replay lake: symbols, joined by commas; all of the lake if omitted',
  },
  { name: 'interval', value: 'interval', about: 'With --replay lake: the candles to follow (1m if omitted)' },
  {
    name: 'from',
    value: 'time',
    about: 'With --replay lake: the first moment, where the clock starts unless --start is given',
  },
  { name: 'to', value: 'time', about: 'With --replay lake: the first moment that is not wanted' },
  { name: 'at', value: 'snapshot', about: 'With --replay lake: read the lake as it was at this snapshot' },
];

const sdkOption: OptionSpec = {
  name: 'sdk',
  value: 'name',
  values: Object.keys(SDKS),
  about: 'Client of the program, which reaches the sandbox without any change of the program',
};

/** The options of a program that runs in a sandbox. */
export const programOptions: readonly OptionSpec[] = [
  sdkOption,
  {
    name: 'key-as',
    value: 'names',
    about: 'Variables in which the program finds the key too, such as BINANCE_API_KEY:BINANCE_API_SECRET',
    isRepeatable: true,
  },
  { name: 'allow-exchange', about: 'Let a program of Node connect to the real exchange too' },
];

/** The options of a new sandbox: its market, its limits and its clock. */
export const exchangeOptions: readonly OptionSpec[] = [
  seedOption,
  marketModelOption,
  limitsOption,
  weightLimit,
  orderLimit,
  weightsOption,
  speedOption,
  clockOption,
  scenarioOption,
  marketOption,
  startOption,
  replayOption,
  ...lakeOptions,
];
