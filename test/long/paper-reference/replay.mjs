// The replay of a scenario: time goes from moment to moment.
import { fund, pointOf, rangeOf } from './exits.mjs';
import { byCodeUnits } from './json.mjs';
import { BOOKS, equityOf, newLedger, writeEntry } from './ledger.mjs';
import { negate } from './numbers.mjs';
import { outputOf } from './output.mjs';
import { bookPoints, pathOf, snapshotsOf } from './path.mjs';
import { DAY, MINUTE, readScenario } from './scenario.mjs';
import { arrive, prepare, waitingTheses } from './theses.mjs';

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function points(run, now) {
  const found = new Map();
  for (const symbol of run.names) {
    for (const item of run.starts.get(symbol).get(now) ?? []) {
      pointOf(run.ledger, symbol, item, now);
      found.set(symbol, { price: item.open, source: item.source });
    }
  }
  for (const symbol of run.names) {
    const point = run.bookPoints.get(symbol).get(now);
    if (point === undefined) continue;
    found.set(symbol, { price: point.price, source: point.source });
    if (!run.ledger.last.has(symbol)) run.ledger.last.set(symbol, point.price);
  }
  return found;
}

function sample(run, now) {
  for (const book of BOOKS) run.samples[book].push({ time: now, equity: equityOf(run.ledger, book) });
}

function moment(run, now) {
  for (const symbol of run.names)
    for (const item of run.ends.get(symbol).get(now) ?? []) rangeOf(run.ledger, symbol, item, now);
  for (const symbol of run.names)
    for (const record of run.fundings.get(symbol).get(now) ?? []) fund(run.ledger, record, now);
  const seen = points(run, now);
  for (const found of run.arrivals.get(now) ?? []) arrive(run, found, now);
  waitingTheses(run, seen, now);
  if (run.sampleTimes.has(now)) sample(run, now);
}

function sampleTimes({ start, end, equity_every_ms: every }) {
  const times = new Set();
  for (let time = start; time < end; time += every) times.add(time);
  for (let time = Math.ceil(start / DAY) * DAY; time < end; time += DAY) times.add(time);
  return times;
}

function newRun(scenario) {
  const { settings } = scenario;
  const names = [...scenario.symbols.keys()].sort(byCodeUnits);
  const perSymbol = (make) => new Map(names.map((name) => [name, make(name)]));
  const paths = perSymbol((name) => pathOf(scenario, name));
  const snapshots = perSymbol((name) => snapshotsOf(scenario, name));
  const theses = scenario.thesis.map(prepare);
  const fundings = scenario.funding.filter((found) => found.t >= settings.start && found.t < settings.end);
  const isCandle = (item) => item.source !== 'trade';
  return {
    ledger: newLedger(scenario),
    names,
    paths,
    snapshots,
    bookPoints: perSymbol((name) => bookPoints(paths.get(name), snapshots.get(name))),
    starts: perSymbol((name) => groupBy(paths.get(name), (item) => item.start)),
    ends: perSymbol((name) => groupBy(paths.get(name).filter(isCandle), (item) => item.end - 1)),
    fundings: perSymbol((name) =>
      groupBy(
        fundings.filter((found) => found.symbol === name),
        (found) => found.t - (found.t % MINUTE),
      ),
    ),
    theses,
    arrivals: groupBy(theses, (found) => found.t),
    waiting: [],
    sampleTimes: sampleTimes(settings),
    samples: { paper: [], watch: [] },
  };
}

/** Every time before the end at which something is due. */
function dueTimes(run) {
  const { end, latency_ms: latency, max_wait_ms: wait } = run.ledger.settings;
  const maps = [run.starts, run.ends, run.fundings, run.bookPoints].flatMap((map) => [...map.values()]);
  const times = [
    ...maps.flatMap((map) => [...map.keys()]),
    ...run.theses.flatMap(({ t }) => [t, t + latency + wait]),
    ...run.sampleTimes,
  ];
  return [...new Set(times)].filter((time) => time < end).sort((a, b) => a - b);
}

/** Replays the text of a scenario file; gives the canonical output without a line feed. */
export function replay(content) {
  const scenario = readScenario(content);
  const run = newRun(scenario);
  const { ledger } = run;
  const { start, end, cash, asset } = ledger.settings;
  const opening = {
    executions: [],
    postings: [
      ['cash', asset, cash],
      ['capital', asset, negate(cash)],
    ],
  };
  writeEntry(ledger, { time: start, book: 'paper', kind: 'open' }, opening);
  for (const now of dueTimes(run)) moment(run, now);
  sample(run, end);
  return outputOf(run);
}
