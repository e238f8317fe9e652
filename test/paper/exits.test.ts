/** Exits at points and in ranges, liquidation, funding. */
import { describe, expect, it } from 'vitest';
import { decimalOf } from '../../src/core/decimal.ts';
import { liquidationPrice } from '../../src/paper/ledger/liquidation.ts';
import { tiersOf } from '../../src/paper/market/symbol-rules.ts';
import { formatTrimmedOrNull } from '../../src/paper/numbers.ts';
import { briefly, type Replay, replay } from './replay.ts';
import {
  add,
  adjust,
  at,
  candles,
  funding,
  type Members,
  type Prices,
  settings,
  symbol,
  thesis,
} from './scenarios.ts';

/** Opens at minute 1 with exits, and plays minute 2 with the given prices; the entry of the exit, if any. */
function play(
  side: 'LONG' | 'SHORT',
  exits: Members,
  minute: Prices | string,
  options: Members = {},
  leverage = 5,
): Replay {
  const opening = add({ side, requested_notional_usdt: 5000, paper_leverage: leverage });
  const adjusting = Object.keys(exits).length === 0 ? [] : [thesis(at(1), adjust(exits))];
  return replay([
    settings(4, options),
    symbol(),
    ...candles(4, { 2: minute, 3: typeof minute === 'string' ? minute : minute[3] }),
    thesis(at(1), opening),
    ...adjusting,
  ]);
}

const last = (ran: Replay) => {
  const [exit] = ran.record.entries.filter(({ kind }) => kind === 'exit');
  const one = exit?.executions[0];
  return one && `${one.trigger} ${one.price} of ${one.reference_price} at ${exit.time - at(2)}`;
};

const STOP = { stop_loss_price: 49500 };
const TARGET = { take_profit_price: 50500 };

describe('at a point (section 11.1)', () => {
  it('a stop suffers the gap and the slippage', () => {
    expect(last(play('LONG', STOP, '49000'))).toBe('stop_loss 48975.5 of 49000 at 0');
    expect(last(play('LONG', STOP, '49500'))).toBe('stop_loss 49475.2 of 49500 at 0');
    expect(last(play('SHORT', { stop_loss_price: 50500 }, '51000'))).toBe('stop_loss 51025.5 of 51000 at 0');
  });

  it('a target fills at its level, without slippage and without improvement, as maker', () => {
    const ran = play('LONG', TARGET, '60000');
    expect(last(ran)).toBe('take_profit 50500 of 50500 at 0');
    expect(ran.record.entries.at(-1)!.executions[0]).toMatchObject({
      fee_kind: 'maker',
      slippage: '0',
      fee: '0.9999',
    });
    expect(last(play('SHORT', { take_profit_price: 49500 }, '40000'))).toBe(
      'take_profit 49500 of 49500 at 0',
    );
  });

  it('a target that is only touched is not filled, unless touching is enough', () => {
    expect(last(play('LONG', TARGET, '50500'))).toBeUndefined();
    expect(last(play('LONG', TARGET, '50500', { target_fill: 'touch' }))).toBe(
      'take_profit 50500 of 50500 at 0',
    );
    expect(last(play('LONG', TARGET, '50500.1'))).toBe('take_profit 50500 of 50500 at 0');
  });

  it('liquidation comes before the stop', () => {
    expect(last(play('LONG', STOP, '40000'))).toBe('liquidation 39980 of 40000 at 0');
  });

  it('a deadline closes at the first point at or after it, and until then the exits stand', () => {
    const inside = { max_holding_minutes: 1.5, ...STOP };
    expect(last(play('LONG', inside, '50000'))).toBe(`deadline 49975 of 50000 at ${60_000}`);
    expect(last(play('LONG', { max_holding_minutes: 1 }, '50000'))).toBe('deadline 49975 of 50000 at 0');
    expect(last(play('LONG', inside, ['50000', '50000', '49000', '50000']))).toBe(
      'stop_loss 49475.2 of 49500 at 59999',
    );
  });

  it('an exit is never filled below a tick', () => {
    const ran = replay([
      settings(3, { slippage_bps: '10000' }),
      symbol({ tiers: [{ cap: null, mmr: '0', max_leverage: '1' }] }),
      ...candles(3, { 1: '50000', 2: '1' }),
      thesis(at(1), add({ requested_notional_usdt: 5000, leverage: 1 })),
      thesis(at(1), adjust(STOP)),
    ]);
    expect(last(ran)).toBe('stop_loss 0.1 of 1 at 0');
  });
});

describe('in a range (section 11.2)', () => {
  it('a stop that is crossed is filled at its level with slippage, at the last ms', () => {
    expect(last(play('LONG', STOP, ['50000', '50000', '48000', '49900']))).toBe(
      'stop_loss 49475.2 of 49500 at 59999',
    );
    expect(last(play('SHORT', { stop_loss_price: 50500 }, ['50000', '52000', '50000', '50000']))).toBe(
      'stop_loss 50525.3 of 50500 at 59999',
    );
  });

  it('the stop counts before the liquidation where it is nearer the market', () => {
    const fall: Prices = ['50000', '50000', '30000', '31000'];
    expect(last(play('LONG', STOP, fall))).toMatch(/^stop_loss 49475.2 /);
    expect(last(play('LONG', { stop_loss_price: 40180.8 }, fall))).toMatch(
      /^liquidation 40160.7 of 40180.8 /,
    );
    expect(last(play('LONG', { stop_loss_price: 40180.9 }, fall))).toMatch(/^stop_loss 40160.8 of 40180.9 /);
    const rise: Prices = ['50000', '70000', '50000', '69000'];
    expect(last(play('SHORT', { stop_loss_price: 65000 }, rise))).toMatch(/^liquidation /);
    expect(last(play('SHORT', { stop_loss_price: 55000 }, rise))).toMatch(/^stop_loss /);
  });

  it('an adverse level and the target together: the adverse one, assumed', () => {
    const both: Prices = ['50000', '51000', '49000', '50000'];
    const ran = play('LONG', { ...STOP, ...TARGET }, both);
    expect(ran.record.entries.at(-1)!.executions[0]).toMatchObject({
      trigger: 'stop_loss',
      assumed: 'adverse_first',
    });
    const short = play('SHORT', { stop_loss_price: 50500, take_profit_price: 49500 }, both);
    expect(short.record.entries.at(-1)!.executions[0]).toMatchObject({
      trigger: 'stop_loss',
      assumed: 'adverse_first',
    });
    const liquidated = play('LONG', TARGET, ['50000', '51000', '30000', '50000']);
    expect(liquidated.record.entries.at(-1)!.executions[0]).toMatchObject({
      trigger: 'liquidation',
      assumed: 'adverse_first',
    });
  });

  it('a target must be passed by the range too', () => {
    expect(last(play('LONG', TARGET, ['50000', '50500', '50000', '50000']))).toBeUndefined();
    expect(last(play('LONG', TARGET, ['50000', '50500', '50000', '50000'], { target_fill: 'touch' }))).toBe(
      'take_profit 50500 of 50500 at 59999',
    );
    expect(last(play('LONG', TARGET, ['50000', '50500.1', '50000', '50000']))).toBe(
      'take_profit 50500 of 50500 at 59999',
    );
  });

  it('the last price is the close afterwards', () => {
    const ran = replay([
      settings(3),
      symbol(),
      ...candles(3, { 2: ['50000', '50000', '49000', '49123'] }),
      thesis(at(1), add({ requested_notional_usdt: 5000, leverage: 5 })),
    ]);
    expect(ran.record.positions[0]).toMatchObject({ mark_price: '49123', unrealised: '-89.298' });
  });
});

describe('the liquidation price (section 12)', () => {
  const tiers = tiersOf([
    { cap: decimalOf('50000'), mmr: decimalOf('0.004'), maxLeverage: decimalOf('125') },
    { cap: decimalOf('250000'), mmr: decimalOf('0.005'), maxLeverage: decimalOf('100') },
    { cap: null, mmr: decimalOf('0.01'), maxLeverage: decimalOf('50') },
  ]);
  const priceOf = (side: 'LONG' | 'SHORT', quantity: string, cost: string, margin: string) =>
    formatTrimmedOrNull(
      liquidationPrice(
        { side, quantity: decimalOf(quantity), cost: decimalOf(cost), margin: decimalOf(margin) },
        {
          tiers,
          tick: decimalOf('0.1'),
        } as never,
      ),
    );

  it('cumulates what makes the maintenance continuous', () => {
    expect(tiers.map(({ cum }) => formatTrimmedOrNull(cum))).toEqual(['0', '50', '1300']);
  });

  it.each<[string | null, 'LONG' | 'SHORT', string, string, string, string]>([
    ['40160.7', 'LONG', '1', '50000', '10000', 'in the first tier: 40000 / 0.996, up to the tick'],
    [
      '59751.2',
      'SHORT',
      '1',
      '50000',
      '10000',
      'in the second tier by its own notional: 60050 / 1.005, down to the tick',
    ],
    ['50000', 'LONG', '1', '59800', '10000', 'at a cap, which belongs to the tier below it'],
    [null, 'LONG', '1', '50000', '50000', 'of a long whose margin is its cost'],
    [null, 'LONG', '1', '50000', '60000', 'of a long with more margin'],
    ['0.1', 'SHORT', '1000000', '1', '1', 'of a short below a tick'],
    ['48353.6', 'LONG', '10', '500000', '20000', 'in the last tier: 478700 / 9.9, up to the tick'],
  ])('is %s for %s %s, cost %s, margin %s: %s', (price, side, quantity, cost, margin) => {
    expect(priceOf(side, quantity, cost, margin)).toBe(price);
  });

  it('moves with every change of quantity, cost and margin', () => {
    const ran = play('LONG', {}, '50000', {}, 20);
    const before = ran.record.positions[0]!['liquidation_price'];
    const paid = replay([
      settings(3),
      symbol(),
      ...candles(3),
      thesis(at(1), add({ requested_notional_usdt: 5000, paper_leverage: 20 })),
      funding(at(2), '0.001', null),
    ]);
    expect([before, paid.record.positions[0]!['liquidation_price']]).toEqual(['47714.7', '47764.9']);
  });
});

describe('a liquidation (section 12)', () => {
  it('charges at most what is left of the margin, and no commission', () => {
    const ran = play('LONG', {}, '40200', {}, 5);
    expect(last(ran)).toBeUndefined();
    const gone = play('LONG', {}, '40100', {}, 5);
    const [one] = gone.record.entries.at(-1)!.executions;
    // Margin 990.495, realised 0.099 × 40079.9 - 4952.475: 5.9301 less is left than the fee of 49.6 asks for.
    expect(one).toMatchObject({
      fee_kind: 'liquidation',
      realised: '-984.5649',
      fee: '5.9301',
      shortfall: '0',
    });
    expect(gone.record.balances.paper.get('fees')?.get('USDT')).toBe('2.4762375');
  });

  it('loses the margin and no more beyond the bankruptcy price', () => {
    const ran = play('LONG', {}, '39000', {}, 5);
    expect(ran.record.entries.at(-1)!.executions[0]).toMatchObject({
      fee: '0',
      realised: '-1093.4055',
      shortfall: '102.9105',
    });
    expect(ran.record.positions[0]).toMatchObject({ shortfall: '102.9105', net: '-992.9712375' });
  });
});

describe('funding (section 13)', () => {
  const funded = (side: string, rate: string, mark: string | null, options: Members = {}) =>
    replay([
      settings(3, options),
      symbol(),
      ...candles(3, { 1: ['50000', '50010', '50000', '50010'] }),
      thesis(at(1), add({ side, requested_notional_usdt: 5000, paper_leverage: 5 })),
      funding(at(2), rate, mark),
    ]);
  const paid = (ran: Replay) => {
    const entry = ran.record.entries.find(({ kind }) => kind === 'funding');
    return entry && [entry.rate, entry.mark, ran.record.positions[0]!['funding']];
  };

  it('is paid by LONG and received by SHORT at a positive rate', () => {
    expect(paid(funded('LONG', '0.00010', '50000.00'))).toEqual(['0.0001', '50000', '0.495']);
    expect(paid(funded('SHORT', '0.0001', '50000'))).toEqual(['0.0001', '50000', '-0.5']);
    expect(paid(funded('LONG', '-0.0001', '50000'))).toEqual(['-0.0001', '50000', '-0.495']);
  });

  it('uses the last price where the record has no mark', () => {
    expect(paid(funded('LONG', '0.0001', null))).toEqual(['0.0001', '50010', '0.495099']);
  });

  it('is no entry where it is zero', () => {
    expect(paid(funded('LONG', '0', '50000'))).toBeUndefined();
    expect(paid(funded('LONG', '0.000000000001', '50000'))).toBeUndefined();
  });

  it('takes at most the margin', () => {
    const ran = funded('LONG', '1', '50000');
    expect(paid(ran)).toEqual(['1', '50000', '990.495']);
    expect(briefly(ran).at(-1)).toMatch(/^exit liquidation /);
  });
});
