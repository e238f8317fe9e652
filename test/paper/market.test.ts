/** The path of a symbol, the order within a moment, and the depth of books. */
import { describe, expect, it } from 'vitest';
import { briefly, reasonsOf, replay } from './replay.ts';
import {
  add,
  adjust,
  at,
  book,
  candle,
  candles,
  close,
  funding,
  type Members,
  type Prices,
  settings,
  symbol,
  thesis,
  trade,
} from './scenarios.ts';

const FLAT: Prices = ['50000', '50000', '50000', '50000'];
const SMALL = { requested_margin_usdt: 1000, paper_leverage: 5 };
const second = (minute: number, sec: number, prices: Prices) =>
  candle(minute, prices, { interval: '1s', t: at(minute, sec) });

/** Opens 1000 at 5x in minute 0 with a stop at 49500 and a target at 50500, then plays minute 1 of the records. */
function playMinute(...records: readonly Members[]) {
  return replay([
    settings(3),
    symbol(),
    candle(0, FLAT),
    thesis(at(0), add(SMALL)),
    thesis(at(0), adjust({ stop_loss_price: 49500, take_profit_price: 50500 })),
    ...records,
  ]);
}

/** What an exit says: its trigger, its time after minute 1, where its price comes from, and what is assumed. */
function exitOf(ran: ReturnType<typeof replay>): unknown {
  const one = ran.record.entries.find(({ kind }) => kind === 'exit')?.executions[0];
  return one && [one.trigger, one.time - at(1), one.price_source, one.assumed];
}

const BOTH: Prices = ['50000', '50600', '49400', '50000'];
const TARGET_FIRST = [
  trade(at(1), '50000'),
  trade(at(1, 10), '50600'),
  trade(at(1, 20), '49400'),
  trade(at(1, 59), '50000'),
];

describe('the path of a symbol (section 4)', () => {
  it('is the candle where there is nothing finer; both levels in it: the adverse one, marked as assumed', () => {
    const ran = playMinute(candle(1, BOTH));
    expect(exitOf(ran)).toEqual(['stop_loss', 59_999, '1m', 'adverse_first']);
    expect(ran.record.metrics.paper['assumed_exits']).toBe(1);
  });

  it('is the trades that cover the candle', () => {
    expect(exitOf(playMinute(candle(1, BOTH), ...TARGET_FIRST))).toEqual([
      'take_profit',
      10_000,
      'trade',
      null,
    ]);
  });

  it('is the candle where its trades miss an extreme', () => {
    const ran = playMinute(candle(1, ['50000', '50600.1', '49400', '50000']), ...TARGET_FIRST);
    expect(exitOf(ran)).toEqual(['stop_loss', 59_999, '1m', 'adverse_first']);
  });

  it('is the seconds where the trades do not cover the minute, but seconds do', () => {
    const seconds = [
      second(1, 5, ['50000', '50600', '50000', '50600']),
      second(1, 7, ['50600', '50600', '49400', '49400']),
    ];
    const ran = playMinute(candle(1, BOTH), ...seconds, trade(at(1, 7), '50000'));
    expect(exitOf(ran)).toEqual(['take_profit', 5_999, '1s', null]);
  });

  it('replaces a second by the trades that cover it, and no other', () => {
    const seconds = [second(1, 5, BOTH), second(1, 7, FLAT)];
    const trades = [trade(at(1, 5, 1), '49400'), trade(at(1, 5, 2), '50600')];
    expect(exitOf(playMinute(...seconds, ...trades))).toEqual(['stop_loss', 5_001, 'trade', null]);
    expect(exitOf(playMinute(...seconds, trades[0]!))).toEqual(['stop_loss', 5_999, '1s', 'adverse_first']);
  });

  it('is the seconds without a candle of the minute, and trades outside them do not count', () => {
    const ran = playMinute(second(1, 5, FLAT), trade(at(1, 30), '40000'));
    expect(exitOf(ran)).toBeUndefined();
  });

  it('is the trades where there is nothing else, and a hole without them', () => {
    expect(exitOf(playMinute(trade(at(1, 30), '45000')))).toEqual(['stop_loss', 30_000, 'trade', null]);
    const hole = playMinute();
    expect(hole.record.metrics.paper['unseen_minutes']).toBe(2);
  });
});

describe('a thesis inside a candle that cannot be split (section 4.4)', () => {
  const during = (...records: readonly Members[]) =>
    replay([settings(3), symbol(), ...candles(3, { 2: '51000' }), thesis(at(1, 30), add(SMALL)), ...records]);

  it('waits for the next point', () => {
    const [, entry] = during().record.entries;
    expect([entry!.decided_at, entry!.time, entry!.executions[0]!.reference_price]).toEqual([
      at(1, 30),
      at(2),
      '51000',
    ]);
  });

  it('does not use a snapshot inside the candle as a point, but walks it as depth if it is young', () => {
    const depth = book(at(1, 57), [['50990', '10']], [['50999', '10']]);
    const [, entry] = during(depth).record.entries;
    expect([entry!.time, entry!.executions[0]!.price_source, entry!.executions[0]!.price]).toEqual([
      at(2),
      'book',
      '50999',
    ]);
    const [, old] = replay([
      settings(3, { book_max_age_ms: 2999 }),
      symbol(),
      ...candles(3),
      thesis(at(1, 30), add(SMALL)),
      depth,
    ]).record.entries;
    expect(old!.executions[0]!.price_source).toBe('1m');
    const [, edge] = replay([
      settings(3, { book_max_age_ms: 3000 }),
      symbol(),
      ...candles(3),
      thesis(at(1, 30), add(SMALL)),
      depth,
    ]).record.entries;
    expect(edge!.executions[0]!.price_source).toBe('book');
  });

  it('uses a snapshot in a hole as a point; it sets the last price only where there is none', () => {
    const depth = [book(at(1, 30), [['40000', '10']], [['40001', '10']])];
    const hole = replay([settings(3), symbol(), ...depth, thesis(at(1, 30), add(SMALL))]);
    expect(hole.record.entries[1]!.executions[0]).toMatchObject({
      reference_price: '40000.5',
      price: '40001',
      price_source: 'book',
    });
    expect(hole.record.positions[0]).toMatchObject({ mark_price: '40000.5' });
    const known = replay([settings(3), symbol(), candle(0, FLAT), ...depth, thesis(at(1, 30), add(SMALL))]);
    expect(known.record.positions[0]).toMatchObject({ mark_price: '50000' });
  });

  it('counts the price of the path at the time of a snapshot, and walks the snapshot', () => {
    const depth = book(at(1), [['40000', '10']], [['40001', '10']]);
    const ran = replay([settings(3), symbol(), ...candles(3), depth, thesis(at(1), add(SMALL))]);
    expect(ran.record.entries[1]!.executions[0]).toMatchObject({ reference_price: '50000', price: '40001' });
  });

  it('takes the last of several snapshots of one time', () => {
    const depths = ['41000', '40000'].map((bid) => book(at(1), [[bid, '10']], [['42000', '10']]));
    const ran = replay([settings(3), symbol(), ...depths, thesis(at(1), add({ ...SMALL, side: 'SHORT' }))]);
    expect(ran.record.entries[1]!.executions[0]).toMatchObject({ reference_price: '41000', price: '40000' });
  });
});

describe('within one moment (section 5)', () => {
  it('stops come before theses, because a resting order is there first', () => {
    const ran = replay([
      settings(3),
      symbol(),
      ...candles(3, { 2: '49000' }),
      thesis(at(1), add(SMALL)),
      thesis(at(1), adjust({ stop_loss_price: 49500 })),
      thesis(at(2), close(1)),
    ]);
    expect(briefly(ran).slice(2)).toEqual(['exit stop_loss 48975.5', 'close refused position_unknown']);
  });

  it('funding comes before points and theses: who opens at its instant does not pay', () => {
    const ran = replay([
      settings(3),
      symbol(),
      ...candles(3, { 2: '40000' }),
      thesis(at(1), add({ ...SMALL, paper_leverage: 2 })),
      funding(at(1), '0.01', '50000'),
      funding(at(2, 0, 999), '0.01', null),
    ]);
    expect(ran.record.entries.slice(2).map(({ kind, time, mark }) => [kind, time, mark])).toEqual([
      ['funding', at(2), '50000'],
    ]);
  });

  it('fundings of one symbol and minute count in the order of the file, whatever their ms', () => {
    const ran = replay([
      settings(3),
      symbol(),
      ...candles(3),
      thesis(at(1), add(SMALL)),
      funding(at(2, 9), '0.001', '1'),
      funding(at(2, 3), '0.002', '2'),
    ]);
    expect(ran.record.entries.slice(2).map(({ mark }) => mark)).toEqual(['1', '2']);
  });

  it('symbols act in alphabetical order, positions in order of opening, paper before watch', () => {
    const other = (one: Members) => ({ ...one, symbol: 'AAAUSDT' });
    const ran = replay([
      settings(3, { cash: '100000' }),
      symbol(),
      symbol({ symbol: 'AAAUSDT' }),
      ...candles(3, { 2: '30000' }),
      ...candles(3, { 2: '30000' }).map(other),
      thesis(at(0), add(SMALL, { mode: 'watch' })),
      thesis(at(0), add(SMALL)),
      thesis(at(0), add(SMALL, { symbol: 'AAAUSDT' })),
    ]);
    expect(
      ran.record.entries.slice(4).map(({ position_id: id, executions: [one] }) => [id, one!.symbol]),
    ).toEqual([
      ['pos-2', 'AAAUSDT'],
      ['pos-1', 'BTCUSDT'],
      ['wpos-1', 'BTCUSDT'],
    ]);
  });

  it('each trade of one ms counts in turn, and a thesis gets the last', () => {
    const prices = ['50000', '49000', '50600'];
    const ran = playMinute(
      ...prices.map((price) => trade(at(1, 5), price)),
      thesis(at(1, 5), add(SMALL, { reason: 'again' })),
    );
    expect(briefly(ran).slice(2)).toEqual(['exit stop_loss 48975.5', 'add open 50625.3']);
  });

  it('a thesis that waits too long is refused at that moment, after those that get a price in it', () => {
    const waiting = (wait: number) =>
      replay([
        settings(5, { max_wait_ms: wait }),
        symbol(),
        candle(0, FLAT),
        candle(2, FLAT),
        thesis(at(0, 30), add(SMALL)),
      ]).record.entries[1]!;
    expect([waiting(90_000).status, waiting(90_000).time]).toEqual(['applied', at(2)]);
    expect(waiting(89_999)).toMatchObject({
      status: 'refused',
      reason: 'no_price',
      time: at(2) - 1,
      decided_at: at(0, 30),
    });
  });

  it('a thesis is ready after its latency, and pending where the data end first', () => {
    const late = (latency: number) =>
      replay([settings(3, { latency_ms: latency }), symbol(), ...candles(3), thesis(at(1), add(SMALL))]);
    expect(late(1).record.entries[1]!.time).toBe(at(2));
    expect(late(0).record.entries[1]!.time).toBe(at(1));
    expect(late(60_001).record.entries).toHaveLength(1);
    expect(late(60_001).record.pending).toMatchObject([{ time: at(1) }]);
  });

  it('at the end only the equity is sampled; theses of then are pending, invalid ones as null', () => {
    const ran = replay([
      settings(2),
      symbol(),
      ...candles(3),
      thesis(at(3), { action: 'add' }),
      thesis(at(2), add(SMALL)),
    ]);
    expect(ran.record.entries).toHaveLength(1);
    expect(ran.record.pending).toMatchObject([
      { time: at(3), thesis: null },
      { time: at(2), thesis: expect.any(String) },
    ]);
  });

  it('the equity is sampled at start, in steps from there, at each midnight and at the end', () => {
    const day = 86_400_000;
    const ran = replay([
      { ...settings(0), start: at(-90), end: at(-90) + day, equity_every_ms: 8 * 3_600_000 + 1 },
    ]);
    expect(ran.record.equity.paper.map(({ time }) => time - at(0))).toEqual([
      -5_400_000, 0, 23_400_001, 52_200_002, 81_000_000,
    ]);
    expect(ran.record.equity.watch.map(({ equity }) => equity)).toEqual(['0', '0', '0', '0', '0']);
  });
});

describe('the depth of a book (section 10.1)', () => {
  const depth = book(
    at(1),
    [['49990', '0.1']],
    [
      ['50000', '0.02'],
      ['50010', '0.02'],
    ],
  );
  const sized = (notional: number, mode = 'paper') =>
    add({ requested_notional_usdt: notional, paper_leverage: 5 }, { mode });
  const run = (...records: readonly Members[]) =>
    replay([settings(4), symbol(), ...candles(4), depth, ...records]);

  it('is spent once per snapshot, side and book', () => {
    const ran = run(
      thesis(at(1), sized(1000)),
      thesis(at(1), sized(1000.1)),
      thesis(at(1), sized(999.9)),
      thesis(at(1), sized(1000, 'watch')),
    );
    expect(briefly(ran)).toEqual([
      'add open 50000',
      'add add 50010',
      'add refused insufficient_depth',
      'watch add open 50000',
    ]);
  });

  it('is refused as insufficient where no level is left, and a refused thesis spends none', () => {
    const ran = run(thesis(at(1), sized(2000.21)), thesis(at(1), sized(2000.2)));
    expect(briefly(ran)).toEqual(['add refused insufficient_depth', 'add open 50005']);
  });

  it('comes back with a new snapshot', () => {
    const next = book(at(2), [['49990', '0.1']], [['50000', '0.02']]);
    const ran = run(next, thesis(at(1), sized(2000)), thesis(at(2), sized(1000)));
    expect(briefly(ran)).toEqual(['add open 50004.871794871795', 'add add 50000']);
  });

  it('is not used by exits, which none knows at that instant', () => {
    const ran = run(
      candle(4, FLAT),
      thesis(at(1), sized(1000)),
      thesis(at(1), adjust({ max_holding_minutes: 1 })),
      book(at(2), [['1', '100']], [['50000', '1']]),
    );
    expect(briefly(ran).at(-1)).toBe('exit deadline 49975');
    expect(reasonsOf(ran)).toEqual([]);
  });
});
