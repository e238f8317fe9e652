/** The scenario file: what is refused as a whole, and how its errors read. */
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import { runScenario } from '../../src/paper/engine/moments.ts';
import { replayRecord } from '../../src/paper/records/replay-record.ts';
import { readScenario } from '../../src/paper/replay.ts';
import { replay, replayLines } from './replay.ts';
import {
  add,
  at,
  book,
  candle,
  candles,
  funding,
  hold,
  type Members,
  START,
  settings,
  symbol,
  thesis,
  trade,
} from './scenarios.ts';

/** Returns the first sentence about a fault of the records; undefined where they are accepted. */
function faultOf(records: readonly Members[]): string | undefined {
  try {
    replay(records);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    expect(thrown.facts).toMatchObject({ kind: 'usage', name: 'bad_scenario' });
    return thrown.facts.faults![0]!.message;
  }
}

const BASE = [settings(3), symbol()];
const flat = ['50000', '50000', '50000', '50000'] as const;
const tier = { cap: null, mmr: '0.004', max_leverage: '125' };
const levels = [['1', '1']] as const;

describe('a scenario file is refused as a whole', () => {
  it.each<[string, readonly Members[], string]>([
    ['an unknown kind', [...BASE, { kind: 'candles' }], 'Line 3, /kind: expected "settings", "symbol"'],
    ['a record without kind', [...BASE, {}], 'Line 3, /kind: expected'],
    ['an unknown setting', [settings(3, { fee: '1' })], 'Line 1, /fee: expected one of the settings version'],
    ['another first record', [symbol(), settings(3)], 'Line 1, /kind: expected "settings" in the first line'],
    [
      'a second settings record',
      [...BASE, settings(3)],
      'Line 3, /kind: expected the settings in the first line only',
    ],
    ['another version', [settings(3, { version: 2 })], 'Line 1, /version: expected 1, found 2.'],
    [
      'a start inside a minute',
      [settings(3, { start: START + 1 })],
      `Line 1, /start: expected a whole minute, such as ${START}`,
    ],
    ['an end not after start', [settings(0)], `Line 1, /end: expected a time after start, ${START}`],
    ['no end', [{ kind: 'settings', version: 1, start: START }], 'Line 1, /end: expected an integer'],
    ['a setting of another form', [settings(3, { cash: 10000 })], 'Line 1, /cash: expected a decimal string'],
    [
      'a negative setting',
      [settings(3, { slippage_bps: '-1' })],
      'Line 1, /slippage_bps: expected a decimal string of zero or more',
    ],
    [
      'an unknown word',
      [settings(3, { target_fill: 'at' })],
      'Line 1, /target_fill: expected "through" or "touch", found "at".',
    ],
    [
      'equity samples at no distance',
      [settings(3, { equity_every_ms: 0 })],
      'Line 1, /equity_every_ms: expected an integer of at least 1',
    ],
    [
      'too many equity samples',
      [settings(1_000_000, { equity_every_ms: 1 })],
      'Line 1, /equity_every_ms: expected at most 10000000 equity samples',
    ],
    ['a null setting', [settings(3, { asset: null })], 'Line 1, /asset: expected a text, found null.'],
    ['a symbol twice', [...BASE, symbol()], 'Line 3, /symbol: expected one symbol record of each symbol'],
    [
      'data without a symbol record',
      [settings(3), trade(at(0), '1')],
      'Line 2, /symbol: expected a symbol record of BTCUSDT',
    ],
    [
      'a last tier with a cap',
      [settings(3), symbol({ tiers: [{ ...tier, cap: '5' }] })],
      'Line 2, /tiers/0/cap: expected null',
    ],
    [
      'an earlier tier without one',
      [settings(3), symbol({ tiers: [tier, tier] })],
      'Line 2, /tiers/0/cap: expected a decimal string',
    ],
    [
      'tiers that do not rise',
      [settings(3), symbol({ tiers: [{ ...tier, cap: '5' }, { ...tier, cap: '5' }, tier] })],
      'Line 2, /tiers/1/cap: expected a cap above',
    ],
    [
      'a maintenance rate of 1',
      [settings(3), symbol({ tiers: [{ ...tier, mmr: '1' }] })],
      'Line 2, /tiers/0/mmr: expected a decimal string from "0" to below "1"',
    ],
    ['no tier', [settings(3), symbol({ tiers: [] })], 'Line 2, /tiers: expected a list with an item'],
    [
      'a tick of zero',
      [settings(3), symbol({ tick_size: '0.00' })],
      'Line 2, /tick_size: expected a decimal string above zero',
    ],
    [
      'a symbol record without a field',
      [settings(3), symbol({ min_qty: undefined })],
      'Line 2, /min_qty: expected a decimal string of zero or more',
    ],
    [
      'a price with an exponent',
      [...BASE, trade(at(0), '1e3')],
      'Line 3, /p: expected a decimal string above zero',
    ],
    ['a price with a bare point', [...BASE, trade(at(0), '1.')], 'Line 3, /p: expected'],
    ['a price with a plus', [...BASE, trade(at(0), '+1')], 'Line 3, /p: expected'],
    ['a price of zero', [...BASE, trade(at(0), '0.0')], 'Line 3, /p: expected'],
    ['a negative price', [...BASE, trade(at(0), '-1')], 'Line 3, /p: expected'],
    ['a price as a number', [...BASE, { ...trade(at(0), '1'), p: 1 }], 'Line 3, /p: expected'],
    ['a fraction of a ms', [...BASE, trade(0.5, '1')], 'Line 3, /t: expected an integer'],
    [
      'a low above the open',
      [...BASE, candle(0, ['5', '7', '6', '6'])],
      'Line 3, /l: expected a low not above open 5 and close 6',
    ],
    ['a low above the close', [...BASE, candle(0, ['6', '7', '6', '5.9'])], 'Line 3, /l: expected'],
    ['a high below the open', [...BASE, candle(0, ['10', '9', '8', '9'])], 'Line 3, /h: expected'],
    ['a high below the close', [...BASE, candle(0, ['9', '9.99', '8', '10.0'])], 'Line 3, /h: expected'],
    [
      'a candle that is not aligned',
      [...BASE, candle(0, flat, { t: START + 1000 })],
      'Line 3, /t: expected an opening time that is a multiple of 60000',
    ],
    [
      'a second that is not aligned',
      [...BASE, candle(0, flat, { interval: '1s', t: START + 1 })],
      'Line 3, /t: expected an opening time that is a multiple of 1000',
    ],
    [
      'another interval',
      [...BASE, candle(0, flat, { interval: '5m' })],
      'Line 3, /interval: expected "1m" or "1s"',
    ],
    [
      'a candle twice',
      [...BASE, candle(1, flat), candle(0, flat), candle(1, flat)],
      `The file: expected one 1m candle of BTCUSDT at ${at(1)}, found two.`,
    ],
    [
      'a candle twice outside the span',
      [...BASE, candle(9, flat), candle(9, flat)],
      'The file: expected one 1m candle',
    ],
    [
      'a crossed book',
      [...BASE, book(at(0), [['2', '1']], [['1', '1']])],
      'Line 3, /bids: expected a best bid below the best ask',
    ],
    [
      'a locked book',
      [...BASE, book(at(0), levels, levels)],
      'Line 3, /bids: expected a best bid below the best ask',
    ],
    [
      'bids that rise',
      [
        ...BASE,
        book(
          at(0),
          [
            ['1', '1'],
            ['1.5', '1'],
          ],
          [['2', '1']],
        ),
      ],
      'Line 3, /bids/1/0: expected a bid below the one before',
    ],
    [
      'asks that fall',
      [
        ...BASE,
        book(
          at(0),
          [['1', '1']],
          [
            ['3', '1'],
            ['2', '1'],
          ],
        ),
      ],
      'Line 3, /asks/1/0: expected an ask above the one before',
    ],
    [
      'a one-sided book',
      [...BASE, book(at(0), [], [['3', '1']])],
      'Line 3, /bids: expected a list with an item',
    ],
    [
      'a level of zero',
      [...BASE, book(at(0), [['1', '0']], [['3', '1']])],
      'Line 3, /bids/0/1: expected a decimal string above zero',
    ],
    [
      'a level of three',
      [...BASE, { ...book(at(0), [['1', '1']], [['3', '1']]), asks: [['3', '1', '1']] }],
      'Line 3, /asks/0: expected a level',
    ],
    [
      'a funding without mark',
      [...BASE, { kind: 'funding', symbol: 'BTCUSDT', t: START, rate: '0.1' }],
      'Line 3, /mark: expected',
    ],
    [
      'a thesis before start',
      [...BASE, thesis(START - 1, hold())],
      `Line 3, /t: expected a time at or after start, ${START}`,
    ],
    [
      'a thesis that is no object',
      [...BASE, { kind: 'thesis', t: START, thesis: 'hold' }],
      'Line 3, /thesis: expected an object',
    ],
    [
      'another word for again',
      [...BASE, thesis(START, hold(), { again: 1 })],
      'Line 3, /again: expected true',
    ],
    [
      'a name twice',
      [...BASE, { line: '{"kind":"trade","symbol":"BTCUSDT","t":1,"t":2,"p":"1"}' }],
      'Line 3, /t: expected each name once, found the name "t" twice.',
    ],
    [
      'a number of a thesis out of reach',
      [...BASE, { line: JSON.stringify(thesis(START, hold({ x: [{ y: 7 }] }))).replace('7}', '1e1001}') }],
      'Line 3, /thesis: expected numbers d × 10^e',
    ],
    [
      'a line that is no JSON',
      [...BASE, { line: '{"kind":"trade"' }],
      'Line 3: expected one JSON object, found other text: it is not JSON at column 16.',
    ],
    ['a list', [...BASE, { line: '[]' }], 'Line 3: expected one JSON object, found a list.'],
    [
      'a byte order mark',
      [{ line: `\ufeff${JSON.stringify(settings(3))}` }],
      'Line 1: expected one JSON object, found a byte order mark.',
    ],
    [
      'a line nested too deep',
      [...BASE, { line: `${'['.repeat(1001)}${']'.repeat(1001)}` }],
      'Line 3: expected one JSON object, found other text: it nests deeper than 1000',
    ],
    [
      'a file without records',
      [],
      'The file: expected a settings record in the first line, found no record.',
    ],
  ])('for %s', (_, records, message) => {
    expect(faultOf(records)?.startsWith(message) ? message : faultOf(records)).toBe(message);
  });

  it('with all faults at once, in the order of the file, and at most 20', () => {
    const bad = Array.from({ length: 30 }, () => trade(at(0), 'x'));
    try {
      replay([settings(3, { cash: '' }), ...bad]);
      expect.unreachable();
    } catch (thrown) {
      const { faults, message } = (thrown as ToolError).facts;
      expect(faults).toHaveLength(20);
      expect(faults!.map((one) => one.message.split(',')[0])).toEqual(
        faults!.map((_, index) => `Line ${index + 1}`),
      );
      expect(message).toContain('Further faults are not listed.');
    }
  });
});

describe('a scenario file is accepted', () => {
  it.each<[string, readonly Members[]]>([
    [
      'with members that are not named, but for settings',
      [...BASE, { ...trade(at(0), '1'), q: '5', deep: { a: [1] } }],
    ],
    [
      'with times spelled with an exponent',
      [...BASE, { line: '{"kind":"trade","symbol":"BTCUSDT","t":1.7672256e12,"p":"1"}' }],
    ],
    [
      'with zeros where zero is allowed',
      [settings(3, { cash: '0', taker_fee: '0' }), symbol({ min_qty: '0', min_notional: '0' })],
    ],
    ['with blank lines', [settings(3), { line: '' }, { line: ' \t\r' }, symbol()]],
    ['with a negative rate', [...BASE, funding(at(1), '-0.0001', null)]],
    ['with data outside the span', [...BASE, candle(7, flat), trade(at(9), '1'), trade(START - 5, '1')]],
    ['without a symbol', [settings(3), thesis(START, hold())]],
  ])('%s', (_, records) => {
    expect(faultOf(records)).toBeUndefined();
  });

  it('keeps settings as they were written, with defaults, without kind', () => {
    const { record } = replay([settings(1, { cash: '0100.50', latency_ms: 0 })]);
    expect(record.settings).toMatchObject({
      cash: '0100.50',
      version: 1,
      taker_fee: '0.0005',
      max_wait_ms: 120000,
    });
    expect(record.settings).not.toHaveProperty('kind');
    expect(record.metrics.paper['start_equity']).toBe('100.5');
  });

  it('counts symbols in capital letters; only a to z are raised', () => {
    const { record } = replay([
      settings(3),
      symbol({ symbol: 'btcusdt' }),
      ...candles(3),
      thesis(START, add({ requested_margin_usdt: 10, leverage: 10 }, { symbol: 'btcUSDT' })),
    ]);
    expect(record.positions[0]).toMatchObject({ symbol: 'BTCUSDT' });
  });

  it('reads a candle alike in its usual spelling and in any other', () => {
    const usual = JSON.stringify(candle(1, ['50000.10', '50001', '49999.5', '50000']));
    const spellings = [
      usual,
      usual.replaceAll(',', ', ').replaceAll(':', ': '),
      `  ${usual}`,
      JSON.stringify({ x: 1, ...JSON.parse(usual) }),
      usual.replace('BTCUSDT', 'BTC\\u0055SDT'),
      usual.replace('BTCUSDT', 'btcusdt'),
    ];
    const hashes = spellings.map((line) => {
      const others = [thesis(at(1), add({ requested_margin_usdt: 10, leverage: 10 }))];
      return replay([settings(3), symbol(), { line }, ...others]).hash;
    });
    expect(new Set(hashes).size).toBe(1);
    expect(replay([settings(3), symbol(), { line: usual }]).record.metrics.paper['end_equity']).toBe('10000');
  });

  it('uses only candles that lie in the span whole', () => {
    const early = candle(0, ['1', '1', '1', '1'], { t: START - 60_000 });
    const { record } = replay([
      settings(2),
      symbol(),
      early,
      ...candles(3),
      thesis(at(1), add({ requested_margin_usdt: 10, leverage: 10 })),
    ]);
    expect(record.positions[0]).toMatchObject({ mark_price: '50000' });
    expect(record.entries.at(-1)!.time).toBe(at(1));
  });
});

describe('the bytes of a scenario file', () => {
  const bytesOf = async function* (parts: readonly (string | Uint8Array)[]) {
    for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
  };
  const text = [...BASE, thesis(START, hold({ reason: 'é' }))].map((one) => JSON.stringify(one)).join('\n');

  it('may be cut anywhere between chunks', async () => {
    const whole = replayLines(text.split('\n')).text;
    const bytes = Buffer.from(text);
    for (let cut = 0; cut < bytes.length; cut += 7) {
      const scenario = await readScenario('a', bytesOf([bytes.subarray(0, cut), bytes.subarray(cut)]));
      const record = replayRecord(runScenario(scenario));
      expect(record.head).toEqual(JSON.parse(whole).head);
    }
  });

  it('must be UTF-8', async () => {
    const bad = bytesOf([`${text}\n`, Buffer.from([0xff, 0x0a])]);
    await expect(readScenario('a', bad)).rejects.toThrow('Line 4: expected text in UTF-8');
  });

  it('must not have a line of more than 16 MiB', async () => {
    const long = Buffer.alloc(4 << 20, 0x20);
    const bad = bytesOf([`${text}\n`, long, long, long, long, ' \n', '{}']);
    await expect(readScenario('a', bad)).rejects.toThrow('Line 4: expected at most 16777216 bytes a line');
  });
});
