/** The settings of a paper ledger: its starting cash, and how fills, exits and equity samples are decided. */

import type { Decimal } from '../../core/decimal.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/time-units.ts';
import type { JsonObject } from '../../core/words.ts';
import { BadRecord } from './faults.ts';
import {
  decimalMember,
  integerMember,
  ownMember,
  type RecordSource,
  textMember,
  wordMember,
} from './fields.ts';

/** The default settings of a paper ledger, as the replay's output prints them. */
const DEFAULTS: JsonObject = {
  asset: 'USDT',
  cash: '10000',
  taker_fee: '0.0005',
  maker_fee: '0.0002',
  slippage_bps: '5',
  latency_ms: 0,
  max_wait_ms: 120_000,
  book_max_age_ms: 5000,
  target_fill: 'through',
  opposite_add: 'refuse',
  mark_price_policy: 'worse',
  mark_price_band_bps: '100',
  equity_every_ms: HOUR_MS,
};

const NAMES = ['version', 'start', 'end', ...Object.keys(DEFAULTS)];

/**
 * A scenario that would take more equity samples than this is refused; one sample per second for a hundred
 * days is fewer.
 */
const SAMPLES_MAX = 10_000_000;

/** The settings of a paper ledger. Times are Unix ms; fees are fractions of the value. */
export interface LedgerSettings {
  readonly start: number;
  /** Infinite for a ledger that goes on with time. */
  readonly end: number;
  readonly asset: string;
  readonly cash: Decimal;
  readonly takerFee: Decimal;
  readonly makerFee: Decimal;
  readonly slippageBps: Decimal;
  readonly latencyMs: number;
  readonly maxWaitMs: number;
  readonly bookMaxAgeMs: number;
  /**
   * Whether the price must pass a take-profit level to fill it (`through`), or only reach the level
   * (`touch`).
   */
  readonly targetFill: 'through' | 'touch';
  readonly oppositeAdd: 'refuse' | 'flip' | 'hedge';
  readonly markPricePolicy: 'worse' | 'trust';
  readonly markPriceBandBps: Decimal;
  readonly equityEveryMs: number;
  /** The settings record of the scenario file with the defaults added, without its member `kind`. */
  readonly written: JsonObject;
}

/** Reads the settings record, the first of a scenario. Throws BadRecord. */
export function readSettingsRecord(source: RecordSource): LedgerSettings {
  const settings = readLiveSettings(source, NAMES);
  const { start, equityEveryMs } = settings;
  const end = wholeMinute(source, 'end');
  if (end <= start) {
    throw new BadRecord({ path: '/end', expected: `a time after start, ${start}`, found: String(end) });
  }
  if ((end - start) / equityEveryMs > SAMPLES_MAX) {
    throw new BadRecord({
      path: '/equity_every_ms',
      expected: `at most ${SAMPLES_MAX} equity samples from start to end`,
      found: `a sample each ${equityEveryMs} ms`,
    });
  }
  return { ...settings, end };
}

/** The settings of a ledger that goes on with time; `end` is not among them. */
export const LIVE_NAMES: readonly string[] = NAMES.filter((name) => name !== 'end');

/**
 * Reads the settings of a ledger that has no end. `names` are the members that the record may have. Throws
 * BadRecord.
 */
export function readLiveSettings(
  source: RecordSource,
  names: readonly string[] = LIVE_NAMES,
): LedgerSettings {
  for (const name of Object.keys(source.members)) {
    if (name === 'kind' || names.includes(name)) continue;
    throw new BadRecord({
      path: `/${name}`,
      expected: `one of the settings ${names.join(', ')}`,
      found: 'another member',
      fix: 'Remove the member or correct its name.',
    });
  }
  const written: JsonObject = { ...DEFAULTS, ...source.members };
  const full: RecordSource = { members: written, path: source.path };
  if (integerMember(full, 'version') !== 1) {
    throw new BadRecord({ path: '/version', expected: '1', found: String(ownMember(full, 'version')) });
  }
  const { kind: _kind, ...printed } = written;
  return {
    start: wholeMinute(full, 'start'),
    end: Number.POSITIVE_INFINITY,
    asset: textMember(full, 'asset'),
    cash: decimalMember(full, 'cash', 'not-negative'),
    takerFee: decimalMember(full, 'taker_fee', 'not-negative'),
    makerFee: decimalMember(full, 'maker_fee', 'not-negative'),
    slippageBps: decimalMember(full, 'slippage_bps', 'not-negative'),
    latencyMs: integerMember(full, 'latency_ms', 0),
    maxWaitMs: integerMember(full, 'max_wait_ms', 0),
    bookMaxAgeMs: integerMember(full, 'book_max_age_ms', 0),
    targetFill: wordMember(full, 'target_fill', ['through', 'touch']),
    oppositeAdd: wordMember(full, 'opposite_add', ['refuse', 'flip', 'hedge']),
    markPricePolicy: wordMember(full, 'mark_price_policy', ['worse', 'trust']),
    markPriceBandBps: decimalMember(full, 'mark_price_band_bps', 'not-negative'),
    equityEveryMs: integerMember(full, 'equity_every_ms', 1),
    written: printed,
  };
}

/** Returns the fee of a symbol: its own if given, otherwise the fee of the ledger settings. */
export function feeOf(own: Decimal | undefined, ledger: Decimal): Decimal {
  return own ?? ledger;
}

function wholeMinute(source: RecordSource, name: string): number {
  const time = integerMember(source, name);
  if (time % MINUTE_MS === 0) return time;
  throw new BadRecord({
    path: `/${name}`,
    expected: `a whole minute, such as ${Math.floor(time / MINUTE_MS) * MINUTE_MS}`,
    found: String(time),
  });
}
