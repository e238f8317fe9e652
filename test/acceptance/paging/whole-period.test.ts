/** A bounded period is written whole, or stderr says that it was not. */
import { describe, expect, it } from 'vitest';
import { csv } from '../outcomes.ts';
import { bourse } from '../world.ts';

const HOURS = 'market klines BTCUSDT 1h -o csv --env sandbox';
const ONE_MONTH = '--start 2024-02-01 --end 2024-02-29T23:59:59Z';

/** Returns the number of rows of a csv outcome, without its header. */
const rowsOf = (stdout: string) => csv(stdout).length - 1;

describe('a period of several pages', () => {
  it('was cut to 500 rows without a word with --during', async () => {
    const { code, stdout, stderr } = await bourse(`${HOURS} --during 2024-02`);
    expect([code, rowsOf(stdout), stderr]).toEqual([0, 29 * 24, '']);
  });

  it('was cut to 500 rows and called complete with --complete', async () => {
    const { code, stdout, stderr } = await bourse(`${HOURS} ${ONE_MONTH} --complete`);
    expect([code, rowsOf(stdout), stderr]).toEqual([0, 29 * 24, '696 candles, none missing.\n']);
  });

  it('was cut to 100 funding rates without a word', async () => {
    const line = 'market funding-rate BTCUSDT --during 90d -o csv --env sandbox';
    const { code, stdout } = await bourse(line);
    expect([code, rowsOf(stdout)]).toEqual([0, 270]);
  });

  it('was cut to a full page with --start and --end without a word', async () => {
    const { code, stdout, stderr } = await bourse(`${HOURS} ${ONE_MONTH}`);
    expect([code, rowsOf(stdout), stderr]).toEqual([0, 29 * 24, '']);
  });

  it('is reported as cut with a start alone', async () => {
    const { code, stdout, stderr } = await bourse(`${HOURS} --start 2024-02-01`);
    expect([code, rowsOf(stdout)]).toEqual([0, 500]);
    expect(stderr).toBe(
      'The page came full with 500 rows, and the period may have more: add --all to fetch them.\n',
    );
  });

  it('is as many rows as --limit says', async () => {
    const { code, stdout, stderr } = await bourse(`${HOURS} --during 2024-02 --limit 600`);
    expect([code, rowsOf(stdout), stderr]).toEqual([0, 600, '']);
  });
});

describe('a page that is not full', () => {
  it('has no note', async () => {
    const { stdout, stderr } = await bourse(`${HOURS} --start 2024-02-01 --end 2024-02-02`);
    expect([rowsOf(stdout), stderr]).toEqual([25, '']);
  });

  it('has no note where it ends with its period', async () => {
    const { stdout, stderr } = await bourse(`${HOURS} --start 2024-02-01 --end 2024-02-21T19:00Z`);
    expect([rowsOf(stdout), stderr]).toEqual([500, '']);
  });
});

describe('a run that fails before its first row', () => {
  it('printed a command to resume with that can never work', async () => {
    const { code, stderr } = await bourse('market klines NOSUCHUSDT 1h --all --env sandbox');
    expect([code, stderr]).toEqual([4, expect.stringContaining('-1121')]);
    expect(stderr).not.toContain('resume');
  });
});
