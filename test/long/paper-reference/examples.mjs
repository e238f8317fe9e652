// Ten worked examples: scenarios, and what happens in them to the last digit.

/** The time that the clocks of the examples count from. */
export const START = Date.parse('2026-01-01T00:00:00Z');
const at = (time) => {
  const [, minutes, seconds = 0, ms = 0] = /^(\d+)(?::(\d+)(?:\.(\d+))?)?$/.exec(time).map(Number);
  return START + minutes * 60_000 + (seconds || 0) * 1000 + (ms || 0);
};

const SYMBOL = {
  kind: 'symbol',
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tick_size: '0.1',
  step_size: '0.001',
  min_qty: '0.001',
  max_qty: '1000',
  min_notional: '5',
  liquidation_fee: '0.0125',
  tiers: [
    { cap: '50000', mmr: '0.004', max_leverage: '125' },
    { cap: '250000', mmr: '0.005', max_leverage: '100' },
    { cap: '1000000', mmr: '0.01', max_leverage: '50' },
    { cap: null, mmr: '0.025', max_leverage: '20' },
  ],
};

const FIXED = {
  real_orders: false,
  signed_requests: false,
  reads_api_keys: false,
  exchange_account_state: false,
};
const BASE = {
  schema: 'svc_auto.position_management_thesis.v1',
  schema_version: '1.0.0',
  ok: true,
  mode: 'paper',
  reason: 'an example',
  error_code: null,
  provenance: { source: 'examples' },
  safety: { public_readonly_market_data: true, public_readonly: true, paper_or_watch_only: true, ...FIXED },
  hard_boundaries: FIXED,
  limitations: ['paper only'],
};
const ALLOWED = { agent_authorized: true, real_order: false };
const thesis = (time, members, intent = {}) => ({
  kind: 'thesis',
  t: at(time),
  thesis: { ...BASE, ...members, ...intent },
});

const adds = (time, side, sizes, members = {}) =>
  thesis(time, {
    action: 'add',
    symbol: 'BTCUSDT',
    paper_intent: { side, ...ALLOWED, ...sizes },
    ...members,
  });
const closes = (time, fraction) =>
  thesis(time, {
    action: 'close',
    position_ref: { symbol: 'BTCUSDT' },
    close_intent: { close_fraction: fraction },
  });
const reduces = (time, fraction) =>
  thesis(time, {
    action: 'reduce',
    position_ref: { symbol: 'BTCUSDT' },
    paper_intent: { ...ALLOWED, reduce_fraction: fraction },
  });
const adjusts = (time, update, members = {}) =>
  thesis(time, {
    action: 'adjust_exit',
    position_ref: { symbol: 'BTCUSDT' },
    exit_update: update,
    ...members,
  });

/** Flat candles, but for minutes named in `changes` by o, h, l and c; what follows stays at the last close. */
function candles(length, changes = {}) {
  let price = '50000';
  return Array.from({ length }, (_, minute) => {
    const [o, h, l, c] = changes[minute] ?? [price, price, price, price];
    price = c;
    return { kind: 'candle', symbol: 'BTCUSDT', interval: '1m', t: at(String(minute)), o, h, l, c };
  });
}
const flat = (price) => [price, price, price, price];
const trade = (time, p) => ({ kind: 'trade', symbol: 'BTCUSDT', t: at(time), p });
const funding = (time, rate, mark) => ({ kind: 'funding', symbol: 'BTCUSDT', t: at(time), rate, mark });

/** The text of a scenario of some minutes. */
function scenario(length, records, changes = {}, settings = {}) {
  const first = { kind: 'settings', version: 1, start: START, end: at(String(length)), ...settings };
  return [first, SYMBOL, ...candles(length, changes), ...records]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

const BOOK = {
  kind: 'book',
  symbol: 'BTCUSDT',
  t: at('1'),
  asks: [
    ['50000', '0.010'],
    ['50010', '0.010'],
    ['50100', '1'],
  ],
  bids: [
    ['49990', '0.010'],
    ['49980', '0.010'],
    ['49000', '1'],
  ],
};

const leveraged = (margin, leverage) => ({ requested_margin_usdt: margin, paper_leverage: leverage });
const valued = (notional, leverage) => ({ requested_notional_usdt: notional, paper_leverage: leverage });

/** Number, scenario and lines of each example. */
export const EXAMPLES = [
  [
    'stop inside a candle',
    scenario(
      5,
      [
        adds('1', 'LONG', leveraged(1000, 10)),
        adjusts('1', { stop_loss_price: 49500, take_profit_price: 52000 }),
      ],
      { 3: ['50000', '50000', '49400', '49600'] },
    ),
    [
      '01:00.000 add: open 0.199 LONG at 50025 = 9954.975 → cash -1000.4749875, fees +4.9774875, margin:pos-1 +995.4975',
      '01:00.000 adjust_exit',
      '03:59.999 exit: stop_loss 0.199 LONG at 49475.2 = 9845.5648, realised -109.4102 → cash +881.1645176, fees +4.9227824, margin:pos-1 -995.4975, realised +109.4102',
      'end: cash 9880.6895301, fees 9.9002699, realised 109.4102; equity 9880.6895301',
    ],
  ],
  [
    'averaging with two leverages',
    scenario(
      8,
      [adds('1', 'LONG', leveraged(1000, 5)), adds('3', 'LONG', valued(4000, 20)), closes('6', 1)],
      { 3: flat('48000'), 6: flat('51000') },
    ),
    [
      '01:00.000 add: open 0.099 LONG at 50025 = 4952.475 → cash -992.9712375, fees +2.4762375, margin:pos-1 +990.495',
      '03:00.000 add: add 0.083 LONG at 48024 = 3985.992 → cash -201.292596, fees +1.992996, margin:pos-1 +199.2996',
      '06:00.000 close: close 0.182 LONG at 50974.5 = 9277.359, realised 338.892 → cash +1524.0479205, fees +4.6386795, margin:pos-1 -1189.7946, realised -338.892',
      'end: cash 10329.784087, fees 9.107913, realised -338.892; equity 10329.784087',
    ],
  ],
  [
    'a short reduced, the rest by its target',
    scenario(
      7,
      [
        adds('1', 'SHORT', leveraged(333.33, 3)),
        adjusts('1', { stop_loss_price: 51000, take_profit_price: 48000 }),
        reduces('3', 0.3333),
      ],
      { 3: flat('49000'), 5: ['49000', '49000', '47900', '47950'] },
    ),
    [
      '01:00.000 add: open 0.02 SHORT at 49975 = 999.5 → cash -333.66641667, fees +0.49975, margin:pos-1 +333.16666667',
      '01:00.000 adjust_exit',
      '03:00.000 reduce: reduce 0.006 SHORT at 49024.5 = 294.147, realised 5.703 → cash +105.5059265, fees +0.1470735, margin:pos-1 -99.95, realised -5.703',
      '05:59.999 exit: take_profit 0.014 SHORT at 48000 = 672, realised 27.65 → cash +260.73226667, fees +0.1344, margin:pos-1 -233.21666667, realised -27.65',
      'end: cash 10032.5717765, fees 0.7812235, realised -33.353; equity 10032.5717765',
    ],
  ],
  [
    'walking the book',
    scenario(3, [BOOK, adds('1', 'LONG', valued(1500, 5)), closes('1', 0.5)]),
    [
      '01:00.000 add: open 0.029 LONG at 50034.48275862069 = 1451 → cash -290.9255, fees +0.7255, margin:pos-1 +290.2',
      '01:00.000 close: reduce 0.014 LONG at 49987.142857142857 = 699.82, realised -0.66275862 → cash +139.0838831, fees +0.34991, margin:pos-1 -140.09655172, realised +0.66275862',
      'end: cash 9848.1583831, fees 1.07541, margin:pos-1 150.10344828, realised 0.66275862; pos-1 0.015, entry 50034.482758666667, margin 150.10344828, liquidation 40188.4, unrealised -0.51724138; equity 9997.74459',
    ],
  ],
  [
    'funding paid and received',
    scenario(10, [
      adds('1', 'LONG', leveraged(500, 20)),
      funding('4', '0.0003', '50010'),
      funding('8', '-0.0001', '50020'),
    ]),
    [
      '01:00.000 add: open 0.199 LONG at 50025 = 9954.975 → cash -502.7262375, fees +4.9774875, margin:pos-1 +497.74875',
      '04:00.000 funding → funding +2.985597, margin:pos-1 -2.985597',
      '08:00.000 funding → funding -0.995398, margin:pos-1 +0.995398',
      'end: cash 9497.2737625, fees 4.9774875, funding 1.990199, margin:pos-1 495.758551; pos-1 0.199, entry 50025, margin 495.758551, liquidation 47724.7, unrealised -4.975; equity 9988.0573135',
    ],
  ],
  [
    'liquidation inside a candle',
    scenario(5, [adds('1', 'LONG', leveraged(500, 20))], { 3: ['50000', '50000', '47000', '47000'] }),
    [
      '01:00.000 add: open 0.199 LONG at 50025 = 9954.975 → cash -502.7262375, fees +4.9774875, margin:pos-1 +497.74875',
      '03:59.999 exit: liquidation 0.199 LONG at 47690.8 = 9490.4692, realised -464.5058 → liquidation_fees +33.24295, margin:pos-1 -497.74875, realised +464.5058',
      'end: cash 9497.2737625, fees 4.9774875, liquidation_fees 33.24295, realised 464.5058; equity 9497.2737625',
    ],
  ],
  [
    'a gap beyond the bankruptcy price',
    scenario(5, [adds('1', 'LONG', leveraged(500, 20))], { 3: flat('46000') }),
    [
      '01:00.000 add: open 0.199 LONG at 50025 = 9954.975 → cash -502.7262375, fees +4.9774875, margin:pos-1 +497.74875',
      '03:00.000 exit: liquidation 0.199 LONG at 45977 = 9149.423, realised -805.552 → insurance -307.80325, margin:pos-1 -497.74875, realised +805.552',
      'end: cash 9497.2737625, fees 4.9774875, insurance -307.80325, realised 805.552; equity 9497.2737625',
    ],
  ],
  [
    'a flip in one entry',
    scenario(
      5,
      [adds('1', 'LONG', leveraged(300, 10)), adds('3', 'SHORT', leveraged(200, 10))],
      { 3: flat('50400') },
      { opposite_add: 'flip' },
    ),
    [
      '01:00.000 add: open 0.059 LONG at 50025 = 2951.475 → cash -296.6232375, fees +1.4757375, margin:pos-1 +295.1475',
      '03:00.000 add: flip 0.059 LONG at 50374.8 = 2972.1132, realised 20.6382; open 0.039 SHORT at 50374.8 = 1964.6172 → cash +116.8556148, fees +2.4683652, margin:pos-1 -295.1475, margin:pos-2 +196.46172, realised -20.6382',
      'end: cash 9820.2323773, fees 3.9441027, margin:pos-2 196.46172, realised -20.6382; pos-2 0.039, entry 50374.8, margin 196.46172, liquidation 55191.5, unrealised -0.9828; equity 10015.7112973',
    ],
  ],
  [
    'both levels in one candle, decided by trades',
    scenario(
      5,
      [
        adds('1', 'LONG', leveraged(200, 5)),
        adjusts('1', { stop_loss_price: 49500, take_profit_price: 51000 }),
        trade('3:5', '50000'),
        trade('3:15.250', '51500'),
        trade('3:30', '49400'),
        trade('3:45', '50000'),
      ],
      { 3: ['50000', '51500', '49400', '50000'] },
    ),
    [
      '01:00.000 add: open 0.019 LONG at 50025 = 950.475 → cash -190.5702375, fees +0.4752375, margin:pos-1 +190.095',
      '01:00.000 adjust_exit',
      '03:15.250 exit: take_profit 0.019 LONG at 51000 = 969, realised 18.525 → cash +208.4262, fees +0.1938, margin:pos-1 -190.095, realised -18.525',
      'end: cash 10017.8559625, fees 0.6690375, realised -18.525; equity 10017.8559625',
    ],
  ],
  [
    'partial closes, the same thesis twice, a watch copy',
    scenario(
      8,
      [
        adds('1', 'LONG', valued(1049.9, 7)),
        adds('2', 'LONG', valued('1049.90', '7.0')),
        adjusts('3', { stop_loss_price: 49800 }, { mode: 'watch', position_ref: { position_id: 'pos-1' } }),
        closes('5', 0.3333),
        closes('6', 1),
      ],
      { 4: ['50000', '50000', '49700', '49900'] },
    ).replaceAll(/"(1049\.90|7\.0)"/g, '$1'),
    [
      '01:00.000 add: open 0.02 LONG at 50025 = 1000.5 → cash -143.42882143, fees +0.50025, margin:pos-1 +142.92857143',
      '02:00.000 add duplicate of entry 2',
      '03:00.000 watch copy → cash -142.92857143, margin:wpos-1 +142.92857143',
      '03:00.000 watch adjust_exit',
      '04:59.999 watch exit: stop_loss 0.02 LONG at 49775.1 = 995.502, realised -4.998 → cash +137.43282043, fees +0.497751, margin:wpos-1 -142.92857143, realised +4.998',
      '05:00.000 close: reduce 0.006 LONG at 49875 = 299.25, realised -0.9 → cash +41.82894643, fees +0.149625, margin:pos-1 -42.87857143, realised +0.9',
      '06:00.000 close: close 0.014 LONG at 49875 = 698.25, realised -2.1 → cash +97.600875, fees +0.349125, margin:pos-1 -100.05, realised +2.1',
      'end: cash 9996.001, fees 0.999, realised 3; equity 9996.001',
    ],
  ],
];
