/** Candles read from bytes, and the lists that hold their prices, against the JSON parser and exact decimals. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/clock.ts';
import { compare, decimalOf, formatDecimal, formatTrimmed } from '../../src/core/decimal.ts';
import { ToolError } from '../../src/core/errors.ts';
import { PriceColumn } from '../../src/paper/market/price-column.ts';
import { SeenMinutes } from '../../src/paper/market/seen-minutes.ts';
import { ScenarioLines } from '../../src/paper/scenario/lines.ts';
import { PlainCandle } from '../../src/paper/scenario/plain-candle.ts';
import { ScenarioReader } from '../../src/paper/scenario/reader.ts';
import { at, candle, settings, symbol } from './scenarios.ts';

const HEAD = [settings(9), symbol()].map((one) => JSON.stringify(one));
const USUAL = JSON.stringify(candle(1, ['50000.10', '50001', '49999.5', '50000']));

/** Returns the candles of a scenario with one more line, or the message of its faults. */
function outcomeOf(line: string, read: (reader: ScenarioReader, lines: readonly string[]) => void): unknown {
  const reader = new ScenarioReader('a');
  try {
    read(reader, [...HEAD, line]);
    return reader
      .finish()
      .symbols.map(({ minutes, seconds }) =>
        [minutes, seconds].map((list) =>
          Array.from({ length: list.size }, (_, index) => [
            list.time(index),
            ...[list.open(index), list.high(index), list.low(index), list.close(index)].map(formatTrimmed),
          ]),
        ),
      );
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    return thrown.message;
  }
}

const asBytes = (line: string) =>
  outcomeOf(line, (reader, lines) => {
    const bytes = new ScenarioLines(reader);
    bytes.add(Buffer.from(`${lines.join('\n')}\n`));
    bytes.finish();
  });
const asJson = (line: string) =>
  outcomeOf(line, (reader, lines) => {
    for (const one of lines) reader.addLine(one);
  });

describe('a candle read from its bytes', () => {
  it.each([
    ['in the order of the document', USUAL],
    ['with spaces after punctuation', USUAL.replaceAll(',', ', ').replaceAll(':', ': ')],
    [
      'with its members in another order',
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(USUAL)).sort())),
    ],
    ['in a file with carriage returns', `${USUAL}\r`],
  ])('is read without the JSON parser %s', (_, line) => {
    const read = new PlainCandle();
    const lines = Buffer.from(`${line}\n${line}\n`);
    expect(read.read(lines, 0)).toBe(line.length + 1);
    expect(read.read(lines, line.length + 1)).toBe(lines.length);
    expect(read).toMatchObject({ symbol: 'BTCUSDT', interval: '1m', time: at(1), scale: 2 });
    expect([read.open, read.high, read.low, read.close]).toEqual([5000010, 5000100, 4999950, 5000000]);
  });

  it('is what the JSON parser reads, also from mutated lines', () => {
    const random = seededRandom(7);
    const pick = (count: number) => Math.floor(random.next() * count);
    const alphabet = '0123456789.,:"{} \\\re-+otsmhlckéx\u0001';
    const counts = { plain: 0, otherwiseAccepted: 0, refused: 0 };
    for (let round = 0; round < 4000; round += 1) {
      let line = [USUAL, USUAL.replaceAll(',', ', '), USUAL.replaceAll(',', ' , ')][round % 3]!;
      for (let count = pick(3); count >= 0; count -= 1) {
        const from = pick(line.length);
        const to = from + pick(3);
        const inserted = Array.from({ length: pick(3) }, () => alphabet[pick(alphabet.length)]).join('');
        line = `${line.slice(0, from)}${inserted}${line.slice(to)}`;
      }
      const json = asJson(line);
      const isPlain = new PlainCandle().read(Buffer.from(`${line}\n`), 0) >= 0;
      counts[isPlain ? 'plain' : typeof json === 'string' ? 'refused' : 'otherwiseAccepted'] += 1;
      if (JSON.stringify(asBytes(line)) !== JSON.stringify(json))
        expect([line, asBytes(line)]).toEqual([line, json]);
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(50);
  });

  it('is what the JSON parser reads after other lines, mutated or not', () => {
    const random = seededRandom(11);
    const pick = (count: number) => Math.floor(random.next() * count);
    const alphabet = '0123456789.,:"{} smETHkt';
    const counts = { accepted: 0, refused: 0 };
    for (let round = 0; round < 3000; round += 1) {
      const lines = Array.from({ length: 4 }, (_, index) => {
        const name = ['BTCUSDT', 'BTCUSDT', 'btcusdt', 'BTCUSD'][pick(4)]!;
        const interval = { symbol: name, interval: pick(4) === 0 ? '1s' : '1m' };
        const line = JSON.stringify({ ...candle(index, ['5.10', '5.2', '5', '5.100001']), ...interval });
        if (pick(4) > 0) return line;
        const from = pick(line.length);
        return `${line.slice(0, from)}${alphabet[pick(alphabet.length)]}${line.slice(from + pick(2))}`;
      }).join('\n');
      const byLine = outcomeOf(lines, (reader, all) => {
        for (const one of all.join('\n').split('\n')) reader.addLine(one);
      });
      counts[typeof byLine === 'string' ? 'refused' : 'accepted'] += 1;
      if (JSON.stringify(asBytes(lines)) !== JSON.stringify(byLine))
        expect([lines, asBytes(lines)]).toEqual([lines, byLine]);
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(50);
  });

  it.each([
    ['another interval', '"1m"', '"1s"'],
    ['another symbol', '"BTCUSDT"', '"ETHUSDT"'],
  ])('does not take %s from a line before it that was not read', (_, from, to) => {
    const read = new PlainCandle();
    const bytes = Buffer.from(`${USUAL}\n`);
    read.read(bytes, 0);
    expect(read.read(Buffer.from(`${USUAL.replace(from, to).replace('"t":', '"u":')}\n`), 0)).toBe(-1);
    expect(read.read(bytes, 0)).toBe(bytes.length);
    expect(read).toMatchObject({ symbol: 'BTCUSDT', interval: '1m' });
  });

  it('is what the JSON parser reads with any byte around the digits in place of any of its own', () => {
    const line = JSON.stringify(candle(2, ['50000.12345678', '50001.5', '49999.12345678', '50000']));
    const counts = { accepted: 0, refused: 0 };
    for (let index = line.indexOf('"t":'); index < line.length; index += 1) {
      for (let byte = 0x2a; byte <= 0x4a; byte += 1) {
        const changed = `${line.slice(0, index)}${String.fromCharCode(byte)}${line.slice(index + 1)}`;
        const json = asJson(changed);
        counts[typeof json === 'string' ? 'refused' : 'accepted'] += 1;
        if (JSON.stringify(asBytes(changed)) !== JSON.stringify(json))
          expect([changed, asBytes(changed)]).toEqual([changed, json]);
      }
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(50);
  });

  it('is not read from bytes that end before the line does, first line or not', () => {
    const bytes = Buffer.from(`${USUAL}\n`);
    const read = new PlainCandle();
    for (let end = 0; end < bytes.length; end += 1) {
      expect(new PlainCandle().read(bytes.subarray(0, end), 0)).toBe(-1);
      expect(read.read(bytes, 0)).toBe(bytes.length);
      expect(read.read(bytes.subarray(0, end), 0)).toBe(-1);
    }
  });

  it('keeps prices of more digits than a double holds', () => {
    const price = '12345678901234567.12345678';
    const line = JSON.stringify(candle(1, [price, price, price, price]));
    expect(asBytes(line)).toEqual([[[[at(1), price, price, price, price]], []]]);
  });

  it('is refused in the first line, as any record but the settings is', () => {
    const reader = new ScenarioReader('a');
    new ScenarioLines(reader).add(Buffer.from(`${USUAL}\n`));
    expect(() => reader.finish()).toThrow(
      'Line 1, /kind: expected "settings" in the first line, found "candle".',
    );
  });
});

describe('a column of prices', () => {
  const texts = [
    '5',
    '0.5',
    '50000.25',
    '0.000000012345',
    '9007199254740993',
    '7',
    '123456789012.123',
    '0.10',
  ];

  it('returns each price exactly, whatever the scales of the others', () => {
    for (let turn = 0; turn < texts.length; turn += 1) {
      const order = [...texts.slice(turn), ...texts.slice(0, turn)];
      const column = new PriceColumn();
      for (const text of order) column.push(decimalOf(text));
      expect(order.filter((text, index) => compare(decimalOf(text), column.at(index)) !== 0)).toEqual([]);
      const backwards = column.inOrder([...order.keys()].reverse());
      expect(formatDecimal(backwards.at(0))).toBe(formatDecimal(column.at(order.length - 1)));
    }
  });

  it('rounds a price between two of its units down or up', () => {
    const column = new PriceColumn();
    column.push(decimalOf('1.5'));
    expect(column.toUnits(decimalOf('1.49'), 'floor')).toBe(14);
    expect(column.toUnits(decimalOf('1.41'), 'ceil')).toBe(15);
    expect(column.unitsAt(0)).toBe(15);
  });

  it('has no units for a price that it stores as a decimal, so that no comparison with it holds', () => {
    const column = new PriceColumn();
    column.push(decimalOf('9007199254740993'));
    expect(column.unitsAt(0)).toBeNaN();
  });
});

describe('the minutes with data', () => {
  it('are counted across holes', () => {
    const seen = new SeenMinutes();
    for (const minute of [0, 1, 2, 5, 6, 9]) seen.add(at(minute));
    const counts = [
      [0, 10],
      [1, 3],
      [3, 5],
      [2, 6],
      [9, 12],
      [10, 12],
    ].map(([from, to]) => seen.countWithin(at(from!), at(to!)));
    expect(counts).toEqual([6, 2, 0, 2, 1, 0]);
  });
});
