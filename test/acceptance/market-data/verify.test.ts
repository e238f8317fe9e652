/** `market verify`: faults of downloaded candles and trades that nobody would notice in a chart. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { envelope } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';

const START = '2024-03-10';
const WINDOW = `--start ${START} --end 2024-03-10T03:20Z`;

/** Downloads with bourse, changes the text, and verifies the file. */
async function verify(download: string, format: string, edit: (text: string) => string, options = '') {
  const home = temporaryFolder();
  mkdirSync(home, { recursive: true });
  const { stdout } = await bourse(`${download} --env sandbox -o ${format}`, { home });
  writeFileSync(join(home, `rows.${format}`), edit(stdout));
  const outcome = await bourse(`market verify rows.${format} ${options}`, { home });
  return { ...outcome, summary: outcome.stdout === '' ? undefined : (JSON.parse(outcome.stdout) as object) };
}

const candles = `market klines BTCUSDT 1m ${WINDOW}`;
const unchanged = (text: string) => text;
/** Returns an edit of the lines of a csv or ndjson text. */
const lines = (edit: (lines: string[]) => string[]) => (text: string) =>
  `${edit(text.trimEnd().split('\n')).join('\n')}\n`;

describe('a download as bourse writes it', () => {
  it.each([
    ['csv', candles],
    ['ndjson', candles],
    ['json', candles],
    ['csv', `market klines BTCUSD_PERP 1h --on coinm ${WINDOW}`],
    ['csv', `market mark-price-klines BTCUSDT 5m ${WINDOW}`],
    ['csv', 'market klines BTCUSDT 1M --limit 30 --time-zone 8'],
    ['csv', 'market klines BTCUSDT 1w --limit 30'],
    ['csv', 'market historical-trades BTCUSDT --from-id 1000 --limit 2500'],
    ['json', 'market historical-trades BTCUSDT --from-id 1000 --limit 2500'],
    ['ndjson', 'market agg-trades BTCUSDT --from-id 1000 --limit 1500'],
    ['csv', 'market agg-trades BTCUSDT --on usdm --from-id 1000 --limit 100'],
  ])('has no fault as %s: %s', async (format, download) => {
    const zone = download.includes('--time-zone') ? '--time-zone 8' : '';
    const { code, summary, stderr } = await verify(download, format, unchanged, zone);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(summary).toMatchObject({ gaps: 0, missing: 0, faults: 0, valid: true });
  });

  it('is described by its interval, rows, and first and last row', async () => {
    const { summary } = await verify(candles, 'csv', unchanged);
    expect(summary).toEqual({
      file: 'rows.csv',
      rows: 'candles',
      interval: '1m',
      count: 201,
      first: '2024-03-10 00:00:00Z',
      last: '2024-03-10 03:20:00Z',
      gaps: 0,
      missing: 0,
      faults: 0,
      valid: true,
    });
  });

  it('can be read from standard input', async () => {
    const { stdout } = await bourse(`${candles} --env sandbox -o csv`);
    const outcome = await bourse('market verify -', { stdin: stdout });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ count: 201, valid: true });
  });

  it('is compared with the window that it should cover', async () => {
    const { code, stderr } = await verify(
      candles,
      'csv',
      unchanged,
      '--start 2024-03-09T23:00Z --end 2024-03-10T04:00Z',
    );
    expect(code).toBe(1);
    expect(stderr).toBe(
      'rows.csv:2: gap: 60 candles are missing, 2024-03-09 23:00:00Z to 2024-03-09 23:59:00Z, before the first one received.\n' +
        'rows.csv:202: gap: 40 candles are missing, 2024-03-10 03:21:00Z to 2024-03-10 04:00:00Z, after the last one received.\n',
    );
  });
});

describe('a faulty download', () => {
  const cell = (line: string, at: number, value: string) =>
    line
      .split(',')
      .map((one, index) => (index === at ? value : one))
      .join(',');
  it.each([
    [
      'a gap',
      lines((all) => all.filter((_, at) => at < 50 || at > 60)),
      'rows.csv:51: gap: 11 candles are missing, 2024-03-10 00:49:00Z to 2024-03-10 00:59:00Z.',
    ],
    [
      'a row twice',
      lines((all) => all.toSpliced(10, 0, all[10]!)),
      'rows.csv:12: duplicate: openTime 2024-03-10 00:09:00Z stands in the row before as well.',
    ],
    [
      'rows in the wrong order',
      lines((all) => all.toSpliced(10, 2, all[11]!, all[10]!)),
      'rows.csv:12: order: openTime 2024-03-10 00:09:00Z follows 2024-03-10 00:10:00Z.',
    ],
    [
      'a misaligned time',
      lines((all) => all.toSpliced(10, 1, all[10]!.replace(/^(\d+)000,/, '$1001,'))),
      'rows.csv:11: alignment: openTime 2024-03-10 00:09:00.001Z is no boundary of 1m.',
    ],
    [
      'a high below the low',
      lines((all) => all.toSpliced(10, 1, cell(all[10]!, 2, '1'))),
      'rows.csv:11: values: high 1 is below ',
    ],
    [
      'a low above the close',
      lines((all) => all.toSpliced(10, 1, cell(all[10]!, 3, '9999999'))),
      'rows.csv:11: values: ',
    ],
    [
      'a negative volume',
      lines((all) => all.toSpliced(10, 1, cell(all[10]!, 5, '-3'))),
      'rows.csv:11: values: volume -3 is below 0.',
    ],
    [
      'a wrong close time',
      lines((all) => all.toSpliced(10, 1, cell(all[10]!, 6, '5'))),
      'rows.csv:11: values: closeTime 5 must be 1710029399999.',
    ],
    [
      'a price that is no number',
      lines((all) => all.toSpliced(10, 1, cell(all[10]!, 1, 'n/a'))),
      'rows.csv:11: values: open must be a decimal number, was "n/a".',
    ],
    [
      'a row with too few cells',
      lines((all) => all.toSpliced(10, 1, '1710029340000,1')),
      'rows.csv:11: row: has 2 cells, the header has 12.',
    ],
    [
      'a second header',
      lines((all) => all.toSpliced(10, 0, all[0]!)),
      'rows.csv:11: row: the header stands here again.',
    ],
    ['a torn end', (text: string) => text.slice(0, -20), 'rows.csv:202: row: '],
  ])('names %s with its line', async (_name, edit, expected) => {
    const { code, stderr, summary } = await verify(candles, 'csv', edit);
    expect(code).toBe(1);
    expect(stderr).toContain(expected);
    expect(summary).toMatchObject({ valid: false });
  });

  it.each([
    [
      'ids that jump',
      lines((all) => all.filter((_, at) => at !== 7)),
      'rows.ndjson:8: gap: 1 trade is missing, id 1007.',
    ],
    [
      'a time that steps back',
      lines((all) => all.toSpliced(9, 1, all[9]!.replace(/"time":\d+/, '"time":1000'))),
      'rows.ndjson:10: order: time 1970-01-01 00:00:01Z is before ',
    ],
    [
      'a price of 0',
      lines((all) => all.toSpliced(9, 1, all[9]!.replace(/"price":"[^"]+"/, '"price":"0.00"'))),
      'rows.ndjson:10: values: price must be greater than 0, was 0.00.',
    ],
    [
      'a line that is no JSON',
      lines((all) => all.toSpliced(9, 1, '{"id":')),
      'rows.ndjson:10: row: is no JSON object.',
    ],
  ])('names trades with %s', async (_name, edit, expected) => {
    const { code, stderr } = await verify(
      'market historical-trades BTCUSDT --from-id 1000 --limit 20',
      'ndjson',
      edit,
    );
    expect(code).toBe(1);
    expect(stderr).toContain(expected);
  });

  it('names JSON that ends within the list, and the row of a gap', async () => {
    const torn = await verify(candles, 'json', (text) => text.slice(0, -30));
    expect(torn).toMatchObject({ code: 1 });
    expect(torn.stderr).toContain('rows.json: row: the list ends within row 201.');
    const holed = await verify(candles, 'json', (text) =>
      JSON.stringify((JSON.parse(text) as unknown[]).toSpliced(5, 2)),
    );
    expect(holed.stderr).toBe(
      'rows.json: row 6: gap: 2 candles are missing, 2024-03-10 00:05:00Z to 2024-03-10 00:06:00Z.\n',
    );
  });

  it('has no rows', async () => {
    const { code, stderr } = await verify(candles, 'csv', (text) => `${text.split('\n')[0]}\n`);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'rows.csv: row: there are no rows.\n' });
  });

  it('lists the first faults only, and counts all', async () => {
    const home = temporaryFolder();
    const rows = Array.from({ length: 3000 }, (_, at) => `${at % 2},1,1,1,1`);
    writeFileSync(join(home, 'rows.csv'), `openTime,open,high,low,close\n${rows.join('\n')}\n`);
    const { stderr, stdout } = await bourse('market verify rows.csv --interval 1m', { home });
    expect(stderr.trimEnd().split('\n').length).toBe(1001);
    expect(stderr).toContain('more faults are not listed.');
    expect((JSON.parse(stdout) as { faults: number }).faults).toBeGreaterThan(2900);
  });
});

describe('a file that cannot be verified', () => {
  it.each([
    ['that is absent', undefined, "absent.csv can't be read"],
    ['without a header', '1,2,3\n', 'header'],
    [
      "of an account's trades",
      'symbol,id,orderId,price,qty,commission,time\nBTCUSDT,1,1,1,1,1,1\n',
      'ids of other accounts',
    ],
    ['whose interval is unknown', 'openTime,open,high,low,close\n1,1,1,1,1\n', '--interval'],
  ])('%s ends in exit code 2', async (_name, text, expected) => {
    const home = temporaryFolder();
    if (text !== undefined) writeFileSync(join(home, 'absent.csv'), text);
    const outcome = await bourse('market verify absent.csv', { home });
    expect(outcome.code).toBe(2);
    const { message, hint } = envelope(outcome);
    expect(`${message} ${hint}`).toContain(expected);
  });
});
