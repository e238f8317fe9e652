import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { spotMarket } from '../../../src/catalogue/spot/market.ts';
import type { Endpoint } from '../../../src/catalogue/types.ts';
import { displayWidth } from '../../../src/core/text.ts';
import { csv, exchangeAnswer, failure, json, lines } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';

interface Asked {
  readonly command: string;
  /** The request that the command must send. */
  readonly target: string;
}

const ASKED: readonly Asked[] = [
  { command: 'ping', target: '/api/v3/ping' },
  { command: 'time', target: '/api/v3/time' },
  { command: 'info BTCUSDT', target: '/api/v3/exchangeInfo?symbol=BTCUSDT' },
  { command: 'depth ethusdt --limit 5', target: '/api/v3/depth?symbol=ETHUSDT&limit=5' },
  { command: 'trades BTCUSDT --limit 3', target: '/api/v3/trades?symbol=BTCUSDT&limit=3' },
  {
    command: 'historical-trades BTCUSDT --from-id 1000 --limit 3',
    target: '/api/v3/historicalTrades?symbol=BTCUSDT&limit=3&fromId=1000',
  },
  { command: 'agg-trades BTCUSDT --limit 3', target: '/api/v3/aggTrades?symbol=BTCUSDT&limit=3' },
  { command: 'klines BTCUSDT 1h --limit 3', target: '/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=3' },
  {
    command: 'ui-klines BTCUSDT 1d --time-zone 8 --limit 2',
    target: '/api/v3/uiKlines?symbol=BTCUSDT&interval=1d&timeZone=8&limit=2',
  },
  { command: 'avg-price BTCUSDT', target: '/api/v3/avgPrice?symbol=BTCUSDT' },
  { command: 'ticker 24hr BTCUSDT', target: '/api/v3/ticker/24hr?symbol=BTCUSDT' },
  {
    command: 'ticker trading-day BTCUSDT ETHUSDT',
    target: '/api/v3/ticker/tradingDay?symbols=%5B%22BTCUSDT%22%2C%22ETHUSDT%22%5D',
  },
  {
    command: 'ticker rolling BTCUSDT --window-size 4h --type MINI',
    target: '/api/v3/ticker?symbol=BTCUSDT&windowSize=4h&type=MINI',
  },
  {
    command: 'ticker price BTCUSDT,ETHUSDT',
    target: '/api/v3/ticker/price?symbols=%5B%22BTCUSDT%22%2C%22ETHUSDT%22%5D',
  },
  { command: 'ticker book BTCUSDT', target: '/api/v3/ticker/bookTicker?symbol=BTCUSDT' },
];

function endpointOf({ target }: Asked): Endpoint {
  const path = target.split('?')[0];
  return ENDPOINTS.find((endpoint) => endpoint.path === path)!;
}

/** The rows of an answer by the endpoint's view, as objects. */
function rowsIn(endpoint: Endpoint, text: string): Record<string, unknown>[] {
  const whole = JSON.parse(text) as Record<string, unknown>;
  const { view } = endpoint;
  if (view?.shape === 'book') {
    const side = (name: string, key: string) =>
      (whole[key] as [string, string][]).map(([price, qty]) => ({ side: name, price, qty }));
    return [...side('ask', 'asks').reverse(), ...side('bid', 'bids')];
  }
  const found = view?.rowsAt === undefined ? whole : whole[view.rowsAt];
  const rows = (Array.isArray(found) ? found : [found]) as (Record<string, unknown> | unknown[])[];
  return rows.map((row) =>
    Array.isArray(row)
      ? Object.fromEntries(view!.columns.map((column) => [column.name, row[column.at!]]))
      : row,
  );
}

function cellText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

it('covers every endpoint of spot market data', () => {
  const asked = ASKED.map((one) => endpointOf(one)?.id).sort();
  expect(asked).toEqual(spotMarket.map((one) => one.id).sort());
});

describe.each(ASKED)('market $command', (asked) => {
  const endpoint = endpointOf(asked);
  const line = `market ${asked.command} --env sandbox`;
  const sent = exchangeAnswer(asked.target);
  const rows = rowsIn(endpoint, sent);

  it('prints the answer of the exchange byte for byte in a pipe', async () => {
    expect(await bourse(line)).toEqual({ code: 0, stdout: `${sent}\n`, stderr: '' });
  });

  it('prints one JSON line for each row, with named fields', async () => {
    const { code, stdout, stderr } = await bourse(`${line} -o ndjson`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(lines(stdout)).toEqual(rows);
  });

  it('prints csv with a header and every digit', async () => {
    const { code, stdout, stderr } = await bourse(`${line} -o csv`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [head, ...cells] = csv(stdout);
    expect(cells.length).toBe(rows.length);
    for (const [at, row] of rows.entries()) {
      const named = Object.fromEntries(head!.map((name, column) => [name, cells[at]![column]]));
      const texts = Object.entries(row).map(([name, value]) => [name, cellText(value)]);
      expect(named).toEqual(Object.keys(row).length === 0 ? { [head![0]!]: '' } : Object.fromEntries(texts));
    }
  });

  it.each([200, 80, 60])('draws a table on a terminal of %i columns that fits it', async (columns) => {
    const { code, stdout } = await bourse(line, { terminal: columns, environment: { NO_COLOR: '1' } });
    expect(code).toBe(0);
    for (const text of stdout.trimEnd().split('\n')) expect(displayWidth(text)).toBeLessThanOrEqual(columns);
    const isRecord =
      rows.length === 1 && !Array.isArray(JSON.parse(sent)) && endpoint.view?.rowsAt === undefined;
    const count = stdout.trimEnd().split('\n').length;
    // A ladder has an extra line for the spread.
    const more = endpoint.view?.shape === 'book' ? 2 : 1;
    if (asked.command === 'ping') expect(stdout).toBe('ok\n');
    else if (holdsLists(rows)) expect(count).toBeGreaterThan(Object.keys(rows[0]!).length);
    else expect(count).toBe(isRecord ? Object.keys(rows[0]!).length : rows.length + more);
  });
});

/** Returns whether there is one row with nested lists, which are printed below it. */
function holdsLists(rows: readonly object[]): boolean {
  const values = rows.length === 1 ? Object.values(rows[0]!) : [];
  return values.some(
    (value) => Array.isArray(value) && typeof value[0] === 'object' && !Array.isArray(value[0]),
  );
}

describe('candles', () => {
  it('marks the candle that is still open in a table, and only that', async () => {
    const { stdout } = await bourse('market klines BTCUSDT 1h --limit 3 --env sandbox', { terminal: 160 });
    expect(stdout.split('\n').map((line) => line.endsWith('open'))).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it('draws a chart as wide as the terminal, prices beside and times below it', async () => {
    const terminal = { terminal: 70, environment: { NO_COLOR: '1' } };
    const { code, stdout, stderr } = await bourse('market klines BTCUSDT 1h --chart --env sandbox', terminal);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const drawn = stdout.trimEnd().split('\n');
    expect(drawn.length).toBe(21);
    for (const line of drawn) expect(displayWidth(line)).toBeLessThanOrEqual(70);
    expect(drawn.slice(0, 20).every((line) => line.includes('┤'))).toBe(true);
    const rows = JSON.parse(
      exchangeAnswer('/api/v3/klines?symbol=BTCUSDT&interval=1h&limit=70'),
    ) as string[][];
    const shown = rows.slice(-drawn[0]!.indexOf('┤') + 1);
    const highest = shown
      .map((row) => row[2]!)
      .sort((a, b) => Number(a) - Number(b))
      .at(-1)!;
    expect(drawn[0]!.endsWith(`┤ ${highest.replace(/\.?0+$/, '')}`)).toBe(true);
    expect(drawn[20]).toMatch(/^2024-03-1\d \d\d:00:00Z +2024-03-15 12:00:00Z$/);
  });

  it('draws as many candles as --limit', async () => {
    const { stdout } = await bourse('market ui-klines BTCUSDT 1d --chart --limit 5 --env sandbox', {
      terminal: 70,
      environment: { NO_COLOR: '1' },
    });
    expect(stdout.split('\n')[0]!.indexOf('┤')).toBe(6);
  });

  it('draws all values of a period, page by page, and refuses to mix symbols in one chart', async () => {
    const terminal = { terminal: 70, environment: { NO_COLOR: '1' } };
    const line = 'market funding-rate BTCUSDT --during 2023 --chart --env sandbox';
    const { code, stdout } = await bourse(line, terminal);
    expect({ code, last: stdout.split('\n').at(-3) }).toMatchObject({
      code: 0,
      last: expect.stringMatching(/^1095 values: lowest -?[\d.]+, highest [\d.]+, average -?[\d.]+\.$/),
    });
    expect(stdout).toContain('2023-01-01 00:00:00Z');
    const newest = await bourse('market funding-rate BTCUSDT --chart --env sandbox', terminal);
    expect(newest.stdout).toMatch(/^54 values: /m);
    for (const symbols of ['', ' BTCUSDT ETHUSDT']) {
      const refused = await bourse(`market funding-rate${symbols} --chart --env sandbox`);
      expect({ code: refused.code, error: refused.stderr }).toMatchObject({
        code: 2,
        error: expect.stringContaining('--chart draws the values of one symbol'),
      });
    }
  });

  it('accepts times as dates, ISO, epoch and durations before now', async () => {
    const ask = (start: string) =>
      bourse(['market', 'klines', 'BTCUSDT', '1d', '--limit', '1', '--env', 'sandbox', `--start=${start}`]);
    const first = json<number[][]>(await ask('2024-03-13'))[0]![0];
    expect(first).toBe(Date.UTC(2024, 2, 13));
    for (const start of ['2024-03-13T00:00:00Z', '1710288000', '1710288000000']) {
      expect(json<number[][]>(await ask(start))[0]![0]).toBe(first);
    }
    expect(json<number[][]>(await ask('-2d'))[0]![0]).toBe(Date.UTC(2024, 2, 14));
  });
});

describe('--fields', () => {
  it('selects fields in the given order, in every format', async () => {
    const line = 'market klines BTCUSDT 1h --limit 2 --fields close,openTime --env sandbox';
    const rows = JSON.parse(exchangeAnswer(ASKED[7]!.target)) as string[][];
    const wanted = rows.slice(-2).map((row) => ({ close: row[4], openTime: row[0] }));
    expect(JSON.stringify(json(await bourse(line)))).toBe(JSON.stringify(wanted));
    expect(lines((await bourse(`${line} -o ndjson`)).stdout)).toEqual(wanted);
    expect(csv((await bourse(`${line} -o csv`)).stdout)).toEqual([
      ['close', 'openTime'],
      ...wanted.map((row) => [row.close, String(row.openTime)]),
    ]);
    expect((await bourse(line, { terminal: 80 })).stdout).toMatch(/close.*open time/);
  });

  it('selects nested fields by dots', async () => {
    const picked = json(await bourse('market info BTCUSDT --fields symbol,filters.0.tickSize --env sandbox'));
    expect(picked).toEqual([{ symbol: 'BTCUSDT', 'filters.0.tickSize': '0.01000000' }]);
  });

  it('lists the fields and the nearest one for an unknown field', async () => {
    const outcome = await bourse('market klines BTCUSDT 1h --limit 2 --fields clos --env sandbox');
    expect(outcome.stdout).toBe('');
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain('openTime, open, high, low, close');
    expect(outcome.stderr).toContain('Did you mean close?');
  });
});

describe('an unknown symbol', () => {
  it('is reported with the nearest symbol seen before, on every command', async () => {
    const options = { home: temporaryFolder(), environment: { BOURSE_ENV: 'sandbox' } };
    const before = failure(await bourse('market avg-price BTCUSD', options));
    expect(before.hint).not.toContain('Did you mean');
    await bourse('market avg-price BTCUSDT', options);
    for (const line of ['market avg-price BTCUSD', 'market ticker BTCUSDT btcusd', 'trade buy BTCUSD 1'])
      expect((await bourse(line, options)).stderr).toContain('Did you mean BTCUSDT?');
    expect(failure(await bourse('market avg-price ZZZ', options)).hint).not.toContain('Did you mean');
  });
});
