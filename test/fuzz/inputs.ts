/** Random inputs: valid examples that are changed at random places. */
import type { Random } from '../../src/core/clock.ts';

/** Pieces that readers are known to stumble over. */
const PIECES = [
  ...[
    '',
    '\u0000',
    '\n',
    '\r\n',
    '\u2028',
    '\ud800',
    '\u202e',
    '\u001b[2J',
    '\ufeff',
    '%',
    '=',
    '&',
    '/',
    '..',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '\\',
    '\\u',
    '-',
    '--',
    '--=',
    '-0',
    '0',
    '1e999',
    '9007199254740993',
  ],
  ...[
    'null',
    'true',
    '__proto__',
    'constructor',
    'toString',
    'NaN',
    'Infinity',
    '[[[[[[[[',
    '{"a":',
    'x'.repeat(300),
  ],
];

export class Inputs {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Returns an integer from 0 to `below`, exclusive. */
  pick(below: number): number {
    return Math.floor(this.#random.next() * below);
  }

  oneOf<T>(choices: readonly T[]): T {
    return choices[this.pick(choices.length)]!;
  }

  /** Returns one of the examples after up to six changes: parts are inserted, removed, repeated or replaced. */
  text(examples: readonly string[]): string {
    let text = this.oneOf(examples);
    for (let change = this.pick(7); change > 0; change -= 1) {
      const at = this.pick(text.length + 1);
      const end = at + this.pick(Math.min(24, text.length - at + 1));
      const middle = this.oneOf([
        '',
        this.oneOf(PIECES),
        text.slice(at, end).repeat(this.pick(4)),
        String.fromCharCode(this.pick(0x10000)),
        this.oneOf(examples).slice(0, this.pick(200)),
      ]);
      text = text.slice(0, at) + middle + text.slice(end);
    }
    return text;
  }

  /** Returns the bytes of a changed example in which some bits may be flipped. */
  bytes(examples: readonly Buffer[]): Buffer {
    const example = this.oneOf(examples);
    const bytes = Buffer.from(
      example.subarray(0, example.length - (this.pick(3) === 0 ? this.pick(example.length) : 0)),
    );
    for (let change = this.pick(6); change > 0 && bytes.length > 0; change -= 1)
      bytes[this.pick(bytes.length)]! ^= 1 << this.pick(8);
    return bytes;
  }

  /** Returns a file that a disk has damaged: bits flipped, a block of zeros, the end cut off. States what was changed. */
  damaged(whole: Buffer): { readonly bytes: Buffer; readonly changes: string } {
    const length = this.pick(4) === 0 ? this.pick(whole.length + 1) : whole.length;
    const bytes = Buffer.from(whole.subarray(0, length));
    const changes = [`${length} of ${whole.length} bytes`];
    for (let change = this.pick(6); change > 0 && length > 0; change -= 1) {
      const at = this.pick(length);
      const bit = 1 << this.pick(8);
      bytes[at]! ^= bit;
      changes.push(`${bit} at ${at}`);
    }
    if (this.pick(4) === 0) {
      const from = this.pick(length + 1);
      const to = Math.min(length, from + this.pick(512));
      bytes.fill(0, from, to);
      changes.push(`zeros from ${from} to ${to}`);
    }
    return { bytes, changes: changes.join(', ') };
  }
}
