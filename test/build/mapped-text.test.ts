import { SourceMap } from 'node:module';
import { describe, expect, it } from 'vitest';
import { MappedText, type RawSourceMap } from '../../src/build/mapped-text.ts';

/** A script of two lines: `ab` from a.ts line 1, `cd` from b.ts line 7 column 4 under the name "open". */
const MAP: RawSourceMap = {
  version: 3,
  sources: ['a.ts', 'b.ts'],
  names: ['open'],
  mappings: 'AAAA;ACMIA',
};
const script = () => MappedText.from('ab\ncd', MAP);

function origin(text: MappedText, line: number, column: number) {
  const entry = new SourceMap(text.toSourceMap() as never).findEntry(line, column);
  return 'originalSource' in entry
    ? `${entry.originalSource}:${entry.originalLine}:${entry.originalColumn}`
    : undefined;
}

describe('a text with its source map', () => {
  it('gives back the map that it was made with', () => {
    expect(script().toSourceMap()).toEqual(MAP);
  });

  it('moves with the text that is put before it', () => {
    const joined = MappedText.join([MappedText.plain('first\nglue:'), script()]);
    expect(joined.text).toBe('first\nglue:ab\ncd');
    expect(origin(joined, 1, 5)).toBe('a.ts:0:0');
    expect(origin(joined, 2, 0)).toBe('b.ts:6:4');
  });

  it('keeps the sources of what follows a longer and a shorter replacement', () => {
    const longer = script().replaceAll(/b/g, () => 'bbbb');
    expect(longer.count).toBe(1);
    expect(longer.text.text).toBe('abbbb\ncd');
    expect(origin(longer.text, 1, 0)).toBe('b.ts:6:4');
    const shorter = script().replaceAll(/ab\n/g, () => '');
    expect(shorter.text.text).toBe('cd');
    expect(origin(shorter.text, 0, 0)).toBe('b.ts:6:4');
  });

  it('gives a replacement the source of what it replaces', () => {
    const { text } = script().replaceAll(/cd/g, () => 'call()');
    expect(origin(text, 1, 3)).toBe('b.ts:6:4');
  });

  it('counts no match where there is none', () => {
    expect(script().replaceAll(/x/g, () => 'y').count).toBe(0);
  });
});
