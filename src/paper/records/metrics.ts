/** The metrics of a book of the paper ledger, calculated from its records. */

import {
  add,
  compare,
  type Decimal,
  formatTrimmed,
  isZero,
  max,
  min,
  multiply,
  negate,
  sign,
  subtract,
  sumOf,
  ZERO,
} from '../../core/decimal.ts';
import { MINUTE_MS } from '../../core/time-units.ts';
import type { CanonicalValue } from '../canonical.ts';
import { lastPriceOf } from '../engine/instrument.ts';
import type { EquitySample } from '../engine/ledger.ts';
import type { ScenarioRun } from '../engine/moments.ts';
import type { LedgerEntry } from '../ledger/entries.ts';
import { type BookName, isOpen, netOf, type Position } from '../ledger/position.ts';
import { formatTrimmedOrNull, ratioOf } from '../numbers.ts';
import { unrealisedAt } from './position-record.ts';
import { sharpeOf, sortinoOf } from './risk.ts';

/** An object of the replay record, with its numbers as decimal strings. */
type Printed = { readonly [name: string]: CanonicalValue };

/** Returns the metrics of the paper book or of the watch book. */
export function metricsOf(run: ScenarioRun, name: BookName): Printed {
  const { ledger } = run;
  const { settings } = ledger;
  const samples = ledger.equity[name];
  const start = name === 'paper' ? settings.cash : ZERO;
  const end = samples.at(-1)!.equity;
  const positions = [...ledger.books[name].positions.values()];
  const entries = ledger.journal.entries.filter(({ book }) => book === name);
  const net = subtract(end, start);
  const closed = positions.filter((one) => !isOpen(one));
  return {
    start_equity: formatTrimmed(start),
    end_equity: formatTrimmed(end),
    net: formatTrimmed(net),
    return: quotientOf(net, start),
    realised: sumText(positions, ({ realised }) => realised),
    unrealised: sumText(positions, (one) => unrealisedAt(one, priceOfPosition(run, one))),
    fees: sumText(positions, ({ fees }) => fees),
    liquidation_fees: sumText(positions, ({ liquidationFees }) => liquidationFees),
    funding: sumText(positions, ({ funding }) => funding),
    shortfall: sumText(positions, ({ shortfall }) => shortfall),
    positions_opened: positions.length,
    positions_closed: closed.length,
    ...resultsOf(closed.map(netOf)),
    ...drawdownOf(samples, start),
    exposure: exposureOf(positions, settings.start, run.end),
    average_holding_ms: averageHolding(closed),
    sharpe: name === 'paper' ? formatTrimmedOrNull(sharpeOf(samples)) : null,
    sortino: name === 'paper' ? formatTrimmedOrNull(sortinoOf(samples)) : null,
    theses: countTheses(entries),
    refusals: countBy(entries.flatMap(({ reason }) => reason ?? [])),
    exits: countBy(closed.map(({ closeTrigger }) => closeTrigger!)),
    assumed_exits: countAssumed(entries),
    unseen_minutes: positions.reduce((sum, one) => sum + unseenMinutes(run, one), 0),
  };
}

/** Returns the last price of a position's symbol. */
export function priceOfPosition(
  { ledger }: Pick<ScenarioRun, 'ledger'>,
  { symbol }: Position,
): Decimal | null {
  return lastPriceOf(ledger.instruments.get(symbol)!);
}

/**
 * Returns the metrics of paper positions and theses grouped by a name, such as the agent's; those without a
 * name are in the group "".
 */
export function groupsOf(
  run: ScenarioRun,
  nameOf: (one: { readonly agent: string | null; readonly runId: string | null }) => string | null,
): ReadonlyMap<string, Printed> {
  const positions = [...run.ledger.books.paper.positions.values()];
  const entries = run.ledger.journal.entries.filter(
    ({ book, kind, thesis }) => book === 'paper' && kind === 'thesis' && thesis !== null,
  );
  const groups = new Map<string, { positions: Position[]; entries: LedgerEntry[] }>();
  const groupOf = (name: string | null) => {
    let group = groups.get(name ?? '');
    if (group === undefined) {
      group = { positions: [], entries: [] };
      groups.set(name ?? '', group);
    }
    return group;
  };
  for (const one of positions) groupOf(nameOf(one)).positions.push(one);
  for (const one of entries) groupOf(nameOf({ agent: one.agent, runId: one.run_id })).entries.push(one);
  return new Map([...groups].map(([name, group]) => [name, groupRecord(run, group)]));
}

/** The record of a group whose theses opened no position. */
const NO_POSITIONS = {
  positions_opened: 0,
  positions_closed: 0,
  wins: 0,
  win_rate: null,
  net: '0',
  unrealised: '0',
  fees: '0',
};

function groupRecord(
  run: ScenarioRun,
  {
    positions,
    entries,
  }: { readonly positions: readonly Position[]; readonly entries: readonly LedgerEntry[] },
): Printed {
  const theses = countTheses(entries);
  if (positions.length === 0)
    return { ...NO_POSITIONS, applied: theses['applied']!, refused: theses['refused']! };
  const closed = positions.filter((one) => !isOpen(one));
  const wins = closed.filter((one) => sign(netOf(one)) > 0).length;
  return {
    positions_opened: positions.length,
    positions_closed: closed.length,
    wins,
    win_rate: quotientOf(integer(wins), integer(closed.length)),
    net: sumText(positions, netOf),
    unrealised: sumText(positions, (one) => unrealisedAt(one, priceOfPosition(run, one))),
    fees: sumText(positions, ({ fees, liquidationFees }) => add(fees, liquidationFees)),
    applied: theses['applied']!,
    refused: theses['refused']!,
  };
}

/** Returns the metrics of closed positions' net results, such as wins and losses. */
function resultsOf(nets: readonly Decimal[]): Printed {
  const wins = nets.filter((net) => sign(net) > 0);
  const losses = nets.filter((net) => sign(net) < 0);
  const count = integer(nets.length);
  return {
    wins: wins.length,
    losses: losses.length,
    win_rate: quotientOf(integer(wins.length), count),
    profit_factor: quotientOf(sumOf(wins), negate(sumOf(losses))),
    expectancy: quotientOf(sumOf(nets), count),
    best: nets.length === 0 ? null : formatTrimmed(nets.reduce(max)),
    worst: nets.length === 0 ? null : formatTrimmed(nets.reduce(min)),
  };
}

/** Returns the maximum drawdown of the equity, in money and as a fraction of the peak. */
function drawdownOf(samples: readonly EquitySample[], start: Decimal): Printed {
  let peak = start;
  let drawdown = ZERO;
  let fraction = { top: ZERO, bottom: integer(1) };
  for (const { equity } of samples) {
    peak = max(peak, equity);
    const fall = subtract(peak, equity);
    drawdown = max(drawdown, fall);
    if (compare(multiply(fall, fraction.bottom), multiply(fraction.top, peak)) > 0) {
      fraction = { top: fall, bottom: peak };
    }
  }
  return {
    max_drawdown: formatTrimmed(drawdown),
    max_drawdown_fraction: isZero(start) ? null : quotientOf(fraction.top, fraction.bottom),
  };
}

/**
 * Returns the fraction of the replayed time in which a position was open; overlapping positions count once.
 */
function exposureOf(positions: readonly Position[], start: number, end: number): CanonicalValue {
  const spans = positions.map(({ openedAt, closedAt }) => [openedAt, closedAt ?? end] as const);
  spans.sort(([a], [b]) => a - b);
  let covered = 0;
  let until = start;
  for (const [from, to] of spans) {
    covered += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return quotientOf(integer(covered), integer(end - start));
}

function averageHolding(closed: readonly Position[]): number | null {
  if (closed.length === 0) return null;
  const sum = closed.reduce((ms, { openedAt, closedAt }) => ms + BigInt(closedAt! - openedAt), 0n);
  return Number(sum / BigInt(closed.length));
}

/** Returns the number of whole minutes of a position's life for which the price path has no data. */
export function unseenMinutes(
  { end: playedUntil, countSeenMinutes }: ScenarioRun,
  { symbol, openedAt, closedAt }: Position,
): number {
  const first = Math.ceil(openedAt / MINUTE_MS) * MINUTE_MS;
  const end = Math.floor((closedAt ?? playedUntil) / MINUTE_MS) * MINUTE_MS;
  return end <= first ? 0 : (end - first) / MINUTE_MS - countSeenMinutes(symbol, first, end);
}

function countTheses(entries: readonly LedgerEntry[]): Printed {
  const counts = { applied: 0, recorded: 0, refused: 0, duplicate: 0 };
  for (const { status } of entries) if (status !== null) counts[status] += 1;
  return counts;
}

/** Returns the number of executions of which the data could not show which exit came first. */
function countAssumed(entries: readonly LedgerEntry[]): number {
  let count = 0;
  for (const { executions } of entries)
    for (const { assumed } of executions) if (assumed !== null) count += 1;
  return count;
}

function countBy(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function sumText(positions: readonly Position[], amountOf: (position: Position) => Decimal): string {
  return formatTrimmed(sumOf(positions.map(amountOf)));
}

function quotientOf(top: Decimal, bottom: Decimal): string | null {
  return isZero(bottom) ? null : formatTrimmed(ratioOf(top, bottom));
}

function integer(value: number): Decimal {
  return { value: BigInt(value), scale: 0 };
}
