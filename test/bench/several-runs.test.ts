/** Several runs of the benchmarks as one. */
import { expect, it } from 'vitest';
// @ts-expect-error: the benchmarks are scripts that run without a build.
import { joinRuns as joined } from './several-runs.mjs';

const joinRuns = joined as (runs: readonly unknown[]) => {
  readonly benches: Record<string, readonly unknown[]>;
};

const machine = { cores: 2, node: 'v20.20.2', platform: 'linux' };
const lineOf = (name: string, of: string, ratio: number) => ({
  name,
  of,
  ratio,
  subject: ratio,
  limit: 1,
  goal: 2,
});

it('show of each row the run with the median ratio, and the range', () => {
  const runs = [3, 1, 2].map((ratio) => ({
    machine,
    benches: { start: [lineOf('help', 'wallMs', ratio), lineOf('help', 'cpuMs', 10 * ratio)] },
  }));
  expect(joinRuns(runs).benches).toEqual({
    start: [
      { ...lineOf('help', 'wallMs', 2), lowest: 1, highest: 3 },
      { ...lineOf('help', 'cpuMs', 20), lowest: 10, highest: 30 },
    ],
  });
});

it('count a row that only some runs have by these, and take the larger ratio of two', () => {
  const one = {
    machine,
    benches: { start: [lineOf('help', 'wallMs', 2)], cold: [lineOf('candles', 'cpuMs', 4)] },
  };
  const two = { machine, benches: { start: [lineOf('help', 'wallMs', 3)] } };
  expect(joinRuns([one, two]).benches).toEqual({
    cold: [{ ...lineOf('candles', 'cpuMs', 4), lowest: 4, highest: 4 }],
    start: [{ ...lineOf('help', 'wallMs', 3), lowest: 2, highest: 3 }],
  });
});

it('keep rows apart that have the same name in one run', () => {
  const run = (first: number, second: number) => ({
    machine,
    benches: { old: [lineOf('its memory', 'peakKb', first), lineOf('its memory', 'peakKb', second)] },
  });
  const memory = (ratio: number, lowest: number) => ({
    ...lineOf('its memory', 'peakKb', ratio),
    lowest,
    highest: ratio,
  });
  expect(joinRuns([run(1, 5), run(2, 6)]).benches).toEqual({ old: [memory(2, 1), memory(6, 5)] });
});

it('show the medians of clients', () => {
  const run = (cpuMs: number) => ({
    machine,
    benches: { peers: [{ task: 'one candle', client: 'ccxt', cpuMs, wallMs: 2 * cpuMs, peakKb: 7 }] },
  });
  expect(joinRuns([run(1), run(9), run(2)]).benches).toEqual({
    peers: [{ task: 'one candle', client: 'ccxt', cpuMs: 2, wallMs: 4, peakKb: 7 }],
  });
});
