/** The worked examples of the ledger, to the last digit: postings, balances and positions. */
import { describe, expect, it } from 'vitest';
import type { Replay } from './replay.ts';
import { replay } from './replay.ts';
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
  reduce,
  settings,
  symbol,
  thesis,
  trade,
  WATCH,
} from './scenarios.ts';

/** Returns each entry after the first as a line: time, what it is, executions and postings in USDT. */
function linesOf({ record }: Replay): readonly string[] {
  return record.entries.slice(1).map((entry) => {
    const time = new Date(entry.time).toISOString().slice(14, 23);
    const what = [entry.book === 'watch' ? 'watch' : '', entry.action ?? entry.kind].join(' ').trim();
    if (entry.status === 'refused') return `${time} ${what} refused ${entry.reason}`;
    if (entry.status === 'duplicate') return `${time} ${what} duplicate of entry ${entry.of}`;
    const executions = entry.executions.map((one) => {
      const word = ['thesis'].includes(one.trigger) ? one.effect : one.trigger;
      const realised = one.realised === '0' ? '' : `, realised ${one.realised}`;
      return `${word} ${one.quantity} ${one.side} at ${one.price} = ${one.value}${realised}`;
    });
    const postings = entry.postings
      .filter(({ asset }) => asset === 'USDT')
      .map(({ account, amount }) => `${account} ${amount.startsWith('-') ? '' : '+'}${amount}`);
    const did = executions.length === 0 ? '' : `: ${executions.join('; ')}`;
    return `${time} ${what}${did}${postings.length === 0 ? '' : ` → ${postings.join(', ')}`}`;
  });
}

/** Returns the balances of the paper book in USDT but for the capital, and its last equity. */
function endOf({ record }: Replay): string {
  const amounts = [...record.balances.paper]
    .flatMap(([account, assets]) => (assets.has('USDT') ? [`${account} ${assets.get('USDT')}`] : []))
    .filter((text) => !text.startsWith('capital'))
    .sort();
  return `${amounts.join(', ')}; equity ${record.equity.paper.at(-1)!.equity}`;
}

/** Returns the open positions of the paper book. */
function openOf({ record }: Replay): readonly string[] {
  return record.positions
    .filter((one) => one['status'] === 'open' && one['book'] === 'paper')
    .map(
      (one) =>
        `${one['position_id']} ${one['quantity']}, entry ${one['entry_price']}, margin ${one['margin']}, liquidation ${one['liquidation_price']}, unrealised ${one['unrealised']}`,
    );
}

const FALL = (low: string, from = '50000'): Prices => [from, from, low, low];

function run(
  minutes: number,
  given: Readonly<Record<number, Prices | string>>,
  records: readonly Members[],
  options: Members = {},
): Replay {
  return replay([settings(minutes, options), symbol(), ...candles(minutes, given), ...records]);
}

describe('the worked examples (section 23)', () => {
  it('1: add, and a stop inside a candle', () => {
    const ran = run(4, { 3: FALL('49400') }, [
      thesis(at(1), add({ requested_margin_usdt: 1000, paper_leverage: 10 })),
      thesis(at(1), adjust({ stop_loss_price: 49500, take_profit_price: 52000 })),
    ]);
    expect(linesOf(ran)).toEqual([
      '01:00.000 add: open 0.199 LONG at 50025 = 9954.975 → cash -1000.4749875, fees +4.9774875, margin:pos-1 +995.4975',
      '01:00.000 adjust_exit',
      '03:59.999 exit: stop_loss 0.199 LONG at 49475.2 = 9845.5648, realised -109.4102 → cash +881.1645176, fees +4.9227824, margin:pos-1 -995.4975, realised +109.4102',
    ]);
    expect(endOf(ran)).toBe('cash 9880.6895301, fees 9.9002699, realised 109.4102; equity 9880.6895301');
  });

  it('2: averaging with two leverages, then the whole closed', () => {
    const ran = run(7, { 3: '48000', 4: '48000', 5: '48000', 6: '51000' }, [
      thesis(at(1), add({ requested_margin_usdt: 1000, paper_leverage: 5 })),
      thesis(at(3), add({ requested_notional_usdt: 4000, leverage: 20 })),
      thesis(at(6), close(1)),
    ]);
    expect(linesOf(ran)).toEqual([
      '01:00.000 add: open 0.099 LONG at 50025 = 4952.475 → cash -992.9712375, fees +2.4762375, margin:pos-1 +990.495',
      '03:00.000 add: add 0.083 LONG at 48024 = 3985.992 → cash -201.292596, fees +1.992996, margin:pos-1 +199.2996',
      '06:00.000 close: close 0.182 LONG at 50974.5 = 9277.359, realised 338.892 → cash +1524.0479205, fees +4.6386795, margin:pos-1 -1189.7946, realised -338.892',
    ]);
    expect(endOf(ran)).toBe('cash 10329.784087, fees 9.107913, realised -338.892; equity 10329.784087');
  });

  it('3: a short reduced by fraction, the rest by its target as maker', () => {
    const ran = run(6, { 3: '49000', 4: '49000', 5: FALL('47900', '49000') }, [
      thesis(at(1), add({ side: 'SHORT', requested_margin_usdt: 333.33, paper_leverage: 3 })),
      thesis(at(1), adjust({ stop_loss_price: 51000, take_profit_price: 48000 })),
      thesis(at(3), reduce({ reduce_fraction: 0.3333 })),
    ]);
    expect(linesOf(ran)).toEqual([
      '01:00.000 add: open 0.02 SHORT at 49975 = 999.5 → cash -333.66641667, fees +0.49975, margin:pos-1 +333.16666667',
      '01:00.000 adjust_exit',
      '03:00.000 reduce: reduce 0.006 SHORT at 49024.5 = 294.147, realised 5.703 → cash +105.5059265, fees +0.1470735, margin:pos-1 -99.95, realised -5.703',
      '05:59.999 exit: take_profit 0.014 SHORT at 48000 = 672, realised 27.65 → cash +260.73226667, fees +0.1344, margin:pos-1 -233.21666667, realised -27.65',
    ]);
    expect(endOf(ran)).toBe('cash 10032.5717765, fees 0.7812235, realised -33.353; equity 10032.5717765');
  });

  it('4: walking the book; the next fill finds what is left of the snapshot', () => {
    const depth = book(
      at(1),
      [
        ['49990', '0.010'],
        ['49980', '0.010'],
        ['49000', '1'],
      ],
      [
        ['50000', '0.010'],
        ['50010', '0.010'],
        ['50100', '1'],
      ],
    );
    const ran = run(2, {}, [
      depth,
      thesis(at(1), add({ requested_notional_usdt: 1500, paper_leverage: 5 })),
      thesis(at(1), close(0.5)),
    ]);
    expect(linesOf(ran)).toEqual([
      '01:00.000 add: open 0.029 LONG at 50034.48275862069 = 1451 → cash -290.9255, fees +0.7255, margin:pos-1 +290.2',
      '01:00.000 close: reduce 0.014 LONG at 49987.142857142857 = 699.82, realised -0.66275862 → cash +139.0838831, fees +0.34991, margin:pos-1 -140.09655172, realised +0.66275862',
    ]);
    expect(endOf(ran)).toBe(
      'cash 9848.1583831, fees 1.07541, margin:pos-1 150.10344828, realised 0.66275862; equity 9997.74459',
    );
    expect(openOf(ran)).toEqual([
      'pos-1 0.015, entry 50034.482758666667, margin 150.10344828, liquidation 40188.4, unrealised -0.51724138',
    ]);
  });

  it('5: funding paid and received moves the margin and the liquidation price', () => {
    const ran = run(9, {}, [
      thesis(at(1), add({ requested_margin_usdt: 500, paper_leverage: 20 })),
      funding(at(4), '0.0003', '50010'),
      funding(at(8), '-0.0001', '50020'),
    ]);
    expect(linesOf(ran)).toEqual([
      '01:00.000 add: open 0.199 LONG at 50025 = 9954.975 → cash -502.7262375, fees +4.9774875, margin:pos-1 +497.74875',
      '04:00.000 funding → funding +2.985597, margin:pos-1 -2.985597',
      '08:00.000 funding → funding -0.995398, margin:pos-1 +0.995398',
    ]);
    expect(endOf(ran)).toBe(
      'cash 9497.2737625, fees 4.9774875, funding 1.990199, margin:pos-1 495.758551; equity 9988.0573135',
    );
    expect(openOf(ran)).toEqual([
      'pos-1 0.199, entry 50025, margin 495.758551, liquidation 47724.7, unrealised -4.975',
    ]);
  });

  it('6: a liquidation inside a candle', () => {
    const ran = run(4, { 3: FALL('47000') }, [
      thesis(at(1), add({ requested_margin_usdt: 500, paper_leverage: 20 })),
    ]);
    expect(linesOf(ran).at(-1)).toBe(
      '03:59.999 exit: liquidation 0.199 LONG at 47690.8 = 9490.4692, realised -464.5058 → liquidation_fees +33.24295, margin:pos-1 -497.74875, realised +464.5058',
    );
    expect(endOf(ran)).toBe(
      'cash 9497.2737625, fees 4.9774875, liquidation_fees 33.24295, realised 464.5058; equity 9497.2737625',
    );
  });

  it('7: a gap beyond the bankruptcy price loses the margin, not more', () => {
    const ran = run(4, { 3: '46000' }, [
      thesis(at(1), add({ requested_margin_usdt: 500, paper_leverage: 20 })),
    ]);
    expect(linesOf(ran).at(-1)).toBe(
      '03:00.000 exit: liquidation 0.199 LONG at 45977 = 9149.423, realised -805.552 → insurance -307.80325, margin:pos-1 -497.74875, realised +805.552',
    );
    expect(endOf(ran)).toBe(
      'cash 9497.2737625, fees 4.9774875, insurance -307.80325, realised 805.552; equity 9497.2737625',
    );
  });

  it('8: a flip in one entry', () => {
    const ran = run(
      4,
      { 3: '50400' },
      [
        thesis(at(1), add({ requested_margin_usdt: 300, paper_leverage: 10 })),
        thesis(at(3), add({ side: 'SHORT', requested_margin_usdt: 200, paper_leverage: 10 })),
      ],
      { opposite_add: 'flip' },
    );
    expect(linesOf(ran)).toEqual([
      '01:00.000 add: open 0.059 LONG at 50025 = 2951.475 → cash -296.6232375, fees +1.4757375, margin:pos-1 +295.1475',
      '03:00.000 add: flip 0.059 LONG at 50374.8 = 2972.1132, realised 20.6382; open 0.039 SHORT at 50374.8 = 1964.6172 → cash +116.8556148, fees +2.4683652, margin:pos-1 -295.1475, margin:pos-2 +196.46172, realised -20.6382',
    ]);
    expect(endOf(ran)).toBe(
      'cash 9820.2323773, fees 3.9441027, margin:pos-2 196.46172, realised -20.6382; equity 10015.7112973',
    );
    expect(openOf(ran)).toEqual([
      'pos-2 0.039, entry 50374.8, margin 196.46172, liquidation 55191.5, unrealised -0.9828',
    ]);
  });

  it('9: both levels in one candle, decided by trades', () => {
    const prices = ['50000', '51500', '49400', '50000'];
    const ran = run(4, { 3: ['50000', '51500', '49400', '50000'] }, [
      thesis(at(1), add({ requested_margin_usdt: 200, paper_leverage: 5 })),
      thesis(at(1), adjust({ stop_loss_price: 49500, take_profit_price: 51000 })),
      ...prices.map((price, index) => trade(at(3, index * 15, index === 1 ? 250 : 0), price)),
    ]);
    expect(linesOf(ran)).toEqual([
      '01:00.000 add: open 0.019 LONG at 50025 = 950.475 → cash -190.5702375, fees +0.4752375, margin:pos-1 +190.095',
      '01:00.000 adjust_exit',
      '03:15.250 exit: take_profit 0.019 LONG at 51000 = 969, realised 18.525 → cash +208.4262, fees +0.1938, margin:pos-1 -190.095, realised -18.525',
    ]);
    expect(endOf(ran)).toBe('cash 10017.8559625, fees 0.6690375, realised -18.525; equity 10017.8559625');
  });

  it('10: partial closes to the last digit, the same thesis twice, a watch copy', () => {
    const again = JSON.stringify(thesis(at(2), add({ requested_notional_usdt: 1049.9, paper_leverage: 7 })))
      .replace('1049.9', '1049.90')
      .replace('"paper_leverage":7', '"paper_leverage":7.0');
    const ran = run(7, { 4: FALL('49700'), 5: '49900', 6: '49900' }, [
      thesis(at(1), add({ requested_notional_usdt: 1049.9, paper_leverage: 7 })),
      { line: again },
      thesis(at(3), adjust({ stop_loss_price: 49800 }, { ...WATCH, position_ref: { position_id: 'pos-1' } })),
      thesis(at(5), close(0.3333)),
      thesis(at(6), close(1)),
    ]);
    expect(linesOf(ran)).toEqual([
      '01:00.000 add: open 0.02 LONG at 50025 = 1000.5 → cash -143.42882143, fees +0.50025, margin:pos-1 +142.92857143',
      '02:00.000 add duplicate of entry 2',
      '03:00.000 watch copy → cash -142.92857143, margin:wpos-1 +142.92857143',
      '03:00.000 watch adjust_exit',
      '04:59.999 watch exit: stop_loss 0.02 LONG at 49775.1 = 995.502, realised -4.998 → cash +137.43282043, fees +0.497751, margin:wpos-1 -142.92857143, realised +4.998',
      '05:00.000 close: reduce 0.006 LONG at 49875 = 299.25, realised -0.9 → cash +41.82894643, fees +0.149625, margin:pos-1 -42.87857143, realised +0.9',
      '06:00.000 close: close 0.014 LONG at 49875 = 698.25, realised -2.1 → cash +97.600875, fees +0.349125, margin:pos-1 -100.05, realised +2.1',
    ]);
    expect(endOf(ran)).toBe('cash 9996.001, fees 0.999, realised 3; equity 9996.001');
  });
});
