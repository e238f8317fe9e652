import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  csvCell,
  displayWidth,
  nearestWord,
  padEnd,
  padStart,
  plural,
  safeJson,
  safeLines,
  safeText,
  truncate,
  wrap,
  wrapMessage,
} from '../../src/core/text.ts';

/** Characters that control a terminal or are invisible, none of which may reach the terminal. */
// biome-ignore format: one line for each kind
const HOSTILE = [
  '\u0000', '\u0007', '\b', '\t', '\n', '\r', '\u001b', '\u007f', '\u0080', '\u009b', '\u009d', // control
  '\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069', // direction
  '\u00ad', '\u034f', '\u180e', '\u200b', '\u200c', '\u200d', '\u2060', '\u2064', '\u3164', '\ufeff', '\uffa0', // unseen
  '\u2028', '\u2029', '\ufff9', '\u{e0001}', '\u{e0041}', '\u{e007f}', '\u{e0100}', // separators, tags
  '\ud800', '\udc00', // halves of a pair
];

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...HOSTILE, '\\', '"', 'é', '漢', '👍🏽', 'a'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  ),
});

describe('safeText', () => {
  it.each(HOSTILE)('shows %j as an escape', (sign) => {
    expect(safeText(`a${sign}b`)).toBe(`a\\u{${sign.codePointAt(0)!.toString(16)}}b`);
  });

  it('leaves no control or invisible character in any text', () => {
    const left =
      /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/u;
    fc.assert(
      fc.property(anyText, (text) => {
        expect(safeText(text)).not.toMatch(left);
      }),
      { numRuns: 1000 },
    );
  });

  it('escapes colours, titles and links', () => {
    expect(safeText('\u001b[31mred\u001b]8;;http://x\u0007')).toBe('\\u{1b}[31mred\\u{1b}]8;;http://x\\u{7}');
  });

  it.each(['BTCUSDT', 'Ünïcödé', '币安人生', '👍🏽', '❤\ufe0f', 'नमस्ते', 'سلام'])(
    'leaves %s unchanged',
    (text) => {
      expect(safeText(text)).toBe(text);
    },
  );

  it('limits stacked combining marks, which would overlap other lines', () => {
    const pile = `a${'\u0301'.repeat(50)}`;
    expect(safeText(pile)).toBe(`a${'\u0301'.repeat(4)}${'\\u{301}'.repeat(46)}`);
  });

  it('keeps line feeds in safeLines, but no other control character', () => {
    expect(safeLines('a\nb\tc\r\n')).toBe('a\nb\\u{9}c\\u{d}\n');
  });
});

describe('safeJson', () => {
  it('parses to the same value as the original text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const json = JSON.stringify({ text }, null, 2);
        const safe = safeJson(json);
        expect(JSON.parse(safe)).toEqual({ text });
        expect(safe.replaceAll('\n', '')).toBe(
          safeText(safe.replaceAll('\n', '')).replace(/\\u\{[^}]*\}/g, ''),
        );
      }),
    );
  });

  it('writes JSON escapes, two for a character beyond U+FFFF', () => {
    expect(safeJson('["\u202e\u{e0041}\u009b"]')).toBe('["\\u202e\\udb40\\udc41\\u009b"]');
  });
});

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['漢字', 4],
    ['한글', 4],
    ['\u1112\u1161\u11ab', 2],
    ['ﾊﾝｶｸ', 4],
    ['Ａ', 2],
    ['👍', 2],
    ['👍🏽', 2],
    ['🇩🇪', 2],
    ['👨\u200d👩\u200d👧', 2],
    ['❤\ufe0f', 2],
    ['✓', 1],
    ['…', 1],
    ['─', 1],
    ['𝒳', 1],
    ['𠮷', 2],
  ])('of %s is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('truncate and padding', () => {
  it('never exceed the requested columns and never split a character', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 12 }), (raw, width) => {
        const text = safeText(raw);
        const cut = truncate(text, width);
        expect(displayWidth(cut)).toBeLessThanOrEqual(width);
        if (cut !== text && width > 0) expect(text.startsWith(cut.slice(0, -1))).toBe(true);
        expect(cut).not.toMatch(/\p{Cs}/u);
      }),
    );
  });

  it('add an ellipsis only if something is cut', () => {
    expect([
      truncate('abcdef', 6),
      truncate('abcdef', 5),
      truncate('漢字漢', 4),
      truncate('ab', 1),
      truncate('ab', 0),
    ]).toEqual(['abcdef', 'abcd…', '漢…', '…', '']);
  });

  it('pad by columns, not by characters', () => {
    expect([padEnd('漢', 4), padStart('漢', 4), padEnd('abc', 2)]).toEqual(['漢  ', '  漢', 'abc']);
  });
});

describe('wrapMessage', () => {
  it('breaks long lines between words, and leaves aligned lines and commands to copy whole', () => {
    expect(wrapMessage('one two three four', 11)).toBe('one two\nthree four');
    expect(wrapMessage('symbol  BTCUSDT  price', 11)).toBe('symbol  BTCUSDT  price');
    expect(wrapMessage('  one two three', 11)).toBe('  one two three');
    expect(wrapMessage('Test it with: bourse profile test main', 20)).toBe(
      'Test it with:\nbourse profile test main',
    );
    expect(wrapMessage('bourse profile test main', 11)).toBe('bourse profile test main');
  });
});

describe('wrap', () => {
  it('breaks between words and indents all lines but the first', () => {
    expect(wrap('one two three four', 11, 2)).toBe('one two\n  three\n  four');
  });

  it('keeps line feeds, and words longer than a line', () => {
    expect(wrap('a b\n\nhttps://example.test/long c', 8)).toBe('a b\n\nhttps://example.test/long\nc');
  });

  it('keeps every word, and exceeds the width in no line of several words', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { maxLength: 30 });
    fc.assert(
      fc.property(
        words,
        fc.integer({ min: 12, max: 40 }),
        fc.integer({ min: 0, max: 3 }),
        (list, width, indent) => {
          const lines = wrap(list.join(' '), width, indent).split('\n');
          expect(lines.join(' ').split(/ +/).filter(Boolean)).toEqual(list);
          for (const [index, line] of lines.entries()) {
            expect(line.length + (index === 0 ? indent : 0)).toBeLessThanOrEqual(width);
          }
        },
      ),
    );
  });
});

describe('nearest', () => {
  const words = ['klines', 'depth', 'trades', 'ticker', 'time'];

  it.each([
    ['kline', 'klines'],
    ['klinse', 'klines'],
    ['DEPHT', 'depth'],
    ['trade', 'trades'],
    ['tiker', 'ticker'],
  ])('suggests for %s the word %s', (typed, meant) => {
    expect(nearestWord(typed, words)).toBe(meant);
  });

  it.each(['', 'x', 'order', 'zzzzzz', 'k'.repeat(5000)])('finds nothing near %j', (typed) => {
    expect(nearestWord(typed, words)).toBeUndefined();
  });

  it('suggests nothing for a single other letter', () => {
    expect(nearestWord('a', ['b'])).toBeUndefined();
  });

  it('prefers the nearest word, and the first of equally near ones', () => {
    expect(nearestWord('bestt', ['beast', 'best'])).toBe('best');
    expect(nearestWord('cat', ['bat', 'hat'])).toBe('bat');
  });
});

describe('csvCell', () => {
  it.each(['=1+1', '+cmd', '-cmd', '@SUM(A1)', '＝1', '\tx'])('escapes the formula %j', (text) => {
    expect(csvCell(text)).toBe(`'${text}`);
  });

  it.each(['-5.2', '+1', '1e-7', '-0.00'])('leaves the number %s unchanged in any column', (number) => {
    expect([csvCell(number), csvCell(number, 'number')]).toEqual([number, number]);
  });

  it('escapes a formula in a number column', () => {
    expect(csvCell('-1+cmd|x', 'number')).toBe("'-1+cmd|x");
  });

  it('quotes as RFC 4180 requires', () => {
    expect([csvCell('a,b'), csvCell('a"b'), csvCell('a\nb'), csvCell('\rx'), csvCell('ab')]).toEqual([
      '"a,b"',
      '"a""b"',
      '"a\nb"',
      '"\'\rx"',
      'ab',
    ]);
  });
});

describe('plural', () => {
  it('returns the count with the singular or plural noun', () => {
    expect([plural(1, 'row'), plural(0, 'row'), plural(2, 'entry', 'entries')]).toEqual([
      '1 row',
      '0 rows',
      '2 entries',
    ]);
  });
});
