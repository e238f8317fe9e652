/** Reads what a replay goes through: a scenario file, or theses and market data of their own. */
import { createThesisFiles } from '../../app/thesis-files.ts';
import { usageError } from '../../core/errors.ts';
import { parseTime } from '../../core/time.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import { readScenario } from '../../paper/replay.ts';
import { type DatedThesis, readDatedTheses, refuseEarly } from '../../paper/scenario/dated-theses.ts';
import type { Scenario } from '../../paper/scenario/reader.ts';
import { LIVE_NAMES, readSettingsRecord } from '../../paper/scenario/settings.ts';
import { readDocument } from '../../thesis/sources.ts';
import { readRecordFile } from '../paper/record-file.ts';
import { settingError, typedSettings } from '../paper/typed-settings.ts';
import type { CommandCall } from '../types.ts';
import { type ReplaySpan, readMarket } from './replay-market.ts';

/** The options that belong to theses with market data of their own; a scenario file has all of them inside. */
const WITHOUT_SCENARIO = [
  'from',
  'symbols',
  'on',
  'start',
  'end',
  'cash',
  'set',
  'again',
  'accept-mismatch',
  'at',
];

/** Reads the scenario of a command: --scenario, or a file of theses with --from. Throws usage errors. */
export async function readReplayInput(call: CommandCall): Promise<Scenario> {
  const { options, positionals, services } = call;
  const [file, scenario] = [positionals['file'], options['scenario']];
  if (typeof scenario === 'string') {
    const other = WITHOUT_SCENARIO.find((name) => options[name] !== undefined);
    if (file !== undefined || other !== undefined) {
      throw usageError(
        `Expected --scenario alone, found ${file === undefined ? `--${other}` : 'a file of theses'} too.`,
        'A scenario file holds theses, market data and settings.',
      );
    }
    const name = scenario === '-' ? 'standard input' : scenario;
    return readScenario(name, readRecordFile(services.world, scenario));
  }
  if (typeof file !== 'string' || typeof options['from'] !== 'string') {
    throw usageError(
      'Expected --scenario, or a file of theses and --from.',
      'Such as: bourse thesis replay theses.ndjson --from candles.ndjson',
    );
  }
  return joinTheses(call, await readTheses(call, file));
}

async function readTheses({ services, options }: CommandCall, file: string): Promise<readonly DatedThesis[]> {
  const text = await readDocument(file, createThesisFiles(services.world));
  if (typeof text !== 'string') throw usageError(text.errors[0]!.message, text.errors[0]!.fix);
  const theses = readDatedTheses(text, file === '-' ? 'standard input' : file, options['again'] === true);
  if (theses.length > 0) return theses;
  throw usageError(`Expected theses in ${file}, found none.`, 'bourse thesis new writes one.');
}

/** Joins theses with the market data of --from, in the span of --start and --end. */
async function joinTheses(call: CommandCall, theses: readonly DatedThesis[]): Promise<Scenario> {
  const typed = typedSpan(call);
  const market = await readMarket(call, theses, typed);
  const firstThesis = Math.min(...theses.map(({ time }) => time));
  const start = typed.start ?? Math.min(minuteBelow(firstThesis), minuteBelow(market.from));
  const end = typed.end ?? Math.ceil(market.to / MINUTE_MS) * MINUTE_MS;
  refuseEarly(theses, start, String(call.positionals['file']));
  try {
    const members = { version: 1, ...typedSettings(call.options, LIVE_NAMES), start, end };
    const settings = readSettingsRecord({ members, path: '' });
    return { settings, symbols: market.symbols, theses };
  } catch (error) {
    throw settingError(error);
  }
}

function typedSpan({ options, services }: CommandCall): ReplaySpan {
  const read = (name: 'start' | 'end'): number | undefined => {
    const text = options[name];
    if (typeof text !== 'string') return undefined;
    const time = parseTime(text, services.world.clock.now());
    if (time !== undefined) return time;
    throw usageError(`Expected a time for --${name}, found ${JSON.stringify(text)}.`, 'Such as 2026-01-31.');
  };
  return { start: read('start'), end: read('end') };
}

function minuteBelow(time: number): number {
  return Math.floor(time / MINUTE_MS) * MINUTE_MS;
}
