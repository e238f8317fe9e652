import { describe, expect, it } from 'vitest';
import { terminalPicture } from '../../src/docgen/terminal-picture.ts';

const ESCAPE = '\u001b[';
const texts = (picture: string) => picture.split('\n').filter((line) => line.startsWith('<text'));

describe('a picture of a terminal', () => {
  it('draws each part of a line at its column, with its style', () => {
    const output = `${ESCAPE}1mopen${ESCAPE}22m      high\r\n${ESCAPE}31m▼ a<b${ESCAPE}39m ${ESCAPE}2mdim${ESCAPE}22m\r\n\r\n`;
    expect(texts(terminalPicture(output, 20, 'candles'))).toEqual([
      '<text x="16" y="45" textLength="32" font-weight="bold">open</text>',
      '<text x="96" y="45" textLength="32">high</text>',
      '<text x="16" y="63" textLength="40" fill="#ff7b72">▼ a&lt;b</text>',
      '<text x="64" y="63" textLength="24" opacity="0.6">dim</text>',
    ]);
  });

  it('keeps a style over the end of a line', () => {
    const [, second] = texts(terminalPicture(`${ESCAPE}32mone\ntwo${ESCAPE}0m`, 10, 'two lines'));
    expect(second).toContain('fill="#56d364">two');
  });

  it('goes on in the next line where the terminal is full', () => {
    expect(texts(terminalPicture(`${ESCAPE}31m0123456789abc${ESCAPE}39m`, 10, 'long'))).toEqual([
      '<text x="16" y="45" textLength="80" fill="#ff7b72">0123456789</text>',
      '<text x="16" y="63" textLength="24" fill="#ff7b72">abc</text>',
    ]);
  });

  it('leaves out progress that was written over', () => {
    expect(texts(terminalPicture('page 1 of 2\rpage 2 of 2\r           \rdone', 20, 'progress'))).toEqual([
      '<text x="16" y="45" textLength="32">done</text>',
    ]);
  });

  it('counts wide characters as two columns', () => {
    expect(texts(terminalPicture('币安  x', 10, 'wide'))[1]).toContain('x="64"');
  });

  it.each([
    ['a move of the cursor', `${ESCAPE}2K`],
    ['a style that it cannot draw', `${ESCAPE}7m`],
  ])('is refused for %s', (_case, output) => {
    expect(() => terminalPicture(output, 10, 'x')).toThrow(RangeError);
  });
});
