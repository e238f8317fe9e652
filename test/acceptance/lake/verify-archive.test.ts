/** `lake verify --against archive`: rows of archive files against those of the lake. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zipOf } from '../../archive/zip-writer.ts';
import { candle, DAILY, MONTHLY, TRADES, trade } from '../../lake/lake-files.ts';
import { bourse, temporaryFolder } from '../world.ts';

const NOW = Date.UTC(2025, 5, 1) as never;
const FUNDING = 'data/futures/um/monthly/fundingRate/BTCUSDT/BTCUSDT-fundingRate-2025-01.csv';

/** Returns a lake of minutes 0 to 9 without minute 4, and the rest of a month at minute 1440. */
async function lake() {
  const options = { home: temporaryFolder(), now: NOW };
  const minutes = [0, 1, 2, 3, 5, 6, 7, 8, 9, 1440];
  write(options.home, `first/${MONTHLY}`, minutes.map((minute) => candle(minute)).join('\n'));
  expect((await bourse('lake import first', options)).code).toBe(0);
  return options;
}

function write(home: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), content);
}

const lines = (minutes: readonly number[], close?: string) =>
  minutes.map((minute) => candle(minute, close)).join('\n');

async function verify(options: Awaited<ReturnType<typeof lake>>, words = 'other') {
  const { code, stdout, stderr } = await bourse(`lake verify --against archive ${words}`, options);
  const { compared, faults } = JSON.parse(stdout) as {
    compared: number;
    faults: readonly { where: string; fault: string }[];
  };
  return { code, stderr, compared, faults: faults.map(({ fault }) => fault) };
}

describe('lake verify --against archive', () => {
  it('finds nothing where both have the same rows, in either unit of time', async () => {
    const options = await lake();
    expect(await verify(options, 'first')).toMatchObject({ code: 0, compared: 10, faults: [] });
    const micros = [0, 1, 2, 3, 5, 6, 7, 8, 9].map((minute) => candle(minute, '100.5', 1000)).join('\n');
    write(options.home, `other/${DAILY.replace('.csv', '.zip')}`, zipOf('BTCUSDT-1m-2025-01-01.csv', micros));
    expect(await verify(options)).toMatchObject({ code: 0, compared: 9, faults: [] });
  });

  it('reports rows that differ, that the lake lacks, and that only the lake has', async () => {
    const options = await lake();
    write(
      options.home,
      `other/${DAILY}`,
      `${lines([0, 1, 2, 4])}\n${lines([3, 5], '100.75')}\n${lines([7, 8, 9])}`,
    );
    const found = await verify(options);
    expect(found).toMatchObject({ code: 1, compared: 10 });
    expect(found.faults).toEqual([
      '1 rows of the archive are not in the lake, the first at 2025-01-01T00:04:00.000Z',
      '2 rows differ from those of the archive, the first at 2025-01-01T00:03:00.000Z',
      '1 rows are in the lake and not in the file of the archive, the first at 2025-01-01T00:06:00.000Z',
    ]);
    const early = await verify(options, 'other --to 2025-01-01T00:03Z');
    expect(early).toMatchObject({ code: 0, compared: 3, faults: [] });
  });

  it('compares only from the first row of the series in the lake to the last', async () => {
    const options = await lake();
    write(options.home, `other/${MONTHLY}`, lines([0, 1, 2, 3, 5, 6, 7, 8, 9, 1440, 1441, 2880]));
    expect(await verify(options)).toMatchObject({ code: 0, compared: 10 });
  });

  it('compares trades and funding rates', async () => {
    const options = await lake();
    write(options.home, `more/${TRADES}`, [trade(1, 0), trade(2, 1), trade(3, 2)].join('\n'));
    write(options.home, `more/${FUNDING}`, '1735689600000,8,0.0001\n1735718400000,8,0.0002');
    expect((await bourse('lake import more --product usdm', options)).code).toBe(0);
    expect(await verify(options, 'more')).toMatchObject({ code: 0, compared: 5, faults: [] });
    write(options.home, `more/${TRADES}`, [trade(1, 0), trade(2, 1, '99'), trade(3, 2)].join('\n'));
    expect((await verify(options, 'more')).faults).toEqual([
      '1 rows differ from those of the archive, the first at 2025-01-01T00:00:01.000Z',
    ]);
  });

  it('counts a file with a wrong checksum or a bad row as a fault, and names one of other rows', async () => {
    const options = await lake();
    write(options.home, `other/${DAILY}`, candle(0));
    write(options.home, `other/${DAILY}.CHECKSUM`, `${'0'.repeat(64)}  BTCUSDT-1m-2025-01-01.csv\n`);
    write(options.home, `bad/${DAILY}`, candle(0, '1e5'));
    write(options.home, `none/${DAILY.replaceAll('BTCUSDT', 'ETHUSDT')}`, candle(0));
    expect((await verify(options)).faults).toEqual([expect.stringContaining('the checksum does not match')]);
    expect((await verify(options, 'bad')).faults).toEqual([
      expect.stringContaining('Row 1 of BTCUSDT-1m-2025-01-01.csv must have a number'),
    ]);
    const other = await verify(options, 'none');
    expect([other.code, other.compared]).toEqual([0, 0]);
    expect(other.stderr).toContain('The lake has no rows like those of ETHUSDT-1m-2025-01-01.csv.');
  });

  it.each([
    ['--against archive', 'Expected files of the archive to compare with, found none.'],
    ['first', 'Paths name files to compare with.'],
    ['--against api first', 'Paths name files to compare with.'],
    ['--against archive nowhere', 'nowhere'],
  ])('is refused as `lake verify %s`', async (words, message) => {
    const { code, stderr } = await bourse(`lake verify ${words}`, await lake());
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
