// Scores of a book, of an agent and of a run, from the records alone.

import { isOpen, netOf, unrealisedOf } from './ledger.mjs';
import {
  add,
  divide,
  fraction,
  greatest,
  integer,
  isZero,
  least,
  negate,
  negative,
  positive,
  roundEven,
  squareRoot,
  subtract,
  sum,
  text,
  times,
  wholePart,
  ZERO,
} from './numbers.mjs';
import { DAY, MINUTE } from './scenario.mjs';

const ratio = (a, b) => (isZero(b) ? null : text(roundEven(divide(a, b), 8)));
const total = (positions, name) => sum(positions.map((found) => found[name]));

function tally(names) {
  const counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function drawdowns(samples, start) {
  let peak = start;
  let deepest = ZERO;
  let share = ZERO;
  for (const { equity } of samples) {
    peak = greatest(peak, equity);
    const fall = subtract(peak, equity);
    deepest = greatest(deepest, fall);
    if (!isZero(start)) share = greatest(share, divide(fall, peak));
  }
  return {
    max_drawdown: text(deepest),
    max_drawdown_fraction: isZero(start) ? null : text(roundEven(share, 8)),
  };
}

/** The share of the span in which a position was open. */
function exposure(positions, { start, end }) {
  const spans = positions.map((found) => [found.openedAt, found.closedAt ?? end]).sort((a, b) => a[0] - b[0]);
  let covered = 0;
  let until = start;
  for (const [from, to] of spans) {
    covered += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return ratio(integer(covered), integer(end - start));
}

/** Sign and root of mean² × 365 / spread at 8 digits, cut down. */
function rooted(mean, spread) {
  if (isZero(spread)) return null;
  const inside = times(divide(times(mean, mean), spread), integer(365n * 10n ** 16n));
  const root = fraction(squareRoot(wholePart(inside)), 10n ** 8n);
  return text(negative(mean) ? negate(root) : root);
}

function sharpeAndSortino(samples) {
  const days = samples.filter(({ time }) => time % DAY === 0).map(({ equity }) => equity);
  if (days.length < 3 || !days.every(positive)) return { sharpe: null, sortino: null };
  const returns = days.slice(1).map((now, at) => roundEven(subtract(divide(now, days[at]), integer(1)), 12));
  const count = integer(returns.length);
  const mean = divide(sum(returns), count);
  const squares = (list) => sum(list.map((x) => times(x, x)));
  const variance = divide(squares(returns.map((x) => subtract(x, mean))), integer(returns.length - 1));
  const downside = divide(squares(returns.map((x) => least(x, ZERO))), count);
  return { sharpe: rooted(mean, variance), sortino: rooted(mean, downside) };
}

/** Whole minutes of a position in which its symbol's path has no item. */
function unseenMinutes(position, path, end) {
  const seen = new Set(path.map((item) => item.start - (item.start % MINUTE)));
  const until = position.closedAt ?? end;
  let count = 0;
  for (
    let minute = Math.ceil(position.openedAt / MINUTE) * MINUTE;
    minute + MINUTE <= until;
    minute += MINUTE
  )
    if (!seen.has(minute)) count += 1;
  return count;
}

function results(closed) {
  const nets = closed.map(netOf);
  const won = nets.filter(positive);
  const lost = nets.filter(negative);
  const none = nets.length === 0;
  return {
    wins: won.length,
    losses: lost.length,
    win_rate: ratio(integer(won.length), integer(nets.length)),
    profit_factor: ratio(sum(won), negate(sum(lost))),
    expectancy: ratio(sum(nets), integer(nets.length)),
    best: none ? null : text(nets.reduce(greatest)),
    worst: none ? null : text(nets.reduce(least)),
  };
}

/** Unrealised profit of positions together. */
const unrealised = (ledger, positions) => text(sum(positions.map((found) => unrealisedOf(ledger, found))));

/** The metrics of a book. */
export function metricsOf(ledger, book, samples, paths) {
  const { settings } = ledger;
  const positions = ledger.positions[book];
  const closed = positions.filter((found) => !isOpen(found));
  const start = book === 'paper' ? settings.cash : ZERO;
  const end = samples.at(-1).equity;
  const entries = ledger.entries.filter((entry) => entry.book === book);
  const theses = entries.filter((entry) => entry.kind === 'thesis');
  const held = closed.reduce((all, found) => all + found.closedAt - found.openedAt, 0);
  const having = (status) => theses.filter((entry) => entry.status === status).length;
  return {
    start_equity: text(start),
    end_equity: text(end),
    net: text(subtract(end, start)),
    return: ratio(subtract(end, start), start),
    realised: text(total(positions, 'realised')),
    unrealised: unrealised(ledger, positions),
    fees: text(total(positions, 'fees')),
    liquidation_fees: text(total(positions, 'liquidationFees')),
    funding: text(total(positions, 'funding')),
    shortfall: text(total(positions, 'shortfall')),
    positions_opened: positions.length,
    positions_closed: closed.length,
    ...results(closed),
    ...drawdowns(samples, start),
    exposure: exposure(positions, settings),
    average_holding_ms: closed.length === 0 ? null : Math.floor(held / closed.length),
    ...(book === 'paper' ? sharpeAndSortino(samples) : { sharpe: null, sortino: null }),
    theses: Object.fromEntries(
      ['applied', 'recorded', 'refused', 'duplicate'].map((status) => [status, having(status)]),
    ),
    refusals: tally(theses.filter((entry) => entry.status === 'refused').map((entry) => entry.reason)),
    exits: tally(closed.map((found) => found.closeTrigger)),
    assumed_exits: entries.flatMap((entry) => entry.executions).filter((found) => found.assumed !== null)
      .length,
    unseen_minutes: positions.reduce(
      (all, found) => all + unseenMinutes(found, paths.get(found.symbol), settings.end),
      0,
    ),
  };
}

/** The metrics of paper positions and theses by the name of an agent or a run. */
export function metricsBy(ledger, ofPosition, ofEntry) {
  const theses = ledger.entries.filter(
    (entry) => entry.kind === 'thesis' && entry.book === 'paper' && entry.reason !== 'invalid_thesis',
  );
  const nameOf = (found, member) => found[member] ?? '';
  const names = new Set([
    ...ledger.positions.paper.map((found) => nameOf(found, ofPosition)),
    ...theses.map((entry) => nameOf(entry, ofEntry)),
  ]);
  const groups = new Map();
  for (const name of names) {
    const positions = ledger.positions.paper.filter((found) => nameOf(found, ofPosition) === name);
    const closed = positions.filter((found) => !isOpen(found));
    const having = (status) =>
      theses.filter((entry) => nameOf(entry, ofEntry) === name && entry.status === status).length;
    const { wins, win_rate } = results(closed);
    groups.set(name, {
      positions_opened: positions.length,
      positions_closed: closed.length,
      wins,
      win_rate,
      net: text(sum(positions.map(netOf))),
      unrealised: unrealised(ledger, positions),
      fees: text(add(total(positions, 'fees'), total(positions, 'liquidationFees'))),
      applied: having('applied'),
      refused: having('refused'),
    });
  }
  return groups;
}
