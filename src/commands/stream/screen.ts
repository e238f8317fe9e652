/** Lines of a terminal that are drawn over and over in the same place, without flicker and without scrolling. */
import type { Sink } from '../../app/world.ts';
import { formatDecimal, parseDecimal, rescale, trimZeros } from '../../core/decimal.ts';
import { truncate } from '../../core/text.ts';
import type { CommandCall } from '../types.ts';

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const CLEAR_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';

/** Whether what was drawn can be drawn over; where it cannot, a watch writes lines as into a pipe. */
export function canDraw({ output, services }: CommandCall): boolean {
  return output.isTerminal && services.world.environment['TERM'] !== 'dumb';
}

/** Returns a number's digits after the point without trailing zeros; 0 for what is no number. */
export function decimalPlaces(text: string): number {
  const number = parseDecimal(text);
  return number === undefined ? 0 : trimZeros(number).scale;
}

/** Returns a number with so many digits after the point; never fewer than it needs, and other text as it is. */
export function withDecimalPlaces(text: string, places: number): string {
  const number = parseDecimal(text);
  if (number === undefined) return text;
  return formatDecimal(rescale(trimZeros(number), Math.max(places, decimalPlaces(text)), 'nearest'));
}

export class Screen {
  readonly #sink: Sink;
  #height = 0;
  #last = '';

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** Draws lines in place of those before; the same lines again are not written. Lines may hold colours of ours. */
  draw(lines: readonly string[]): void {
    const text = lines.map((line) => `${line}${CLEAR_LINE}\n`).join('');
    if (text === this.#last) return;
    const up = this.#height === 0 ? HIDE_CURSOR : `\u001b[${this.#height}A`;
    void this.#sink.write(`${up}${text}${lines.length < this.#height ? CLEAR_BELOW : ''}`);
    this.#height = lines.length;
    this.#last = text;
  }

  /** Leaves what was drawn last and gives the cursor back. */
  close(): void {
    if (this.#height > 0) void this.#sink.write(SHOW_CURSOR);
  }
}

/** Cuts a plain line to the width of a terminal, one column short so that nothing wraps. */
export function fitToWidth(line: string, width: number): string {
  return truncate(line, Math.max(1, width - 1));
}
