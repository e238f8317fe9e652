/** What users of other simulators complain of (section 21), and what happens here instead. */
import { describe, expect, it } from 'vitest';
import { decimalOf, isZero, sumOf } from '../../src/core/decimal.ts';
import { briefly, replay } from './replay.ts';
import {
  add,
  adjust,
  at,
  book,
  candles,
  close,
  funding,
  type Members,
  type Prices,
  settings,
  symbol,
  thesis,
} from './scenarios.ts';

const OPEN = thesis(at(1), add({ requested_margin_usdt: 1000, paper_leverage: 10 }));
const LEVELS = (levels: Members, time = at(1)) => thesis(time, adjust(levels));

/** Replays eight minutes of flat candles but for the given ones. */
function play(
  given: Readonly<Record<number, Prices | string>>,
  records: readonly Members[],
  others: Members = {},
) {
  return replay([settings(8, others), symbol(), ...candles(8, given), ...records]);
}

describe('complaints about other simulators (section 21)', () => {
  it('a stop books its level through a gap: here it books the open', () => {
    const played = play({ 3: '49000' }, [OPEN, LEVELS({ stop_loss_price: 49_500 })]);
    expect(briefly(played)).toContain('exit stop_loss 48975.5');
  });

  it('a stop books the extreme of the candle: here it books its level, with slippage', () => {
    const fall: Prices = ['50000', '50000', '49000', '50000'];
    const played = play({ 3: fall }, [OPEN, LEVELS({ stop_loss_price: 49_500 })]);
    expect(briefly(played)).toContain('exit stop_loss 49475.2');
  });

  it('stop and target in one bar are decided by luck or colour: here the worse counts, and is marked', () => {
    for (const closing of ['49450', '51400']) {
      const wide: Prices = ['50000', '51500', '49400', closing];
      const levels = LEVELS({ stop_loss_price: 49_500, take_profit_price: 51_000 });
      const { record } = play({ 3: wide }, [OPEN, levels]);
      expect(record.entries.at(-1)!.executions).toMatchObject([
        { trigger: 'stop_loss', price: '49475.2', assumed: 'adverse_first' },
      ]);
      expect(record.metrics.paper['assumed_exits']).toBe(1);
    }
  });

  it('exits are judged on the part of a bar before the entry: here nothing enters inside a bar', () => {
    const fall: Prices = ['50000', '50000', '49000', '50000'];
    const entered = thesis(at(2, 30), add({ requested_margin_usdt: 1000, paper_leverage: 10 }));
    const { record } = play({ 2: fall }, [entered, LEVELS({ stop_loss_price: 49_500 }, at(2, 30))]);
    expect(record.entries.slice(1)).toMatchObject([
      { decided_at: at(2, 30), time: at(3), status: 'applied' },
      { decided_at: at(2, 30), time: at(3), status: 'applied' },
    ]);
  });

  it('a limit that is touched is filled: here the price must go through it', () => {
    const levels = LEVELS({ take_profit_price: 51_000 });
    const touched = play({ 3: ['50000', '51000', '50000', '50000'] }, [OPEN, levels]);
    expect(briefly(touched)).toHaveLength(2);
    const passed = play({ 3: ['50000', '51000.1', '50000', '50000'] }, [OPEN, levels]);
    expect(briefly(passed)).toContain('exit take_profit 51000');
  });

  it('a better price is given as a present: here a target that the market gapped over fills at its level', () => {
    const played = play({ 3: '52000' }, [OPEN, LEVELS({ take_profit_price: 51_000 })]);
    expect(briefly(played)).toContain('exit take_profit 51000');
  });

  it('the same book fills again and again: here its depth is spent once', () => {
    const depth = book(at(1), [['49990', '1']], [['50000', '0.03']]);
    const once = (reason: string) =>
      thesis(at(1), add({ requested_notional_usdt: 1000, paper_leverage: 2 }, { reason }));
    const played = play({}, [depth, once('first'), once('second')]);
    expect(briefly(played)).toEqual(['add open 50000', 'add refused insufficient_depth']);
  });

  it('funding is charged before the opening: here who opens at its instant does not pay', () => {
    const rate = funding(at(1), '0.01', '50000');
    expect(briefly(play({}, [OPEN, rate]))).toEqual(['add open 50025']);
    const later = play({}, [OPEN, funding(at(2), '0.01', '50000')]);
    expect(later.record.entries.at(-1)).toMatchObject({ kind: 'funding', time: at(2) });
  });

  it('a loss makes the balance negative: here it ends with the margin', () => {
    const high = thesis(at(1), add({ requested_margin_usdt: 500, paper_leverage: 20 }));
    const { record } = play({ 3: '30000' }, [high]);
    const [exit] = record.entries.at(-1)!.executions;
    expect(exit).toMatchObject({ trigger: 'liquidation', fee: '0' });
    expect(record.metrics.paper).toMatchObject({ net: '-502.7262375' });
  });

  it('liquidation is judged on the close: here on the range', () => {
    const high = thesis(at(1), add({ requested_margin_usdt: 500, paper_leverage: 20 }));
    const played = play({ 3: ['50000', '50000', '47000', '50000'] }, [high]);
    expect(briefly(played)).toContain('exit liquidation 47690.8');
  });

  it('profit is wrong on a flip, and fees count twice: here one entry with two executions sums to zero', () => {
    const flip = thesis(at(3), add({ side: 'SHORT', requested_margin_usdt: 500, paper_leverage: 10 }));
    const { record } = play({}, [OPEN, flip], { opposite_add: 'flip' });
    const entry = record.entries.at(-1)!;
    expect(entry.executions.map(({ trigger, effect }) => [trigger, effect])).toEqual([
      ['flip', 'close'],
      ['thesis', 'open'],
    ]);
    const amounts = entry.postings
      .filter(({ asset }) => asset === 'USDT')
      .map(({ amount }) => decimalOf(amount));
    expect(isZero(sumOf(amounts))).toBe(true);
  });

  it('fees are not in the cash check: here margin and fee must both be there', () => {
    const exact = { cash: '995.4975' };
    expect(briefly(play({}, [OPEN], exact))).toEqual(['add refused insufficient_cash']);
    expect(briefly(play({}, [OPEN], { cash: '1000.4749875' }))).toEqual(['add open 50025']);
  });

  it('a residue stays after partial closes: here the last part takes what is left', () => {
    const parts = [0.3333, 0.3333, 1].map((share, index) =>
      thesis(at(2 + index), close(share, {}, { reason: `part ${index}` })),
    );
    const { record } = play({}, [OPEN, ...parts]);
    expect(record.positions).toMatchObject([{ status: 'closed', quantity: '0', cost: '0', margin: '0' }]);
    expect(Object.keys(record.balances.paper)).not.toContain('margin:pos-1');
  });

  it('a retry opens a second position: here the hash of the thesis is the key', () => {
    const again = { ...OPEN, t: at(2) };
    const { record } = play({}, [OPEN, again]);
    expect(record.entries.at(-1)).toMatchObject({ status: 'duplicate', of: 2 });
    expect(record.positions).toHaveLength(1);
  });
});
