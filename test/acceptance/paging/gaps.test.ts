/** Histories in which rows are missing: what the exchange leaves out is reported. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/time-units.ts';
import { csv, json } from '../outcomes.ts';
import { startRelay } from '../relay.ts';
import { bourse, NOW } from '../world.ts';

const START = Date.UTC(2024, 2, 10);

type Rows = readonly Readonly<Record<string, number | string>>[];

/** Starts an exchange that answers every path with `rowsOf`, and returns a run of bourse against it. */
async function exchangeWith(rowsOf: (query: URLSearchParams) => readonly unknown[], host = 'spot') {
  const relay = await startRelay('http://127.0.0.1:1');
  onTestFinished(() => relay.close());
  relay.setAction(({ query }) => ({ status: 200, body: JSON.stringify(rowsOf(new URLSearchParams(query))) }));
  return {
    relay,
    run: (line: string) => bourse(`${line} --host ${host}=${relay.origin}`),
  };
}

function candle(openTime: number, span: number) {
  return [openTime, '1', '2', '0.5', '1', '3', openTime + span - 1, '3', 5, '1', '1', '0'];
}

/** Answers a window of candles that open at these times, at most as many as asked for. */
function candleServer(opens: readonly number[], span: number, isShortened = false) {
  return (query: URLSearchParams) => {
    const [from, to] = ['startTime', 'endTime'].map((name) => query.get(name));
    const limit = Number(query.get('limit') ?? 500);
    const inside = opens.filter((open) => open >= Number(from ?? 0) && open <= Number(to ?? Infinity));
    const page = from === null ? inside.slice(-limit) : inside.slice(0, limit);
    // A faulty cache loses rows of a page that was counted whole.
    return (isShortened ? page.filter((open) => !isLost(open)) : page).map((open) => candle(open, span));
  };
}

const isLost = (open: number) => open >= START + 500 * MINUTE_MS && open < START + 511 * MINUTE_MS;
const minutes = Array.from({ length: 2500 }, (_, index) => START + index * MINUTE_MS);
const window = `--start ${START} --end ${START + 2500 * MINUTE_MS - 1}`;
const line = `market klines BTCUSDT 1m ${window} --all -o csv`;

describe('klines of which the exchange leaves out some', () => {
  const withHole = minutes.filter((open) => !isLost(open));

  it('reported nothing of 11 of 2,500 candles that were missing', async () => {
    const { run } = await exchangeWith(candleServer(withHole, MINUTE_MS));
    const outcome = await run(line);
    expect(outcome.code).toBe(0);
    expect(csv(outcome.stdout).length).toBe(1 + 2489);
    expect(outcome.stderr).toBe(
      'Gap: 11 candles are missing, 2024-03-10 08:20:00Z to 2024-03-10 08:30:00Z.\n' +
        '2489 candles received, 11 missing in 1 gap. With --complete the command exits with 1 in this case.\n',
    );
  });

  it('exits with 1 for --complete, with all rows on stdout', async () => {
    const { run } = await exchangeWith(candleServer(withHole, MINUTE_MS));
    const outcome = await run(`${line} --complete`);
    expect(outcome.code).toBe(1);
    expect(csv(outcome.stdout).length).toBe(1 + 2489);
    expect(outcome.stderr).toContain('2489 candles received, 11 missing in 1 gap.\n');
  });

  it('exits with 0 for --complete if none is missing', async () => {
    const { run } = await exchangeWith(candleServer(minutes, MINUTE_MS));
    expect(await run(`${line} --complete`)).toMatchObject({
      code: 0,
      stderr: '2500 candles, none missing.\n',
    });
  });

  it('ended a download early at a page that lacks rows', async () => {
    const { run } = await exchangeWith(candleServer(minutes, MINUTE_MS, true));
    const outcome = await run(line);
    expect(csv(outcome.stdout).length).toBe(1 + 2489);
    expect(outcome.stderr).toContain('11 candles are missing, 2024-03-10 08:20:00Z to 2024-03-10 08:30:00Z.');
  });

  it('reports candles missing at the start and at the end of the window', async () => {
    const { run } = await exchangeWith(candleServer(minutes.slice(3, -2), MINUTE_MS));
    const { stderr } = await run(line);
    expect(stderr).toBe(
      'Gap: 3 candles are missing, 2024-03-10 00:00:00Z to 2024-03-10 00:02:00Z, before the first one received.\n' +
        'Gap: 2 candles are missing, 2024-03-11 17:38:00Z to 2024-03-11 17:39:00Z, after the last one received.\n' +
        '2495 candles received, 5 missing in 2 gaps. With --complete the command exits with 1 in this case.\n',
    );
  });

  it('reports a window without any candle', async () => {
    const { run } = await exchangeWith(() => []);
    const outcome = await run(`${line} --complete`);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toBe(
      'Gap: no candles were received, 2024-03-10 00:00:00Z to 2024-03-11 17:39:59.999Z.\n',
    );
  });

  it('reports the gap of a run that goes back from the newest candle', async () => {
    const opens = Array.from({ length: 3000 }, (_, index) => START + index * MINUTE_MS);
    const { run } = await exchangeWith(
      candleServer(
        opens.filter((open) => !isLost(open)),
        MINUTE_MS,
      ),
    );
    const { stderr } = await run(
      `market klines BTCUSDT 1m --limit 2700 --end ${START + 3000 * MINUTE_MS - 1}`,
    );
    expect(stderr).toContain('Gap: 11 candles are missing, 2024-03-10 08:20:00Z to 2024-03-10 08:30:00Z.\n');
  });

  it('reports the gap of a single page', async () => {
    const { run } = await exchangeWith(candleServer(withHole, MINUTE_MS));
    const outcome = await run(`market klines BTCUSDT 1m --start ${START} --limit 1000 --complete -o json`);
    expect(outcome.code).toBe(1);
    expect((JSON.parse(outcome.stdout) as unknown[]).length).toBe(1000);
    expect(outcome.stderr).toContain('11 candles are missing');
  });

  it('leaves out the candle that is still open', async () => {
    const open = Math.floor(NOW / HOUR_MS) * HOUR_MS;
    const opens = Array.from({ length: 48 }, (_, index) => open - (48 - index) * HOUR_MS);
    const { run } = await exchangeWith(candleServer(opens, HOUR_MS));
    const line = `market klines BTCUSDT 1h --start ${opens[0]} --all --complete`;
    expect(await run(line)).toMatchObject({ code: 0, stderr: '48 candles, none missing.\n' });
  });
});

describe('the distance of candles', () => {
  it.each([
    [
      '1M',
      [
        [2023, 9, 1],
        [2023, 10, 1],
        [2024, 0, 1],
        [2024, 1, 1],
      ],
      '2023-12-01',
      '1 candle is missing',
    ],
    [
      '1M',
      [
        [2023, 7, 1],
        [2023, 8, 1],
        [2024, 1, 1],
      ],
      '2023-10-01',
      '4 candles are missing',
    ],
    [
      '1w',
      [
        [2024, 0, 1],
        [2024, 0, 8],
        [2024, 0, 22],
      ],
      '2024-01-15',
      '1 candle is missing',
    ],
    [
      '3d',
      [
        [2024, 0, 1],
        [2024, 0, 4],
        [2024, 0, 13],
      ],
      '2024-01-07',
      '2 candles are missing',
    ],
  ])('of %s is that of the calendar', async (interval, days, missing, text) => {
    const opens = days.map(([year, month, day]) => Date.UTC(year!, month!, day));
    const { run } = await exchangeWith(candleServer(opens, DAY_MS));
    const { stderr } = await run(
      `market klines BTCUSDT ${interval} --start ${opens[0]} --limit ${opens.length}`,
    );
    expect(stderr).toContain(`Gap: ${text}, ${missing} 00:00:00Z`);
  });

  it('of months follows the time zone of the request', async () => {
    const opens = [Date.UTC(2023, 11, 31, 16), Date.UTC(2024, 0, 31, 16), Date.UTC(2024, 1, 29, 16)];
    const { run } = await exchangeWith(candleServer(opens, DAY_MS));
    const line = `market klines BTCUSDT 1M --start ${opens[0]} --limit 3 --time-zone 8 --complete`;
    expect(await run(line)).toMatchObject({ code: 0, stderr: '3 candles, none missing.\n' });
  });
});

describe('trades of which the exchange leaves out some', () => {
  const ids = Array.from({ length: 2300 }, (_, index) => 77 + index);
  const trade = (id: number) => ({
    id,
    price: '1',
    qty: '1',
    quoteQty: '1',
    time: START,
    isBuyerMaker: true,
    isBestMatch: true,
  });
  const serverOf = (present: readonly number[]) => (query: URLSearchParams) =>
    present
      .filter((id) => id >= Number(query.get('fromId') ?? 0))
      .slice(0, Number(query.get('limit')))
      .map(trade);

  it('reported nothing of ids that jumped', async () => {
    const { run } = await exchangeWith(serverOf(ids.filter((id) => id < 1500 || id > 1509)));
    const outcome = await run('market historical-trades BTCUSDT --from-id 77 --all');
    expect(outcome.stderr).toBe(
      'Gap: 10 trades are missing, id 1500 to 1509.\n' +
        '2290 trades received, 10 missing in 1 gap. With --complete the command exits with 1 in this case.\n',
    );
    expect(json<Rows>(outcome).length).toBe(2290);
  });

  it('reports ids missing before the first one received', async () => {
    const { run } = await exchangeWith(serverOf(ids.slice(3)));
    const { stderr } = await run('market historical-trades BTCUSDT --from-id 77 --all');
    expect(stderr).toContain('Gap: 3 trades are missing, id 77 to 79, before the first one received.\n');
  });

  it('ended a download early at a page that lacks rows', async () => {
    const { run } = await exchangeWith((query) =>
      serverOf(ids)(query).filter(({ id }) => id < 1500 || id > 1509),
    );
    const outcome = await run('market historical-trades BTCUSDT --from-id 77 --all');
    expect(json<Rows>(outcome).length).toBe(2290);
  });

  it('reports aggregate trades whose ids jump', async () => {
    const { run } = await exchangeWith(() =>
      [4, 5, 8].map((a) => ({ a, p: '1', q: '1', f: a, l: a, T: START, m: true, M: true })),
    );
    const { stderr } = await run('market agg-trades BTCUSDT --from-id 4 --limit 3');
    expect(stderr).toContain('Gap: 2 aggregate trades are missing, id 6 to 7.\n');
  });

  it("says nothing of an account's trades, whose ids jump by nature", async () => {
    const home = { BOURSE_API_KEY: 'k'.repeat(64), BOURSE_API_SECRET: 's'.repeat(64) };
    const relay = await startRelay('http://127.0.0.1:1');
    onTestFinished(() => relay.close());
    relay.setAction(({ path }) =>
      path === '/api/v3/time'
        ? { status: 200, body: `{"serverTime":${NOW}}` }
        : { status: 200, body: '[{"id":4,"time":1},{"id":9,"time":2}]' },
    );
    const outcome = await bourse(`account trades BTCUSDT --from-id 4 --all --host spot=${relay.origin}`, {
      environment: home,
    });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('statistics and funding rates of which the exchange leaves out some', () => {
  it('reports periods without a row', async () => {
    const opens = [0, 1, 2, 5, 6].map((index) => START + index * HOUR_MS);
    const { run } = await exchangeWith(
      (query) =>
        opens
          .filter((time) => time >= Number(query.get('startTime')) && time <= Number(query.get('endTime')))
          .map((timestamp) => ({
            symbol: 'BTCUSDT',
            sumOpenInterest: '1',
            sumOpenInterestValue: '1',
            timestamp,
          })),
      'usdm',
    );
    const { stderr } = await run(
      `market open-interest-history BTCUSDT --period 1h --start ${START} --end ${START + 6 * HOUR_MS} --all --on usdm`,
    );
    expect(stderr).toContain('Gap: 2 rows are missing, 2024-03-10 03:00:00Z to 2024-03-10 04:00:00Z.\n');
  });

  it('reports fundings that lie further apart than any funding interval', async () => {
    const rows = [0, 8, 24].map((hours) => ({
      symbol: 'BTCUSDT',
      fundingTime: START + hours * HOUR_MS + 3,
      fundingRate: '0.0001',
      markPrice: '1',
    }));
    const { run } = await exchangeWith(() => rows, 'usdm');
    const { stderr } = await run(
      `market funding-rate BTCUSDT --on usdm --start ${START} --end ${START + DAY_MS + 5}`,
    );
    expect(stderr).toContain(
      'Gap: rows are missing between 2024-03-10 08:00:00.003Z and 2024-03-11 00:00:00.003Z, which lie more than 8h apart.\n',
    );
  });
});
