/** Chooses the colour of events: green for what was bought or rose, red for what was sold or fell. */

import { plainCell } from '../../../core/cells.ts';
import { compare, parseDecimal, ZERO } from '../../../core/decimal.ts';
import { eventValue } from '../../../stream/events/event-fields.ts';
import type { ReadEvent } from './event-source.ts';

export type Tint = 'green' | 'red';

const SIDES: Readonly<Record<string, Tint>> = { buy: 'green', sell: 'red' };

export class EventTints {
  /** The last value of each symbol, for colours that show whether it rose. */
  readonly #last = new Map<string, string>();

  /** Returns the colour of an event; undefined for one that is neither. */
  of(event: ReadEvent, symbol: string): Tint | undefined {
    const { kind } = event;
    const tint = kind?.view.tint;
    if (kind === undefined || tint === undefined) return undefined;
    const text = textAt(event, tint.at);
    switch (tint.by) {
      case 'side': {
        const words = kind.view.columns.find(({ at }) => at === tint.at)?.words;
        return SIDES[(words?.[text] ?? text).toLowerCase()];
      }
      case 'sign':
        return tintOf(text, '0');
      case 'against':
        return tintOf(text, textAt(event, tint.other));
      case 'since-last': {
        const key = `${kind.title} ${symbol}`;
        const before = this.#last.get(key);
        this.#last.set(key, text);
        return before === undefined ? undefined : tintOf(text, before);
      }
    }
  }
}

function textAt({ value, inName }: ReadEvent, at: string): string {
  return plainCell(eventValue(value, { path: at.split('.') }, inName));
}

function tintOf(text: string, other: string): Tint | undefined {
  const order = compare(parseDecimal(text) ?? ZERO, parseDecimal(other) ?? ZERO);
  return order === 0 ? undefined : order > 0 ? 'green' : 'red';
}
