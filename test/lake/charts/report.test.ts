/** The report of the lake: one page that loads nothing, with what is missing and why. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChartsData } from '../../../src/charts-page/charts-data.ts';
import { lakePage } from '../../../src/lake/charts/report-page.ts';
import { bourse, temporaryFolder } from '../../acceptance/world.ts';
import { candle, DAY, type TestLake, testLake } from '../lake-files.ts';
import { demoPage, demoReport } from './demo-page.ts';

const FUTURES = 'data/futures/um/daily/klines/BTCUSDT/1m/BTCUSDT-1m-2025-01-01.csv';
const FUNDING = 'data/futures/um/monthly/fundingRate/BTCUSDT/BTCUSDT-fundingRate-2025-01.csv';

/** A day of candles of USD-M futures without two hours, and its funding rates. */
async function lake(): Promise<TestLake> {
  const made = await testLake();
  const minutes = Array.from({ length: 1440 }, (_, minute) => minute).filter(
    (one) => one < 120 || one >= 240,
  );
  const named = { product: 'usdm' } as const;
  await made.import({ path: FUTURES, lines: minutes.map((one) => candle(one, '100.00000001')), named });
  const rates = [0, 8, 16].map((hour) => `${DAY + hour * 3_600_000},8,0.00012345`);
  await made.import({ path: FUNDING, lines: rates, named });
  return made;
}

const report = (made: TestLake, home: string, words: string) =>
  bourse(`lake report ${words} -o json`, { home, environment: { BOURSE_LAKE: made.home.folder } });

function chartsIn(page: string): ChartsData {
  const [, json = ''] = /<script type="application\/json" id="chart-data">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json) as ChartsData;
}

describe('the report of the lake', () => {
  it('shows every candle exactly, funding, volume, and the hole with its cause', async () => {
    const made = await lake();
    const home = temporaryFolder();
    const { code, stdout } = await report(made, home, 'BTCUSDT 1m --out page.html');
    const path = join(home, 'page.html');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { path, bytes: statSync(path).size, candles: 1320, missing: 120, holes: 1 },
    ]);
    const page = readFileSync(path, 'utf8');
    const { prices, values } = chartsIn(page);
    const bars = prices[0]!.bars;
    expect([bars.length, bars[119], bars[120]]).toEqual([
      1440,
      [DAY + 119 * 60_000, '100', '101', '99', '100.00000001'],
      [DAY + 120 * 60_000, null, null, null, null],
    ]);
    expect(values.map(({ title, points }) => [title, points.length])).toEqual([
      ['Volume', 1440],
      ['Funding rate', 3],
    ]);
    expect(values[1]!.points[2]).toEqual([DAY + 16 * 3_600_000, '0.00012345']);
    expect(page).toContain('<title>2025-01-01: absent-in-file</title>');
    expect(page).toContain('no open interest of BTCUSDT of usdm');
    expect(page).toContain('absent in BTCUSDT-1m-2025-01-01.csv');
  });

  it('shows the lake as it was at a snapshot', async () => {
    const made = await lake();
    const home = temporaryFolder();
    await report(made, home, 'BTCUSDT 1m --out before.html');
    const environment = { BOURSE_LAKE: made.home.folder };
    const taken = await bourse('lake snapshot create -o json', { home, environment });
    const { id } = JSON.parse(taken.stdout) as { id: string };
    const named = { product: 'usdm' } as const;
    await made.import({ path: FUTURES.replace('01.csv', '02.csv'), lines: [candle(1440, '200')], named });
    await report(made, home, 'BTCUSDT 1m --out now.html');
    await report(made, home, `BTCUSDT 1m --out then.html --at ${id}`);
    const [before, now, then] = ['before', 'now', 'then'].map((name) =>
      readFileSync(join(home, `${name}.html`), 'utf8'),
    );
    expect(then).toBe(before);
    expect(now).not.toBe(before);
  });

  it('joins candles until the page can show them, and says so', async () => {
    const made = await testLake();
    const lines = Array.from({ length: 31 * 24 }, (_, hour) => candle(hour * 60, '100'));
    const path = 'data/spot/monthly/klines/BTCUSDT/1m/BTCUSDT-1m-2025-01.csv';
    await made.import({ path, lines });
    const home = temporaryFolder();
    await report(made, home, 'BTCUSDT 1m --out page.html');
    const page = readFileSync(join(home, 'page.html'), 'utf8');
    expect(chartsIn(page).prices[0]!.bars).toHaveLength(743 * 4 + 1);
    expect(page).toContain('shows candles of 15m, the printed one of 4h');
  });

  it('keeps hostile names as text and loads nothing', () => {
    const page = demoPage();
    expect(page).not.toMatch(/<img|<script>alert/);
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page).toContain("default-src 'none'");
    expect(page.replace(/<script>[\s\S]*?<\/script>|<style>[\s\S]*?<\/style>/g, '')).not.toMatch(
      /\ssrc=(?!x)|<link|url\(|\son\w+=(?!alert)|\sstyle=/,
    );
  });

  it('draws one value of a constant rate without values that nobody has', () => {
    const page = lakePage(demoReport('BTCUSDT'));
    const [, panel = ''] = /class="title"[^>]*>Funding rate(.*?)class="title"/s.exec(page) ?? [];
    expect(panel).toContain('class="line equity"');
    expect(page).not.toContain('>1.0<');
  });

  it.each(['BTCUSDT 1m --out page.txt', 'BTCUSDT 1h --out p.html', '<b> 1m --out p.html', 'BTCUSDT 1m'])(
    'is refused without a file: %s',
    async (words) => {
      const home = temporaryFolder();
      expect((await report(await lake(), home, words)).code).toBe(2);
      expect(readdirSync(home).filter((name) => name !== 'state')).toEqual([]);
    },
  );

  it('leaves no file behind where it cannot be written', async () => {
    const home = temporaryFolder();
    const { code, stderr } = await report(await lake(), home, 'BTCUSDT 1m --out no/page.html');
    expect([code, stderr]).toEqual([10, expect.stringContaining('page.html could not be')]);
  });
});
