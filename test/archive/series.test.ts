/** Files of the public archive with each defect that they are known to have. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cellsOf } from '../../src/archive/rows.ts';
import { type ArchiveFile, readArchive } from '../../src/archive/series.ts';
import { zipOf } from './zip-writer.ts';

const DAY = Date.UTC(2025, 0, 1);
const OPTIONS = { product: 'spot', rowsMax: 1000 } as const;

/** Returns the line of a one-minute candle; `unit` is 1000 for microseconds. */
function candle(minute: number, close = '100.5', unit = 1): string {
  const open = DAY + minute * 60_000;
  const closing = (open + 60_000) * unit - 1;
  return `${open * unit},100,101,99,${close},2,${closing},201,4,1,100.5,0`;
}

function file(path: string, lines: readonly string[], checksum?: string): ArchiveFile {
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  return { path, bytes, ...(checksum === undefined ? {} : { checksum }) };
}

const read = (files: readonly ArchiveFile[], changed = {}) => readArchive(files, { ...OPTIONS, ...changed });
const minutesOf = (files: readonly ArchiveFile[]) =>
  read(files).series[0]!.rows.map(({ time }) => (time - DAY) / 60_000);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const DAILY = 'data/spot/daily/klines/BTCUSDT/1m/BTCUSDT-1m-2025-01-01.csv';
const MONTHLY = 'data/spot/monthly/klines/BTCUSDT/1m/BTCUSDT-1m-2025-01.csv';

describe('a file of the archive', () => {
  it('has times in microseconds in some rows and in milliseconds in others', () => {
    expect(minutesOf([file(DAILY, [candle(0), candle(1, '100.5', 1000), candle(2)])])).toEqual([0, 1, 2]);
  });

  it.each(['173568960000', '17356896000000', '1735689600000x', '-173568960000'])(
    'is refused with a time of another length: %s',
    (time) => {
      const line = candle(0).replace(String(DAY), time);
      expect(() => read([file(DAILY, [candle(1), line])])).toThrow(
        'Row 2 of BTCUSDT-1m-2025-01-01.csv must have a time of 13 digits',
      );
    },
  );

  it('has a header or none, and line ends of either kind', () => {
    const header = 'open_time,open,high,low,close,volume,close_time,quote_volume,count,b,q,ignore';
    expect(minutesOf([file(DAILY, [header, candle(0), ''])])).toEqual([0]);
    expect(minutesOf([file(DAILY, [`${candle(0)}\r`, `${candle(1)}\r`])])).toEqual([0, 1]);
    for (const begin of ['"open_time"', '\ufeffopen_time', '\ufeff"open_time"'])
      expect(minutesOf([file(DAILY, [header.replace('open_time', begin), candle(0)])])).toEqual([0]);
  });

  it.each(['"1735689600000"', '\ufeff1735689600000', ' 1735689600000', '-1735689600000', '#'])(
    'refuses a first row that begins with %j, which was left out as a header',
    (begin) => {
      const first = `${begin}${candle(0).slice(13)}`;
      expect(() => read([file(DAILY, [first, candle(1)])])).toThrow(
        'Row 1 of BTCUSDT-1m-2025-01-01.csv must have a time of 13 digits',
      );
    },
  );

  it('has a volume of the base asset where coin-margined headers name the quote volume', () => {
    const header = 'open_time,open,high,low,close,volume,close_time,quote_volume,count,b,q,ignore';
    const path = 'data/futures/cm/daily/klines/BTCUSD_PERP/1m/BTCUSD_PERP-1m-2025-01-01.csv';
    const [series] = read([file(path, [header, candle(0)])]).series;
    expect(series).toMatchObject({ product: 'coinm', symbol: 'BTCUSD_PERP', interval: '1m' });
    expect(series!.columns.names[7]).toBe('base_volume');
    expect(read([file(DAILY, [header, candle(0)])]).series[0]!.columns.names[7]).toBe('quote_volume');
  });

  it('has rows twice: equal ones count once, and are counted', () => {
    const { series, notes } = read([
      file(DAILY, [candle(0), candle(0), candle(1), candle(1, '100.5', 1000)]),
    ]);
    expect(series[0]!.rows).toHaveLength(2);
    expect(notes).toEqual(['BTCUSDT 1m: 2 rows stood there more than once, equal.']);
  });

  it('has rows of one time that contradict each other: it is refused', () => {
    expect(() => read([file(DAILY, [candle(0), candle(0, '100.4')])])).toThrow(
      'Row 2 of BTCUSDT-1m-2025-01-01.csv contradicts row 1 of BTCUSDT-1m-2025-01-01.csv',
    );
  });

  it.each([
    ['daily first', [DAILY, MONTHLY]],
    ['monthly first', [MONTHLY, DAILY]],
  ])('differs between month and day: the daily file counts (%s)', (_, paths) => {
    const lines: Record<string, readonly string[]> = {
      [DAILY]: [candle(0, '100.1')],
      [MONTHLY]: [candle(0, '100.2'), candle(1)],
    };
    const { series, notes } = read(paths.map((path) => file(path, lines[path]!)));
    expect(series[0]!.rows.map((row) => cellsOf(row)[4])).toEqual(['100.1', '100.5']);
    expect(notes).toEqual(['BTCUSDT 1m: 1 row of monthly files differ from daily files, which count.']);
  });

  it('has absent candles, and ids that skip: they are counted', () => {
    expect(read([file(DAILY, [candle(0), candle(3)])]).notes).toEqual(['BTCUSDT 1m: 2 candles absent.']);
    const trades = [`7,100,1,100,${DAY},True,True`, `9,101,1,101,${DAY},True,True`];
    expect(read([file('BTCUSDT-trades-2025-01-01.csv', trades)]).notes).toEqual([
      'BTCUSDT trades: 1 id absent.',
    ]);
  });

  it('has a checksum that does not match: refused, or read with both sums in a note', () => {
    const bytes = file(DAILY, [candle(0)]).bytes;
    const stale = `${'0'.repeat(64)}  BTCUSDT-1m-2025-01-01.csv`;
    expect(() => read([file(DAILY, [candle(0)], stale)])).toThrow(sha256(bytes));
    expect(() => read([file(DAILY, [candle(0)], 'no sum')])).toThrow('expected no SHA-256');
    expect(() => read([file(DAILY, [candle(0)], `${sha256(bytes)}  other.csv`)])).toThrow('of other.csv');
    const { series, notes } = read([file(DAILY, [candle(0)], stale)], { acceptsMismatch: true });
    expect(series[0]!.rows).toHaveLength(1);
    expect(notes[0]).toContain(sha256(bytes));
    expect(notes[0]).toContain('0'.repeat(64));
    expect(read([file(DAILY, [candle(0)], `${sha256(bytes)}  BTCUSDT-1m-2025-01-01.csv\n`)]).notes).toEqual(
      [],
    );
  });

  it('holds trades, aggregate trades with a column more or less, or funding rates', () => {
    const spot = file('data/spot/daily/aggTrades/X/XUSDT-aggTrades-2025-01-01.csv', [
      `1,100,1,5,6,${DAY}000,True,True`,
    ]);
    const futures = file('data/futures/um/daily/aggTrades/X/XUSDT-aggTrades-2025-01-01.csv', [
      `1,100,1,5,6,${DAY},true`,
    ]);
    const rates = file('XUSDT-fundingRate-2025-01.csv', [
      'calc_time,funding_interval_hours,last_funding_rate',
      `${DAY + 5},8,0.0001`,
    ]);
    expect(
      read([spot, futures, rates]).series.map(({ product, dataset, rows }) => [
        product,
        dataset,
        rows[0]!.time,
      ]),
    ).toEqual([
      ['spot', 'aggTrades', DAY],
      ['usdm', 'aggTrades', DAY],
      ['spot', 'fundingRate', DAY + 5],
    ]);
  });

  it.each([
    ['BTCUSDT.csv'],
    ['BTCUSDT-1m-2025-13.csv'],
    ['BTCUSDT-1m-2025-02-30.csv'],
    ['BTCUSDT-7m-2025-01.csv'],
    ['BTCUSDT-1mo-2025-01.csv'],
    ['BTCUSDT-metrics-2025-01-01.csv'],
    ['data/futures/um/daily/markPriceKlines/BTCUSDT/1m/BTCUSDT-1m-2025-01-01.csv'],
  ])('is refused by its name %s', (path) => {
    expect(() => read([file(path, [candle(0)])])).toThrow('must be named as in the archive');
  });

  it('is refused with too few columns, a time beside the interval, no row, or too many rows', () => {
    expect(() => read([file(DAILY, [candle(0).slice(0, -2)])])).toThrow('12 columns');
    expect(() => read([file(DAILY, [candle(0).replace(String(DAY), String(DAY + 1))])])).toThrow(
      'a time on the interval',
    );
    expect(() => read([{ path: DAILY, bytes: Buffer.alloc(0) }])).toThrow('has no rows');
    expect(() => read([file(DAILY, [candle(0), candle(1)])], { rowsMax: 1 })).toThrow('more than 1 rows');
  });
});

describe('a zip file of the archive', () => {
  const text = `${candle(0)}\n${candle(1)}\n`;
  const path = DAILY.replace('.csv', '.zip');
  const name = 'BTCUSDT-1m-2025-01-01.csv';
  const readZip = (bytes: Buffer) => read([{ path, bytes }]).series[0]!.rows.length;

  it('is unpacked, and may end with a comment', () => {
    expect(readZip(zipOf(name, text))).toBe(2);
    const zip = zipOf(name, text);
    zip.writeUInt16LE(5, zip.length - 2);
    expect(readZip(Buffer.concat([zip, Buffer.from('hello')]))).toBe(2);
  });

  it.each([
    ['more than one file', zipOf(name, text, { count: 2 }), 'one file in it, found 2'],
    ['no file', zipOf(name, text, { count: 0 }), 'one file in it, found 0'],
    ['an absolute name', zipOf('/etc/a.csv', text), 'a plain name'],
    ['a drive', zipOf('C:a.csv', text), 'a plain name'],
    ['a name with ..', zipOf('a/../../b.csv', text), 'a plain name'],
    ['another kind of file', zipOf('a.exe', text), 'a csv file'],
    ['a ratio above 200', zipOf(name, '0'.repeat(1_000_000)), 'at most 200 times'],
    ['an encrypted file', zipOf(name, text, { flags: 1 }), 'an encrypted one'],
    ['another method', zipOf(name, text, { method: 12 }), 'method 12'],
    ['a wrong CRC-32', zipOf(name, text, { checksum: 1 }), 'CRC-32'],
    ['a size that is too small', zipOf(name, text, { bytes: 10 }), 'deflated bytes'],
    ['a size that is too large', zipOf(name, text, { bytes: 300 }), 'CRC-32'],
    ['a size of the 64-bit format', zipOf(name, text, { bytes: 0xffffffff }), 'below 4 GiB'],
  ])('is refused with %s', (_, bytes, message) => {
    expect(() => readZip(bytes)).toThrow(message);
  });

  it('is refused cut at any byte, with a usage error', () => {
    const zip = zipOf(name, text);
    for (let length = 0; length < zip.length; length += 1) {
      expect(() => readZip(zip.subarray(0, length))).toThrow('Expected in the zip file');
    }
  });

  it('gives other rows or a usage error after any change of a byte, never another failure', () => {
    const zip = zipOf(name, text);
    for (let at = 0; at < zip.length; at += 1) {
      const changed = Buffer.from(zip);
      changed[at]! ^= 0x55;
      try {
        readZip(changed);
      } catch (error) {
        expect(error).toMatchObject({ kind: 'usage' });
      }
    }
  });
});
