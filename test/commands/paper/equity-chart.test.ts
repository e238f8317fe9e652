/** The chart of equity: the curve above, the drawdown hanging below it, and labels of both. */
import { describe, expect, it } from 'vitest';
import { equityChart, equitySummary } from '../../../src/commands/paper/equity-chart.ts';
import type { Paint } from '../../../src/commands/types.ts';

const same = (text: string) => text;
const PLAIN: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

function samplesOf(...equities: readonly string[]) {
  return equities.map((equity, index) => ({ time: 1_767_225_600_000 + index * 3_600_000, equity }));
}

describe('the chart of equity', () => {
  it('draws a rise, a fall and what is lost since the peak', () => {
    const samples = samplesOf('10000', '10100', '10060', '10000.00000001');
    expect(equityChart(samples, 60, PLAIN).split('\n')).toEqual([
      ' █   ┤ 10100',
      ' █   ┤',
      ' █   ┤',
      ' █   ┤',
      ' █▂  ┤',
      ' ██  ┤',
      ' ██  ┤',
      ' ██  ┤',
      ' ██  ┤',
      ' ██  ┤',
      ' ██  ┤',
      '▁██▁ ┤ 10000',
      '  ██ ┤ 0',
      '  ██ ┤',
      '   █ ┤',
      '   █ ┤',
      '   █ ┤ -99.99999999',
      '2026-01-01 00:00:00Z to 2026-01-01 03:00:00Z',
    ]);
    expect(equitySummary(samples, 'USDT')).toBe(
      'Equity 10000 -> 10000.00000001 USDT, largest fall 99.99999999',
    );
  });

  it('fits more samples than columns into the width, and loses no fall', () => {
    const equities = Array.from({ length: 500 }, (_, index) => (index === 250 ? '9000' : '10000'));
    const lines = equityChart(samplesOf(...equities), 80, PLAIN).split('\n');
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(80);
    expect(lines.at(-2)).toMatch(/█.*┤ -1000$/);
  });

  it('draws a flat line where nothing changed', () => {
    const lines = equityChart(samplesOf('10000', '10000'), 60, PLAIN).split('\n');
    expect(lines[11]).toBe('▁▁ ┤ 10000');
    expect(lines[16]).toBe('   ┤ 0');
  });
});
