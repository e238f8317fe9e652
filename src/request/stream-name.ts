/** Stream names from patterns and back: `<symbol>@depth[@<speed>]` and {symbol: btcusdt} are `btcusdt@depth`. */
import type { Stream } from '../catalogue/stream-types.ts';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';

/** Values of a name's slots. */
export type SlotValues = Readonly<Record<string, string>>;

/** Returns the name of a stream. Throws a usage error for a missing value or one outside its closed set. */
export function streamName(
  stream: Pick<Stream, 'name' | 'slots' | 'kind'>,
  values: SlotValues,
  pattern: string = stream.name,
): string {
  const fill = (part: string) =>
    part.replace(/<(\w+)>/g, (_, slot: string) => slotValue(stream, slot, values));
  return fill(
    pattern.replace(/\[([^\]]*)\]/g, (_, part: string) =>
      [...part.matchAll(/<(\w+)>/g)].every(([, slot]) => values[slot!] !== undefined) ? part : '',
    ),
  );
}

function slotValue(
  { slots, kind }: Pick<Stream, 'slots' | 'kind'>,
  name: string,
  values: SlotValues,
): string {
  const slot = slots[name];
  const given = values[name];
  if (given === undefined) {
    const choice = slot?.values === undefined ? '' : `, one of ${slot.values.join(', ')}`;
    throw usageError(`${kind} needs ${name}: ${slot?.about ?? name}${choice}.`);
  }
  const value = slot?.letters === 'lower' ? given.toLowerCase() : given;
  if (slot?.values !== undefined && !slot.values.includes(value)) {
    throw usageError(
      `${name} of ${kind} must be one of ${slot.values.join(', ')}, was "${safeText(given.slice(0, 40))}".`,
    );
  }
  if (!/^[^\s@/"\\]+$/u.test(value)) {
    throw usageError(`"${safeText(given.slice(0, 40))}" cannot stand in a stream name as ${name}.`);
  }
  return value;
}

export interface NamedStream {
  readonly stream: Stream;
  readonly values: SlotValues;
}

/** Returns a reader of names for these streams: the stream a name means with its values, or undefined. */
export function streamReader(streams: readonly Stream[]): (name: string) => NamedStream | undefined {
  const patterns = streams.flatMap((stream) =>
    [stream.name, stream.nameToday].flatMap((pattern) =>
      pattern === undefined ? [] : [{ stream, expression: expressionOf(stream, pattern) }],
    ),
  );
  return (name) => {
    for (const { stream, expression } of patterns) {
      const groups = expression.exec(name);
      if (groups === null) continue;
      const values = Object.entries(groups.groups ?? {}).filter(([, value]) => value !== undefined);
      return { stream, values: Object.fromEntries(values) };
    }
    return undefined;
  };
}

function expressionOf({ slots }: Stream, pattern: string): RegExp {
  const literal = (text: string) => text.replace(/[.*+?^${}()|\\]/g, '\\$&');
  const source = pattern
    .split(/(<\w+>|\[|\])/)
    .map((part) => {
      if (part === '[') return '(?:';
      if (part === ']') return ')?';
      const slot = /^<(\w+)>$/.exec(part)?.[1];
      if (slot === undefined) return literal(part);
      const values = slots[slot]?.values;
      return `(?<${slot}>${values === undefined ? '[^\\s@/_"\\\\][^\\s@/"\\\\]*' : values.map(literal).join('|')})`;
    })
    .join('');
  return new RegExp(`^${source}$`, 'u');
}
