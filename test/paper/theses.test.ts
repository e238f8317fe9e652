/** Theses: arrival, duplicates, references, and what each action does. */
import { describe, expect, it } from 'vitest';
import { briefly, type Replay, reasonsOf, replay } from './replay.ts';
import {
  add,
  adjust,
  at,
  book,
  candles,
  close,
  hold,
  type Members,
  reduce,
  settings,
  symbol,
  thesis,
  WATCH,
} from './scenarios.ts';

/** 0.099 BTC at 50025, liquidation price 40180.8. */
const OPEN = add({ requested_margin_usdt: 1000, paper_leverage: 5 });
const SHORT = { side: 'SHORT', requested_margin_usdt: 1000, paper_leverage: 5 };

/** Applies theses one after the other at minute 1, in the given symbol and settings. */
function apply(theses: readonly Members[], options: Members = {}, rules: Members = {}): Replay {
  const records = theses.map((one) => thesis(at(1), one));
  return replay([settings(3, options), symbol(rules), ...candles(3), ...records]);
}

/** Returns the reason for which the last of some theses is refused; undefined where it is not. */
function refusalOf(
  theses: readonly Members[],
  options: Members = {},
  rules: Members = {},
): string | null | undefined {
  const last = apply(theses, options, rules).record.entries.at(-1)!;
  return last.status === 'refused' ? last.reason : undefined;
}

const warningsOf = (ran: Replay) => ran.record.entries.at(-1)!.warnings;

describe('a thesis that arrives (section 8.1)', () => {
  it('is refused as invalid in the paper book without its facts, also for a name twice at any depth', () => {
    const twice = JSON.stringify(thesis(at(1), { ...OPEN, ...WATCH })).replace(
      '"side":"LONG"',
      '"side":"LONG","side":"LONG"',
    );
    const ran = replay([
      settings(3),
      symbol(),
      ...candles(3),
      { line: twice },
      thesis(at(1), { ...OPEN, limitations: ['none'] }),
    ]);
    const facts = {
      book: 'paper',
      status: 'refused',
      reason: 'invalid_thesis',
      thesis: null,
      action: null,
      agent: null,
      run_id: null,
      source: null,
      decided_at: at(1),
    };
    expect(ran.record.entries.slice(1)).toMatchObject([facts, facts]);
    expect(ran.record.by_agent).toEqual(new Map());
  });

  it('is a duplicate of the latest entry that applied or recorded it, or of one that waits', () => {
    const ran = replay([
      settings(4),
      symbol(),
      ...candles(4),
      thesis(at(1, 1), OPEN),
      thesis(at(1, 2), OPEN),
      thesis(at(2, 1), OPEN, { again: true }),
      thesis(at(3), hold()),
      thesis(at(3, 1), OPEN),
      thesis(at(3, 2), hold()),
    ]);
    expect(ran.record.entries.slice(1).map(({ status, of }) => [status, of])).toEqual([
      ['duplicate', null],
      ['applied', null],
      ['recorded', null],
      ['applied', null],
      ['duplicate', 5],
      ['duplicate', 4],
    ]);
  });

  it('may be sent again when it was refused', () => {
    const early = close(1);
    const ran = replay([
      settings(3),
      symbol(),
      ...candles(3),
      thesis(at(0), early),
      thesis(at(1), OPEN),
      thesis(at(2), early),
    ]);
    expect(briefly(ran)).toEqual(['close refused position_unknown', 'add open 50025', 'close close 49975']);
  });

  it.each<[string, Members, Members, Members]>([
    ['not_ok', { ...OPEN, ok: false }, {}, {}],
    ['not_ok', hold({ error_code: 'E1' }), {}, {}],
    ['unknown_symbol', add({ requested_margin_usdt: 1, leverage: 5 }, { symbol: 'ETHUSDT' }), {}, {}],
    ['unknown_symbol', close(1, {}, { position_ref: { symbol: 'ETHUSDT' } }), {}, {}],
    ['position_unknown', close(1, {}, { position_ref: { position_id: 'pos-1' } }), {}, {}],
    ['quote_asset', OPEN, { asset: 'USDC' }, {}],
    [
      'leverage_out_of_range',
      add({ requested_margin_usdt: 100, paper_leverage: 0.999, leverage: 5 }),
      {},
      {},
    ],
  ])('is refused with %s', (reason, one, options, rules) => {
    expect(refusalOf([one], options, rules)).toBe(reason);
  });

  it('finds the symbol of an id in its own book, then in paper', () => {
    const ran = replay([
      settings(3),
      symbol(),
      ...candles(3),
      thesis(at(0), OPEN),
      thesis(
        at(1),
        adjust({ stop_loss_price: 49000 }, { ...WATCH, position_ref: { execution_id: 'exe-1' } }),
      ),
    ]);
    expect(briefly(ran).slice(1)).toEqual(['watch copy', 'watch adjust_exit']);
  });

  it('reports a failure of its author after checking for duplicates, and records hold and noop', () => {
    const ran = apply([hold(), hold({ action: 'noop' }), hold({ ok: false })]);
    expect(ran.record.entries.slice(1).map(({ status, position_id: id }) => [status, id])).toEqual([
      ['recorded', null],
      ['recorded', null],
      ['refused', null],
    ]);
  });
});

describe('a position_ref (section 8.3)', () => {
  const two = [OPEN, add(SHORT)];
  const hedge = { opposite_add: 'hedge' };
  const refers = (ref: Members, others: Members = {}) => close(1, {}, { position_ref: ref, ...others });

  it.each<[string | undefined, Members, Members]>([
    [undefined, { position_id: 'pos-1' }, {}],
    [undefined, { execution_id: 'exe-2' }, {}],
    [undefined, { position_id: 'pos-2', execution_id: 'exe-2', symbol: 'btcusdt' }, {}],
    ['position_unknown', { position_id: 'pos-9', symbol: 'BTCUSDT' }, {}],
    ['position_unknown', { position_id: 'pos-1', execution_id: 'exe-9' }, {}],
    ['refs_disagree', { position_id: 'pos-1', execution_id: 'exe-2' }, {}],
    ['position_ambiguous', { symbol: 'BTCUSDT' }, {}],
    ['symbol_disagrees', { position_id: 'pos-1' }, { symbol: 'BTCUSD' }],
  ])('is answered with %s for %j', (reason, ref, others) => {
    const known =
      others['symbol'] === undefined
        ? []
        : [symbol({ symbol: 'BTCUSD' }), ...candles(3).map((one) => ({ ...one, symbol: 'BTCUSD' }))];
    const ran = replay([
      settings(3, hedge),
      symbol(),
      ...candles(3),
      ...known,
      // An id is looked up when its thesis arrives, so the position must be open before.
      ...two.map((one) => thesis(at(1), one)),
      thesis(at(2), refers(ref, others)),
    ]);
    expect(reasonsOf(ran)).toEqual(reason === undefined ? [] : [reason]);
  });

  it('that gives the symbol of another position disagrees', () => {
    const other = candles(3).map((one) => ({ ...one, symbol: 'ETHUSDT' }));
    const ran = replay([
      settings(3),
      symbol(),
      symbol({ symbol: 'ETHUSDT' }),
      ...candles(3),
      ...other,
      thesis(at(1), OPEN),
      thesis(at(1), refers({ position_id: 'pos-1', symbol: 'ETHUSDT' })),
    ]);
    expect(reasonsOf(ran)).toEqual(['refs_disagree']);
  });

  it('to a closed position is refused; a symbol without an open one too', () => {
    const closed = [
      thesis(at(0), OPEN),
      thesis(at(0), close(1)),
      thesis(at(1), refers({ position_id: 'pos-1' })),
    ];
    expect(reasonsOf(replay([settings(3), symbol(), ...candles(3), ...closed]))).toEqual(['position_closed']);
    expect(refusalOf([OPEN, close(1), close(0.5)])).toBe('position_unknown');
  });

  it('must agree with the side of a reduce', () => {
    expect(refusalOf([OPEN, reduce({ side: 'SHORT', reduce_fraction: 1 })])).toBe('side_disagrees');
    expect(refusalOf([OPEN, reduce({ side: 'LONG', reduce_fraction: 1 })])).toBeUndefined();
    // In other actions the side has no effect.
    expect(refusalOf([OPEN, close(1, {}, { paper_intent: { side: 'SHORT' } })])).toBeUndefined();
  });
});

describe('add (section 9.1)', () => {
  it('counts the first given of paper_leverage, requested_leverage, leverage', () => {
    const ran = apply([add({ requested_margin_usdt: 100, leverage: 2, requested_leverage: 4 })]);
    expect(ran.record.entries[1]!.executions[0]).toMatchObject({ quantity: '0.007', margin: '87.54375' });
    expect(warningsOf(ran)).toEqual(['leverage_differs']);
    expect(warningsOf(apply([add({ requested_margin_usdt: 100, leverage: 2, paper_leverage: 2 })]))).toEqual(
      [],
    );
  });

  it('counts the smaller of margin times leverage and notional', () => {
    const both = (notional: number) =>
      apply([add({ requested_margin_usdt: 1000, requested_notional_usdt: notional, leverage: 5 })]);
    expect(both(2000).record.entries[1]!.executions[0]!.quantity).toBe('0.039');
    expect(both(9000).record.entries[1]!.executions[0]!.quantity).toBe('0.099');
    expect(warningsOf(both(9000))).toEqual(['sizes_differ']);
    expect(warningsOf(both(5000))).toEqual([]);
  });

  it.each<[string | undefined, Members, Members, Members]>([
    ['below_min_quantity', { requested_notional_usdt: 50, leverage: 5 }, {}, {}],
    ['below_min_quantity', { requested_notional_usdt: 50, leverage: 5 }, {}, { min_qty: '0' }],
    ['above_max_quantity', { requested_notional_usdt: 5000, leverage: 5 }, {}, { max_qty: '0.098' }],
    [undefined, { requested_notional_usdt: 5000, leverage: 5 }, {}, { max_qty: '0.099' }],
    ['below_min_notional', { requested_notional_usdt: 5000, leverage: 5 }, {}, { min_notional: '4952.48' }],
    [undefined, { requested_notional_usdt: 5000, leverage: 5 }, {}, { min_notional: '4952.475' }],
    ['leverage_above_tier', { requested_notional_usdt: 50100, leverage: 101 }, {}, {}],
    [undefined, { requested_notional_usdt: 50050, leverage: 125 }, {}, {}],
    ['insufficient_cash', { requested_notional_usdt: 5000, leverage: 5 }, { cash: '992.9712374' }, {}],
    [undefined, { requested_notional_usdt: 5000, leverage: 5 }, { cash: '992.9712375' }, {}],
    ['would_liquidate_now', { requested_notional_usdt: 5000, leverage: 125 }, { slippage_bps: '60' }, {}],
  ])('is answered with %s for %j with %j, %j', (reason, intent, options, rules) => {
    expect(refusalOf([add(intent)], options, rules)).toBe(reason);
  });

  it('judges the tier by what is held with what is added, at the reference price', () => {
    const more = add({ requested_notional_usdt: 40000, leverage: 101 }, { reason: 'more' });
    expect(refusalOf([more], { cash: '100000' })).toBeUndefined();
    expect(refusalOf([add({ requested_notional_usdt: 40000, leverage: 10 }), more], { cash: '100000' })).toBe(
      'leverage_above_tier',
    );
  });

  it('refuses, holds or flips a position of the other side', () => {
    const both = [OPEN, add({ ...SHORT, requested_margin_usdt: 500 })];
    expect(refusalOf(both)).toBe('opposite_position');
    expect(briefly(apply(both, { opposite_add: 'hedge' }))).toEqual(['add open 50025', 'add open 49975']);
    const flip = apply(both, { opposite_add: 'flip' });
    expect(briefly(flip)).toEqual(['add open 50025', 'add flip 49975 open 49975']);
    expect(
      flip.record.positions.map((one) => [
        one['status'],
        one['close_trigger'],
        one['history'],
        one['quantity'],
      ]),
    ).toEqual([
      ['closed', 'flip', [2, 3], '0'],
      ['open', null, [3], '0.05'],
    ]);
  });

  it('takes a flip back whole where the opening is refused, and its ids with it', () => {
    const ran = apply(
      [OPEN, add({ ...SHORT, requested_margin_usdt: 1e7 }), reduce({ reduce_fraction: 0.5 })],
      { opposite_add: 'flip' },
    );
    expect(briefly(ran)).toEqual(
      ['add open 50025', 'add refused above_max_quantity', 'reduce reduce 49975'].map((one, index) =>
        index === 1 ? `add refused ${reasonsOf(ran)[0]}` : one,
      ),
    );
    expect(ran.record.entries[2]).toMatchObject({
      warnings: [],
      position_id: null,
      executions: [],
      postings: [],
    });
    expect(ran.record.entries[3]!.executions[0]!.execution_id).toBe('exe-2');
  });

  it('averages a position of the same side; exits, deadline and clock stay', () => {
    const ran = replay([
      settings(3),
      symbol(),
      ...candles(3, { 2: '49000' }),
      thesis(at(0), OPEN),
      thesis(at(0), adjust({ stop_loss_price: 45000, max_holding_minutes: 90 })),
      thesis(
        at(2),
        add({ requested_notional_usdt: 1000, leverage: 10 }, { provenance: { source: 's', agent: 'b' } }),
      ),
    ]);
    expect(ran.record.positions).toMatchObject([
      {
        stop_loss_price: '45000',
        deadline: at(90),
        opened_at: at(0),
        held_since: at(0),
        agent: 'a1',
        history: [2, 3, 4],
        quantity: '0.119',
      },
    ]);
  });
});

describe('reduce and close (section 9.2, 9.3)', () => {
  it('reduce by the largest of several sizes', () => {
    const ran = apply([
      OPEN,
      reduce({ reduce_fraction: 0.1, reduce_notional_usdt: 1000, reduce_quantity: 0.015 }),
    ]);
    expect(ran.record.entries[2]!.executions[0]!.quantity).toBe('0.02');
    expect(warningsOf(ran)).toEqual(['sizes_differ']);
  });

  it('leave all at or above what is held, and say so above', () => {
    const exact = apply([OPEN, reduce({ reduce_quantity: 0.099 })]);
    expect([briefly(exact)[1], warningsOf(exact)]).toEqual(['reduce close 49975', []]);
    const above = apply([OPEN, reduce({ reduce_quantity: 0.0990001 })]);
    expect([briefly(above)[1], warningsOf(above)]).toEqual(['reduce close 49975', ['clamped']]);
  });

  it('leave whole steps; nothing or too little is refused', () => {
    expect(apply([OPEN, close(0.5)]).record.entries[2]!.executions[0]!.quantity).toBe('0.049');
    expect(refusalOf([OPEN, close(0.001)])).toBe('below_min_quantity');
    expect(refusalOf([OPEN, close(0.05)], {}, { min_qty: '0.01' })).toBe('below_min_quantity');
    expect(refusalOf([OPEN, close(0.001)], {}, { min_qty: '0' })).toBe('below_min_quantity');
  });

  it('close all where less than the smallest quantity would stay', () => {
    const ran = apply([OPEN, close(0.95)], {}, { min_qty: '0.01' });
    expect([briefly(ran)[1], warningsOf(ran)]).toEqual(['close close 49975', ['dust_closed']]);
    expect(briefly(apply([OPEN, close(0.99)], {}, { min_qty: '0' }))[1]).toBe('close reduce 49975');
  });

  it('need no smallest notional', () => {
    expect(refusalOf([OPEN, close(0.5)], {}, { min_notional: '4900' })).toBeUndefined();
  });

  it('take what is left with the last part, so that nothing of cost and margin stays', () => {
    const ran = apply([OPEN, close(0.3333), close(0.5, {}, { reason: 'b' }), close(1)]);
    expect(ran.record.positions).toMatchObject([{ status: 'closed', quantity: '0', cost: '0', margin: '0' }]);
    expect(ran.record.balances.paper.has('margin:pos-1')).toBe(false);
  });
});

describe('close with a mark price (section 9.4)', () => {
  const marked = (mark: number, options: Members = {}, side = 'LONG') =>
    apply([add({ ...SHORT, side }), close(1, { mark_price: mark })], options);
  const fillOf = (ran: Replay) => {
    const { executions, status, reason } = ran.record.entries[2]!;
    return status === 'refused' ? reason : [executions[0]!.price, executions[0]!.price_source];
  };

  it('is worth the worse of market and mark, the mark moved to the tick against the account', () => {
    expect(fillOf(marked(49900.09))).toEqual(['49900', 'thesis']);
    expect(fillOf(marked(50100))).toEqual(['49975', '1m']);
    expect(fillOf(marked(50100.01, {}, 'SHORT'))).toEqual(['50100.1', 'thesis']);
    expect(fillOf(marked(49900, {}, 'SHORT'))).toEqual(['50025', '1m']);
  });

  it('is the market at equal worth', () => {
    expect(fillOf(marked(49975))).toEqual(['49975', '1m']);
  });

  it('is refused outside the band, whose edge belongs to it', () => {
    expect(fillOf(marked(49499.9))).toBe('mark_price_off_market');
    expect(fillOf(marked(49500))).toEqual(['49500', 'thesis']);
    expect(fillOf(marked(50500.1))).toBe('mark_price_off_market');
  });

  it('is the mark alone with the policy trust, without band and depth', () => {
    expect(fillOf(marked(60000, { mark_price_policy: 'trust' }))).toEqual(['60000', 'thesis']);
  });

  it('checks the quantity first, then the band, then the depth, which is spent even where the mark decides', () => {
    const depth = book(at(1), [['49990', '0.1']], [['50000', '1']]);
    const run = (...theses: readonly Members[]) =>
      replay([settings(3), symbol(), ...candles(3), depth, ...theses.map((one) => thesis(at(1), one))]);
    const both = run(OPEN, close(0.5, { mark_price: 49900 }), close(1));
    expect(briefly(both).slice(1)).toEqual(['close reduce 49900', 'close close 49990']);
    const spent = run(
      add({ requested_notional_usdt: 8000, leverage: 5 }),
      close(0.5, { mark_price: 49900 }),
      close(1),
    );
    expect(briefly(spent).slice(1)).toEqual(['close reduce 49900', 'close refused insufficient_depth']);
    expect(reasonsOf(run(OPEN, close(0.0001, { mark_price: 1 }), close(1, { mark_price: 1 })))).toEqual([
      'below_min_quantity',
      'mark_price_off_market',
    ]);
  });
});

describe('adjust_exit (section 9.5)', () => {
  it('moves levels to the tick: LONG up, SHORT down, with a warning', () => {
    const long = apply([OPEN, adjust({ stop_loss_price: 49000.01, take_profit_price: 51000 })]);
    expect(long.record.entries[2]).toMatchObject({
      levels: { stop_loss_price: '49000.1', take_profit_price: '51000', deadline: null },
      warnings: ['price_rounded'],
      position_id: 'pos-1',
    });
    const short = apply([add(SHORT), adjust({ stop_loss_price: 51000.09, take_profit_price: 49000 })]);
    expect(short.record.entries[2]!.levels).toEqual({
      stop_loss_price: '51000',
      take_profit_price: '49000',
      deadline: null,
    });
  });

  it('changes only given levels', () => {
    const ran = apply([
      OPEN,
      adjust({ stop_loss_price: 49000, max_holding_minutes: 10 }),
      adjust({ take_profit_price: 51000 }),
    ]);
    expect(ran.record.entries[3]!.levels).toEqual({
      stop_loss_price: '49000',
      take_profit_price: '51000',
      deadline: at(11),
    });
  });

  it.each<[string | undefined, Members, Members]>([
    ['would_trigger_now', { stop_loss_price: 50000 }, OPEN],
    ['would_trigger_now', { stop_loss_price: 49999.91 }, OPEN],
    [undefined, { stop_loss_price: 49999.9 }, OPEN],
    ['would_trigger_now', { take_profit_price: 50000 }, OPEN],
    [undefined, { take_profit_price: 50000.01 }, OPEN],
    ['would_trigger_now', { stop_loss_price: 50000 }, add(SHORT)],
    ['would_trigger_now', { take_profit_price: 50000 }, add(SHORT)],
    ['out_of_range', { take_profit_price: 0.09 }, add(SHORT)],
    ['would_trigger_now', { stop_loss_price: 60000, take_profit_price: 0.09 }, OPEN],
    [undefined, { max_holding_minutes: 1e-9 }, OPEN],
    ['out_of_range', { max_holding_minutes: 1e300 }, OPEN],
  ])('is answered with %s for %j', (reason, update, opening) => {
    expect(refusalOf([opening, adjust(update)])).toBe(reason);
  });

  it('counts holding from the opening, up to whole ms', () => {
    const late = (minutes: number) =>
      replay([
        settings(4),
        symbol(),
        ...candles(4),
        thesis(at(1), OPEN),
        thesis(at(2), adjust({ max_holding_minutes: minutes })),
      ]).record.entries[2]!;
    expect(late(1)).toMatchObject({ status: 'refused', reason: 'would_trigger_now' });
    expect(late(1.00001).levels).toMatchObject({ deadline: at(2, 0, 1) });
  });

  it('warns of a stop at or beyond the liquidation price', () => {
    const atLiquidation = apply([OPEN, adjust({ stop_loss_price: 40180.8 })]);
    expect([atLiquidation.record.positions[0]!['liquidation_price'], warningsOf(atLiquidation)]).toEqual([
      '40180.8',
      ['stop_beyond_liquidation'],
    ]);
    expect(warningsOf(apply([OPEN, adjust({ stop_loss_price: 40180.9 })]))).toEqual([]);
  });

  it('takes everything back where one level is refused', () => {
    const ran = apply([OPEN, adjust({ stop_loss_price: 49000, take_profit_price: 49000 })]);
    expect(ran.record.positions[0]).toMatchObject({ stop_loss_price: null, history: [2] });
  });
});
