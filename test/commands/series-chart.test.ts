/** The chart of values over time: bars from zero or from the lowest value, and labels of both ends. */
import { describe, expect, it } from 'vitest';
import { seriesChart } from '../../src/commands/market/series-chart.ts';
import type { Paint } from '../../src/commands/types.ts';
import { displayWidth } from '../../src/core/text.ts';

const same = (text: string) => text;
const PLAIN: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };
const NAMED: Paint = { ...PLAIN, red: (text) => `red ${text}`, green: (text) => `green ${text}` };

function draw(values: readonly string[], { width = 60, height = 6 } = {}, paint = PLAIN) {
  const points = values.map((value, at) => ({ time: 1_767_225_600_000 + at * 28_800_000, value }));
  return seriesChart(points, { width, height }, paint).trimEnd().split('\n');
}

describe('the chart of values over time', () => {
  it('draws values above and below zero to one scale', () => {
    expect(draw(['0.0001', '0.0002', '-0.0001', '0'])).toEqual([
      ' █   ┤ 0.0002',
      ' █   ┤',
      '██   ┤',
      '██   ┤',
      '  █  ┤ 0',
      '  █  ┤ -0.0001',
      '2026-01-01 00:00:00Z to 2026-01-02 00:00:00Z',
      '4 values: lowest -0.0001, highest 0.0002, average 0.00005.',
    ]);
  });

  it('paints what is below zero in another colour', () => {
    const lines = draw(['1', '-1'], { height: 2 }, NAMED);
    expect(lines.slice(0, 2)).toEqual(['green █  ┤ 1', 'red  █ ┤ -1']);
  });

  it('begins at the lowest value if zero is far away, and shows the lowest', () => {
    expect(draw(['700', '710', '705'], { height: 3 }).slice(0, 3)).toEqual([
      ' █  ┤ 710',
      ' █▅ ┤',
      '▁██ ┤ 700',
    ]);
  });

  it('draws values that are all below zero, all zero, or the same', () => {
    expect(draw(['-2', '-1'], { height: 2 }).slice(0, 2)).toEqual(['██ ┤ 0', '█  ┤ -2']);
    expect(draw(['0', '0'], { height: 2 }).slice(0, 2)).toEqual(['   ┤', '   ┤ 0']);
    expect(draw(['5', '5'], { height: 2 }).slice(0, 2)).toEqual(['   ┤ 5', '▁▁ ┤ 5']);
  });

  it('loses no extreme value where there are more values than columns, and stays within the width', () => {
    const values = Array.from({ length: 1000 }, (_, at) => (at === 500 ? '-0.12345678' : '0.00010000'));
    const lines = draw(values, { width: 40, height: 8 });
    for (const line of lines.slice(0, 8)) expect(displayWidth(line)).toBeLessThanOrEqual(40);
    expect(lines.slice(-2)).toEqual([
      '1000 values: lowest -0.12345678, highest 0.0001, average -0.0000235568.',
      'Each column shows the value of several that is furthest from the average.',
    ]);
    expect(lines[7]).toMatch(/█.*┤ -0\.12345678$/);
  });
});
