/** Draws lines on a terminal repeatedly in the same place, without flicker and without scrolling. */
import type { Sink } from '../../app/world.ts';
import type { Clock } from '../../core/clock.ts';
import { formatDecimal, parseDecimal, rescale, trimZeros } from '../../core/decimal.ts';
import { truncate } from '../../core/text.ts';
import type { CommandCall } from '../types.ts';

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const CLEAR_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';
/** The time between two drawings of what changes all the time. */
const DRAW_MS = 250;

/** Returns whether the terminal can redraw lines; otherwise --watch writes lines as into a pipe. */
export function canDraw({ output, services }: CommandCall): boolean {
  return output.isTerminal && services.world.environment['TERM'] !== 'dumb';
}

/** Returns the number of decimals of a number without its trailing zeros; 0 for text that is not a number. */
export function decimalPlaces(text: string): number {
  const number = parseDecimal(text);
  return number === undefined ? 0 : trimZeros(number).scale;
}

/** Returns a number with at least the given decimals, never fewer than it needs; other text unchanged. */
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

  /** Replaces the lines on the screen unless nothing changed. Lines may contain colour codes. */
  draw(lines: readonly string[]): void {
    const text = lines.map((line) => `${line}${CLEAR_LINE}\n`).join('');
    if (text === this.#last) return;
    const up = this.#height === 0 ? HIDE_CURSOR : `\u001b[${this.#height}A`;
    void this.#sink.write(`${up}${text}${lines.length < this.#height ? CLEAR_BELOW : ''}`);
    this.#height = lines.length;
    this.#last = text;
  }

  /** Draws the lines of the moment four times a second until the signal aborts. */
  async drawUntil(signal: AbortSignal, clock: Clock, lines: () => readonly string[]): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(DRAW_MS, signal).catch(() => {});
      this.draw(lines());
    }
  }

  /** Leaves the last lines on the screen and shows the cursor again. */
  close(): void {
    if (this.#height > 0) void this.#sink.write(SHOW_CURSOR);
  }
}

/** Truncates a plain line to one column less than the terminal's width, so that it does not wrap. */
export function fitToWidth(line: string, width: number): string {
  return truncate(line, Math.max(1, width - 1));
}
