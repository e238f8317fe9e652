/**
 * A replay of theses over a year of one-minute candles, against a process that reads the candles and parses each of
 * their lines. The goal is about the time that passes; the CPU time, which counts the threads of the garbage collector
 * too, is printed beside it without a goal.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { candle, FIRST_OPEN_MS, MINUTE_MS } from './candles.mjs';
import { BOURSE, checkThat, childScript, compareAll, inFolder, line, runNode } from './measure.mjs';
import { paperThesis } from './theses.mjs';

/** The goal of the replay's time, as a multiple of the time of reading and parsing the candles. */
const TIME_GOAL = 3;

/** The memory goal in MB. */
const MEMORY_GOAL_MB = 250;

const SYMBOL = {
  kind: 'symbol',
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tick_size: '0.01',
  step_size: '0.001',
  min_qty: '0.001',
  max_qty: '1000',
  min_notional: '5',
  liquidation_fee: '0.0125',
  tiers: [{ cap: null, mmr: '0.004', max_leverage: '125' }],
};

/** Returns the results of this benchmark. */
export function bench({ rounds, isSmoke }) {
  const [minutes, theses] = isSmoke ? [2000, 100] : [365 * 24 * 60, 10_000];
  return inFolder((home) => replay(home, minutes, theses, Math.max(1, Math.round(rounds / 3))));
}

function replay(home, minutes, theses, rounds) {
  const candles = join(home, 'candles.ndjson');
  const scenario = join(home, 'scenario.ndjson');
  writeLines(candles, candleLines(minutes));
  writeLines(scenario, scenarioLines(minutes, theses));
  const subject = {
    words: [BOURSE, 'thesis', 'replay', '--scenario', scenario, '-o', 'json'],
    check: (stdout) => checkRecord(stdout, theses),
  };
  const name = `thesis replay, ${theses} theses over ${minutes} candles`;
  const times = compareAll({
    name,
    goals: { wallMs: TIME_GOAL, cpuMs: null },
    subject,
    limit: { words: [childScript('parse.cjs'), candles, '--lines'] },
    rounds,
    home,
  });
  const { peakKb } = runNode(subject.words, { home, isProbed: true });
  const memory = line({
    name: `${name}, memory against ${MEMORY_GOAL_MB} MB`,
    goal: 1,
    of: 'peakKb',
    subject: peakKb,
    limit: MEMORY_GOAL_MB * 1024,
  });
  return [...times, memory];
}

function writeLines(path, lines) {
  const file = openSync(path, 'w');
  const block = [];
  for (const text of lines) {
    block.push(text, '\n');
    if (block.length >= 2000) writeSync(file, block.splice(0).join(''));
  }
  writeSync(file, block.join(''));
  closeSync(file);
}

function* candleLines(minutes) {
  for (let number = 0; number < minutes; number += 1) {
    const [t, o, h, l, c] = candle(number);
    yield JSON.stringify({ kind: 'candle', symbol: 'BTCUSDT', interval: '1m', t, o, h, l, c });
  }
}

function* scenarioLines(minutes, theses) {
  const end = FIRST_OPEN_MS + minutes * MINUTE_MS;
  yield JSON.stringify({ kind: 'settings', version: 1, start: FIRST_OPEN_MS, end });
  yield JSON.stringify(SYMBOL);
  yield* candleLines(minutes);
  for (let number = 0; number < theses; number += 1) {
    const t = FIRST_OPEN_MS + Math.floor((number / theses) * minutes) * MINUTE_MS;
    yield JSON.stringify({ kind: 'thesis', t, thesis: paperThesis(number) });
  }
}

/** Checks that all theses were decided, and that most of them did something. */
function checkRecord(stdout, theses) {
  const { entries, head, metrics } = JSON.parse(String(stdout));
  const decided = entries.filter(({ kind }) => kind === 'thesis');
  checkThat(decided.length === theses && head.seq === entries.length, `${decided.length} theses decided`);
  const { applied, recorded } = metrics.paper.theses;
  checkThat(
    applied + recorded > 0.6 * theses,
    `${applied} theses applied, ${recorded} recorded of ${theses}`,
  );
}
