/** Times as people type them, and the zone in which they are read. */
import { describe, expect, it } from 'vitest';
import { bourse, NOW } from '../world.ts';

const HOURS = 'market klines BTCUSDT 1h --env sandbox --all';
const DAY_MS = 86_400_000;

/** Returns the open times of the candles that a command prints. */
async function openTimes(line: string, timeZone?: string): Promise<readonly string[]> {
  const { code, stdout, stderr } = await bourse(
    `${HOURS} ${line}`,
    timeZone === undefined ? {} : { timeZone },
  );
  expect([code, stderr]).toEqual([0, '']);
  return (JSON.parse(stdout) as [number][]).map(([time]) => new Date(time).toISOString());
}

describe('a period', () => {
  it('is a whole day or month, from its first candle to its last', async () => {
    const day = await openTimes('--during 2024-03-12');
    expect([day.length, day[0], day.at(-1)]).toEqual([
      24,
      '2024-03-12T00:00:00.000Z',
      '2024-03-12T23:00:00.000Z',
    ]);
    const month = await openTimes('--during 2024-02');
    expect([month.length, month.at(-1)]).toEqual([29 * 24, '2024-02-29T23:00:00.000Z']);
  });

  it('ends before the day that ends a range, as a day is its first moment everywhere else', async () => {
    const range = await openTimes('--during 2024-03-01/2024-03-02');
    expect([range.length, range.at(-1)]).toEqual([24, '2024-03-01T23:00:00.000Z']);
    expect(await openTimes('--start 2024-03-01 --end 2024-03-01T23:59Z')).toEqual(range);
  });

  it('begins a span before now, or yesterday at midnight', async () => {
    const hours = await openTimes('--during 12h');
    expect(hours).toHaveLength(12);
    expect(await openTimes('--start 12h')).toEqual(hours);
    const yesterday = await openTimes('--during yesterday');
    const midnight = Math.floor(NOW / DAY_MS) * DAY_MS;
    expect(yesterday[0]).toBe(new Date(midnight - DAY_MS).toISOString());
    expect(yesterday).toHaveLength(24);
    expect((await openTimes('--start yesterday'))[0]).toBe(yesterday[0]);
  });

  it('is that of a zone on request', async () => {
    const berlin = await openTimes('--during 2024-03-12 --zone Europe/Berlin');
    expect([berlin.length, berlin[0]]).toEqual([24, '2024-03-11T23:00:00.000Z']);
    expect(await openTimes('--during 2024-03-12 --zone local', 'Europe/Berlin')).toEqual(berlin);
    expect((await openTimes('--start 2024-03-12 --end 2024-03-12T01:00 --zone Europe/Berlin'))[0]).toBe(
      berlin[0],
    );
  });

  it('is that of a replay of theses too', async () => {
    const { code, stderr } = await bourse(
      'thesis replay nothing.json --during 2024-02/2024-01 --env sandbox',
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining('--during must be a period')]);
  });
});

describe('--time', () => {
  const CANDLE = 'market klines BTCUSDT 1h --start 2024-03-12 --limit 1 --env sandbox';
  const MS = Date.UTC(2024, 2, 12);

  it.each([
    ['iso', '"2024-03-12T00:00:00.000Z"', '"2024-03-12T00:59:59.999Z"'],
    ['ms', String(MS), String(MS + 3_599_999)],
    ['s', String(MS / 1000), `${MS / 1000 + 3599}.999`],
  ])('%s is the form of every output, and other fields keep every digit', async (form, open, close) => {
    const raw = (await bourse(CANDLE)).stdout;
    const json = (await bourse(`${CANDLE} --time ${form}`)).stdout;
    expect(json).toBe(raw.replace(String(MS), open).replace(String(MS + 3_599_999), close));
    const named = (await bourse(`${CANDLE} --time ${form} -o ndjson --fields openTime,closeTime`)).stdout;
    expect(named).toBe(`{"openTime":${open},"closeTime":${close}}\n`);
    const bare = [open, close].map((text) => text.replaceAll('"', '')).join(',');
    const fields = '--fields openTime,closeTime --no-header';
    expect((await bourse(`${CANDLE} --time ${form} -o csv ${fields}`)).stdout).toBe(`${bare}\n`);
    expect((await bourse(`${CANDLE} --all --end 2024-03-12 --time ${form} -o csv ${fields}`)).stdout).toBe(
      `${bare}\n`,
    );
    const table = (await bourse(`${CANDLE} --time ${form} -o table ${fields}`)).stdout.split('\n')[1];
    expect(table?.split(/ {2,}/).join(',')).toBe(bare);
  });

  it('is iso in the local zone on request, and readable in tables', async () => {
    const { stdout } = await bourse(
      `${CANDLE} --time iso --zone local -o csv --fields openTime --no-header`,
      {
        timeZone: 'Europe/Berlin',
      },
    );
    expect(stdout).toBe('2024-03-12T00:00:00.000+01:00\n');
    const table = await bourse(`${CANDLE} --zone Europe/Berlin -o table --fields openTime`);
    expect(table.stdout).toContain('2024-03-12 00:00:00+01:00');
  });

  it('finds the times within lists, and leaves spans that have the name of a time', async () => {
    const coins = 'funds coins --env sandbox';
    const [raw, timed] = [await bourse(`${coins} -o json`), await bourse(`${coins} -o json --time iso`)];
    expect(timed.stdout).toBe(raw.stdout);
    expect(raw.stdout).toContain('"estimatedArrivalTime":');
    const lists = (await bourse(`market info BTCUSDT --env sandbox -o json --time iso`)).stdout;
    expect(lists).toMatch(/"serverTime":"2024-03-\d\dT/);
  });
});

describe('a time that cannot be read', () => {
  it.each([
    ['--during 2024-13', '--during must be a period, was'],
    ['--during 2024-01 --end 2024-02-01', '--end does not go with it'],
    ['--during 2024-01 --start=-3d', '--start does not go with it'],
    ['--start 2024-01-01/2024-02-01', '--during 2024-01-01/2024-02-01 takes a range'],
    ['--start tomorrow', '3d (3 days ago)'],
    ['--zone Berlin', 'Example: --zone Europe/Berlin'],
  ])('%s ends with exit code 2 and says what to write', async (options, text) => {
    const { code, stderr } = await bourse(`${HOURS} ${options}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
  });

  it.each(['', ' --zone Europe/Berlin'])('a good-till date 7 days ago is not sent%s', async (zone) => {
    const order =
      'trade order place BTCUSDT --on usdm --side BUY --type LIMIT --quantity 0.01 --price 60000 --time-in-force GTD';
    const { code, stderr } = await bourse(`${order} --good-till-date 7d --dry-run --env sandbox${zone}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Write +7d for a time after now.')]);
  });
});
