/** Positions, balances, metrics and groups, and what must hold after every replay. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Decimal,
  decimalOf,
  isZero,
  add as plus,
  subtract,
  sumOf,
  ZERO,
} from '../../src/core/decimal.ts';
import { randomScenario } from './oracle/random-scenarios.ts';
import { type Replay, replay, replayLines } from './replay.ts';
import {
  add,
  adjust,
  at,
  candles,
  close,
  hold,
  type Members,
  START,
  settings,
  symbol,
  thesis,
} from './scenarios.ts';

const DAY_MS = 86_400_000;
const BY = (agent: string | undefined, run: string | undefined) => ({
  provenance: {
    source: 's',
    ...(agent === undefined ? {} : { agent }),
    ...(run === undefined ? {} : { research_cycle_run_id: run }),
  },
});
const OPEN = { requested_margin_usdt: 1000, paper_leverage: 5 };

describe('metrics (section 16)', () => {
  const ran = replay([
    settings(60, { max_wait_ms: 600_000 }),
    symbol(),
    ...candles(60, {
      10: '51000',
      11: '51000',
      20: '49000',
      21: null,
      22: null,
      40: ['50000', '51000', '49000', '50000'],
    }),
    thesis(at(0), add(OPEN, BY('a', 'r1'))),
    thesis(at(10), close(1, {}, BY('b', 'r1'))),
    thesis(at(19), add(OPEN, BY('b', undefined))),
    thesis(at(20), close(1, {}, BY('b', undefined))),
    thesis(at(20, 1), add(OPEN, BY('', 'r1'))),
    thesis(at(30), adjust({ stop_loss_price: 49500, take_profit_price: 50500 }, BY('c', 'r2'))),
    thesis(at(50), close(1, {}, BY('c', 'r2'))),
    thesis(at(50), hold(BY(undefined, undefined))),
  ]);
  const paper = ran.record.metrics.paper;

  it('count positions, wins and losses, and what they brought', () => {
    expect(paper).toMatchObject({
      positions_opened: 3,
      positions_closed: 3,
      wins: 1,
      losses: 2,
      win_rate: '0.33333333',
      shortfall: '0',
      unrealised: '0',
      exits: new Map([
        ['thesis', 2],
        ['stop_loss', 1],
      ]),
      refusals: new Map([['position_unknown', 1]]),
      theses: { applied: 6, recorded: 1, refused: 1, duplicate: 0 },
      assumed_exits: 1,
    });
    const nets = ran.record.positions.map((one) => decimalOf(String(one['net'])));
    expect(isZero(subtract(sumOf(nets), decimalOf(String(paper['net']))))).toBe(true);
    expect([paper['best'], paper['worst']]).toEqual([
      ran.record.positions[0]!['net'],
      ran.record.positions[1]!['net'],
    ]);
  });

  it('measure the share of time with a position, and how long it was held', () => {
    // 10 minutes, 1 minute, and 17:59.999 from minute 23 to the end of minute 40.
    expect(paper['exposure']).toBe('0.48333306');
    expect(paper['average_holding_ms']).toBe(Math.floor((600_000 + 60_000 + 1_079_999) / 3));
  });

  it('count the time of positions that overlap once', () => {
    const both = replay([
      settings(10, { opposite_add: 'hedge' }),
      symbol(),
      ...candles(10),
      thesis(at(1), add(OPEN)),
      thesis(at(2), add({ ...OPEN, side: 'SHORT' })),
      thesis(at(3), close(1, {}, { position_ref: { position_id: 'pos-2' } })),
      thesis(at(4), add({ ...OPEN, side: 'SHORT' }, { reason: 'b' })),
      thesis(at(6), close(1, {}, { position_ref: { position_id: 'pos-1' } })),
    ]);
    expect(both.record.metrics.paper['exposure']).toBe('0.9');
  });

  it('count minutes of positions without data', () => {
    expect(paper['unseen_minutes']).toBe(0);
    const holes = replay([
      settings(9),
      symbol(),
      ...candles(9, { 3: null, 5: null, 8: null }),
      thesis(at(2), add(OPEN)),
    ]);
    expect(holes.record.metrics.paper['unseen_minutes']).toBe(3);
  });

  it('group by who opened the position; no name is the empty name', () => {
    const brief = (groups: ReadonlyMap<string, Members>) =>
      Object.fromEntries(
        [...groups].map(([name, one]) => [
          name,
          [one['positions_opened'], one['wins'], one['applied'], one['refused']],
        ]),
      );
    expect(brief(ran.record.by_agent)).toEqual({
      a: [1, 1, 1, 0],
      b: [1, 0, 3, 0],
      '': [1, 0, 1, 0],
      c: [0, 0, 1, 1],
    });
    expect(brief(ran.record.by_run_id)).toEqual({ r1: [2, 1, 3, 0], '': [1, 0, 2, 0], r2: [0, 0, 1, 1] });
  });

  it('are null where nothing was closed or the start is zero', () => {
    const empty = replay([settings(3, { cash: '0' })]).record.metrics.paper;
    expect(empty).toMatchObject({
      return: null,
      win_rate: null,
      profit_factor: null,
      expectancy: null,
      best: null,
      worst: null,
      max_drawdown: '0',
      max_drawdown_fraction: null,
      exposure: '0',
      average_holding_ms: null,
      sharpe: null,
      sortino: null,
    });
  });

  it('annualise daily returns between midnights by the root of 365, exactly', () => {
    const days = (prices: readonly string[]) =>
      replay([
        { ...settings(0), end: START + prices.length * DAY_MS, equity_every_ms: 40 * DAY_MS },
        symbol(),
        ...prices.flatMap((price, day) =>
          [0, 1439]
            .map(() => candles(1, { 0: price })[0]!)
            .map((one, index) => ({ ...one, t: START + day * DAY_MS + index * 1439 * 60_000 })),
        ),
        thesis(START, add({ requested_notional_usdt: 9000, paper_leverage: 1 })),
      ]).record;
    const two = days(['50000', '51000', '50500']);
    expect(two.equity.paper.map(({ time }) => (time - START) / DAY_MS)).toEqual([0, 1, 2, 3]);
    const values = two.equity.paper.map(({ equity }) => Number(equity));
    const returns = values.slice(1).map((value, index) => value / values[index]! - 1);
    const mean = returns.reduce((a, b) => a + b) / 3;
    const deviation = Math.sqrt(returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / 2);
    const downside = Math.sqrt(returns.reduce((sum, r) => sum + Math.min(r, 0) ** 2, 0) / 3);
    const { sharpe, sortino } = two.metrics.paper;
    expect(Number(sharpe)).toBeCloseTo((mean * Math.sqrt(365)) / deviation, 6);
    expect(Number(sortino)).toBeCloseTo((mean * Math.sqrt(365)) / downside, 6);
    expect(days(['50000']).metrics.paper['sharpe']).toBeNull();
    const poor = replay([{ ...settings(0), end: START + 3 * DAY_MS, cash: '0' }]).record.metrics.paper;
    expect([poor['sharpe'], poor['sortino']]).toEqual([null, null]);
    expect(days(['50000', '51000']).metrics.paper['sortino']).toBeNull();
  });
});

describe('a position record (section 15)', () => {
  it('of a closed position has no quantity, cost, margin, leverage and prices of now, but keeps its exits', () => {
    const ran = replay([
      settings(4),
      symbol(),
      ...candles(4, { 3: '49000' }),
      thesis(at(0), add(OPEN)),
      thesis(at(0), adjust({ stop_loss_price: 49500, take_profit_price: 60000, max_holding_minutes: 90 })),
      thesis(at(1), close(0.5)),
    ]);
    expect(ran.record.positions[0]).toMatchObject({
      status: 'closed',
      close_trigger: 'stop_loss',
      closed_at: at(3),
      history: [2, 3, 4, 5],
      quantity: '0',
      cost: '0',
      margin: '0',
      entry_price: '50025',
      exit_price: '49470.202020202020'.replace(/0$/, ''),
      liquidation_price: null,
      stop_loss_price: '49500',
      take_profit_price: '60000',
      deadline: at(90),
      leverage: null,
      mark_price: null,
      unrealised: '0',
    });
  });

  it('of an open position without margin has no leverage', () => {
    const ran = replay([
      settings(3),
      symbol({ tiers: [{ cap: null, mmr: '0', max_leverage: '50' }] }),
      ...candles(3, { 2: null }),
      thesis(at(1), add(OPEN)),
      { kind: 'funding', symbol: 'BTCUSDT', t: at(2), rate: '5', mark: null },
    ]);
    expect(ran.record.positions[0]).toMatchObject({
      status: 'open',
      margin: '0',
      funding: '990.495',
      leverage: null,
    });
  });
});

/** Returns the sum of the printed amounts. */
const total = (amounts: readonly unknown[]): Decimal => sumOf(amounts.map((one) => decimalOf(String(one))));
const equal = (a: Decimal, b: Decimal) => isZero(subtract(a, b));

describe('after every replay of a random scenario (section 22)', () => {
  const everySeed = (check: (records: readonly Members[], ran: Replay) => void) =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const records = randomScenario(seed);
        check(records, replay(records));
      }),
      { numRuns: 20 },
    );

  it('the postings of each entry sum to zero per asset, and the cash of paper is never negative', () => {
    everySeed((_, { record }) => {
      let cash = ZERO;
      for (const { postings, book } of record.entries) {
        for (const asset of new Set(postings.map((one) => one.asset))) {
          expect(
            isZero(total(postings.filter((one) => one.asset === asset).map(({ amount }) => amount))),
          ).toBe(true);
        }
        if (book !== 'paper') continue;
        cash = plus(
          cash,
          total(postings.filter(({ account }) => account === 'cash').map(({ amount }) => amount)),
        );
        expect(cash.value >= 0n).toBe(true);
      }
    });
  });

  it('equity is cash with margins and unrealised profit, and capital with what positions brought', () => {
    everySeed((_, { record }) => {
      for (const book of ['paper', 'watch'] as const) {
        const own = record.positions.filter((one) => one['book'] === book);
        const equity = decimalOf(record.equity[book].at(-1)!.equity);
        const cash = decimalOf(record.balances[book].get('cash')?.get('USDT') ?? '0');
        expect(
          equal(equity, plus(cash, total(own.flatMap((one) => [one['margin'], one['unrealised']])))),
        ).toBe(true);
        const capital = decimalOf(String(record.metrics[book]['start_equity']));
        expect(
          equal(equity, plus(capital, total(own.flatMap((one) => [one['net'], one['unrealised']])))),
        ).toBe(true);
      }
    });
  });

  it('closed positions hold nothing, and times never go back', () => {
    everySeed((_, { record }) => {
      for (const one of record.positions) {
        if (one['status'] === 'closed')
          expect([one['quantity'], one['cost'], one['margin']]).toEqual(['0', '0', '0']);
      }
      const times = record.entries.map(({ time }) => time);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    });
  });

  it('the order of the lines does not matter, but for records of equal time and kind', () => {
    everySeed((records, { text }) => {
      const [first, ...rest] = records.map((one, index) => ({
        one,
        index,
        key: `${one['kind']} ${String(one['symbol'])}`,
      }));
      // Records of one kind and symbol stay in their order; the kinds change theirs.
      const moved = [...rest].sort((a, b) => (a.key < b.key ? 1 : a.key > b.key ? -1 : a.index - b.index));
      expect(replay([first!, ...moved].map(({ one }) => one)).text).toBe(text);
      const candlesBackwards = [
        ...rest.filter(({ one }) => one['kind'] !== 'candle'),
        ...rest.filter(({ one }) => one['kind'] === 'candle').reverse(),
      ];
      expect(replay([first!, ...candlesBackwards].map(({ one }) => one)).text).toBe(text);
    });
  });

  it('a cut of data and theses never changes the entries before it: nothing looks ahead', () => {
    everySeed((records, { record }) => {
      const { start, end } = records[0] as unknown as { start: number; end: number };
      for (let cut = start + 60_000; cut < Math.min(end, start + 12 * 60_000); cut += 60_000) {
        const early = records.filter((one) => {
          if (one['t'] === undefined) return true;
          const length = one['kind'] === 'candle' ? (one['interval'] === '1m' ? 60_000 : 1000) : 0;
          return Number(one['t']) + length <= cut && (length > 0 || Number(one['t']) < cut);
        });
        const hashes = (entries: Replay['record']['entries']) =>
          entries.filter(({ time }) => time < cut).map(({ hash }) => hash);
        expect(hashes(replay(early).record.entries)).toEqual(hashes(record.entries));
      }
    });
  });

  it('the output is the same from any spelling of the lines', () => {
    everySeed((records, { text }) => {
      const lines = records.map((one) => JSON.stringify(one, null, 1).replaceAll('\n', '\r'));
      expect(replayLines(lines).text).toBe(text);
    });
  });
});
