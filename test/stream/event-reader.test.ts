/** Events that are read from their bytes must equal what the JSON parser reads, however they were changed. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson, stringifyJson } from '../../src/core/json.ts';
import { EVENT_LAYOUTS } from '../../src/stream/events/event-layouts.ts';
import { EventReader } from '../../src/stream/events/event-reader.ts';
import { USUAL_EVENTS } from '../../src/stream/events/usual-events.ts';

/** The number of changed events; `npm run fuzz:events` takes more. */
const EVENTS = Number(process.env['CHANGED_EVENTS'] ?? 1500);

const digits = fc.oneof(
  fc.integer({ min: -5, max: 20 }).map(String),
  fc.bigInt({ min: 1n, max: 10n ** 17n }).map(String),
);
const decimal = fc.tuple(fc.nat(99_999), fc.nat(99_999_999)).map(([whole, part]) => `${whole}.${part}`);
const level = fc.tuple(decimal, decimal).map(([price, quantity]) => `["${price}","${quantity}"]`);
const VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  '#': digits,
  $: decimal.map((text) => `"${text}"`),
  '?': fc.constantFrom('true', 'false'),
  '~': fc.constantFrom('null', '"BNB"', '""'),
  '@': fc.array(level, { maxLength: 3 }).map((levels) => `[${levels.join(',')}]`),
};

/** Events of all layouts, each with or without the parts that some products leave out. */
const events = eventsOf(EVENT_LAYOUTS);

function eventsOf(layouts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...layouts), fc.boolean())
    .map(([layout, isLong]) => layout.replace(/\[([^\]]*)\]/g, isLong ? '$1' : ''))
    .chain((layout) => {
      const kinds = [...layout.matchAll(/:([#$?~@])/g)].map(([, kind]) => VALUES[kind!]!);
      return fc.tuple(...kinds).map((values) => {
        const left = [...values];
        return layout.replace(/:[#$?~@]/g, () => `:${left.shift()}`);
      });
    });
}

/** Returns an event of a layout, with its optional parts (`$1`) or without them (empty), and with the given values. */
function eventOf(layout: string, kept: '$1' | '', given: Readonly<Record<string, string>>): string {
  const values: Readonly<Record<string, string>> = {
    '#': '1710506096789',
    $: '"0.5"',
    '?': 'false',
    '~': 'null',
    '@': '[["1","2"],["3","4"]]',
    ...given,
  };
  return layout
    .replace(/\[([^\]]*)\]/g, kept)
    .replace(/:([#$?~@])/g, (_, kind: string) => `:${values[kind]}`);
}

const change = fc.record({
  at: fc.nat(),
  removed: fc.nat(3),
  added: fc.oneof(
    fc.constantFrom('"', '\\', ',', '0', '-', '.5', 'e3', ' ', '\n', '[]', '{', '}', ']', 'é', '\u0001', ''),
    fc.constantFrom(
      'true',
      'null',
      '"e":1,',
      '[["1","2"]]',
      '00',
      '9007199254740993',
      '\\u0041',
      '__proto__',
    ),
  ),
});

function changed(text: string, changes: readonly { at: number; removed: number; added: string }[]): string {
  return changes.reduce((now, { at, removed, added }) => {
    const place = at % (now.length + 1);
    return now.slice(0, place) + added + now.slice(place + removed);
  }, text);
}

/** Fails unless the event is left to the parser or equals what it reads, members in the same order. */
function compare(reader: EventReader, text: string): boolean {
  const around = Buffer.from(`}"${text}"}]`);
  const event = reader.read(around, 2, around.length - 3);
  if (event === undefined) return false;
  const parsed = readJson(text);
  if (!parsed.ok) throw new Error(`${text} is no JSON: ${parsed.fault}`);
  expect(isDeepStrictEqual(event, parsed.value), text).toBe(true);
  expect(stringifyJson(event)).toBe(stringifyJson(parsed.value));
  return true;
}

describe('events that are read from their bytes', () => {
  it('equal what the parser reads where a value is unusual', () => {
    const reader = new EventReader();
    fc.assert(
      fc.property(events, (text) => void compare(reader, text)),
      { numRuns: Math.ceil(EVENTS / 4), seed: 21 },
    );
  });

  it(`equal what the parser reads after ${EVENTS} changes of their bytes`, () => {
    const reader = new EventReader();
    let read = 0;
    fc.assert(
      fc.property(events, fc.array(change, { minLength: 1, maxLength: 2 }), (text, changes) => {
        if (compare(reader, changed(text, changes))) read += 1;
      }),
      { numRuns: EVENTS, seed: 22 },
    );
    expect(read).toBeGreaterThan(EVENTS / 50);
  });

  it('equal what the parser reads where a function reads them, after changes of their bytes', () => {
    const reader = new EventReader();
    let read = 0;
    fc.assert(
      fc.property(eventsOf([...USUAL_EVENTS.keys()]), fc.array(change, { maxLength: 2 }), (text, changes) => {
        if (compare(reader, changed(text, changes))) read += 1;
      }),
      { numRuns: EVENTS, seed: 23 },
    );
    expect(read).toBeGreaterThan(EVENTS / 10);
  });

  it('equal what the parser reads with integers of each number of digits, of which 15 are read', () => {
    for (const layout of EVENT_LAYOUTS.filter((text) => text.includes('#')))
      for (let length = 1; length <= 18; length += 1)
        for (const sign of ['', '-']) {
          const reader = new EventReader();
          const integer = `${sign}${'918273645546372819'.slice(0, length)}`;
          expect(compare(reader, eventOf(layout, '$1', { '#': integer })), integer).toBe(length <= 15);
        }
  });

  it.each(['-0', '00', '-01', '-', ''])('are left to the parser with %s for an integer', (integer) => {
    for (const layout of EVENT_LAYOUTS.filter((text) => text.includes('#')))
      expect(new EventReader().read(Buffer.from(eventOf(layout, '$1', { '#': integer })))).toBeUndefined();
  });

  it('equal what the parser reads where any single byte of an event is another one, or the last', () => {
    const reader = new EventReader();
    for (const layout of [...USUAL_EVENTS.keys(), EVENT_LAYOUTS.at(-1)!]) {
      const text = eventOf(layout, '$1', {});
      for (let at = 0; at < text.length; at += 1) {
        compare(reader, text.slice(0, at));
        for (const letter of '"\\,:{}[] .-/09:;!#aetfuE\u0000\u001f\u007fé')
          if (letter !== text[at]) compare(reader, `${text.slice(0, at)}${letter}${text.slice(at + 1)}`);
      }
    }
  });

  it('have a function only for a known layout', () => {
    const layouts = EVENT_LAYOUTS.flatMap((layout) =>
      ['$1', ''].map((kept) => layout.replace(/\[([^\]]*)\]/g, kept)),
    );
    for (const layout of USUAL_EVENTS.keys()) expect(layouts).toContain(layout);
  });

  it.each(EVENT_LAYOUTS)('are not left to the parser: %s', (layout) => {
    for (const kept of ['$1', ''] as const) {
      expect(compare(new EventReader(), eventOf(layout, kept, {}))).toBe(true);
    }
  });

  it('are read inside the wrapper with the name of their stream', () => {
    const reader = new EventReader();
    const best = '{"u":1,"s":"A","b":"1","B":"2","a":"3","A":"4"}';
    const rows = [best, `{"stream":"a@bookTicker","data":${best}}`, `{"stream":"","data":${best}}`];
    for (const text of rows) expect(reader.readMessage(Buffer.from(text))).toEqual(JSON.parse(text));
    const odd = [
      `{"stream":"a\\u0041","data":${best}}`,
      `{"stream":"a","data":${best}} `,
      `{"stream":"a","data":${best},"x":1}`,
      `{"stream":"a" ,"data":${best}}`,
      '{"stream":"a","data":{"u":1}}',
      '{"stream":"',
      '{"stream":"}',
      '',
    ];
    for (const text of odd) expect(reader.readMessage(Buffer.from(text)), text).toBeUndefined();
  });

  it('are read in any order of their kinds', () => {
    const reader = new EventReader();
    const trade = '{"e":"trade","E":1,"s":"A","t":2,"p":"1","q":"2","T":3,"m":true,"M":true}';
    const best = '{"u":1,"s":"A","b":"1","B":"2","a":"3","A":"4"}';
    for (const text of [trade, best, trade, best, best]) expect(compare(reader, text)).toBe(true);
  });

  it('are left to the parser with a member more, less, repeated or in another order', () => {
    const reader = new EventReader();
    const rows = [
      '{"u":1,"s":"A","b":"1","B":"2","a":"3","A":"4","x":1}',
      '{"u":1,"s":"A","b":"1","B":"2","a":"3"}',
      '{"u":1,"s":"A","s":"A","b":"1","B":"2","a":"3","A":"4"}',
      '{"s":"A","u":1,"b":"1","B":"2","a":"3","A":"4"}',
      '{"u":01,"s":"A","b":"1","B":"2","a":"3","A":"4"}',
      '{"u":1,"s":"A\\u0041","b":"1","B":"2","a":"3","A":"4"}',
      '{"u":9007199254740993,"s":"A","b":"1","B":"2","a":"3","A":"4"}',
    ];
    for (const text of rows) expect(reader.read(Buffer.from(text))).toBeUndefined();
  });
});
