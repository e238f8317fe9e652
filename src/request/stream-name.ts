/** Builds and parses stream names: `<symbol>@depth[@<speed>]` with {symbol: btcusdt} is `btcusdt@depth`. */
import type { Stream } from '../catalogue/stream-types.ts';
import { usageError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';

/** The values of the variable parts (slots) of a stream name. */
export type SlotValues = Readonly<Record<string, string>>;

/** Returns the name of a stream. Throws a usage error for a part whose value is missing or not allowed. */
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
  const value = slot?.letterCase === 'lower' ? given.toLowerCase() : given;
  if (slot?.values !== undefined && !slot.values.includes(value)) {
    throw usageError(
      `${name} of ${kind} must be one of ${slot.values.join(', ')}, was "${safeText(given.slice(0, 40))}".`,
    );
  }
  if (!/^[\p{L}\p{N}_.:+-]+$/u.test(value)) {
    throw usageError(`"${safeText(given.slice(0, 40))}" cannot stand in a stream name as ${name}.`);
  }
  return value;
}

export interface NamedStream {
  /** The pattern that the stream name matches. */
  readonly pattern: string;
  readonly stream: Stream;
  readonly values: SlotValues;
}

/**
 * Returns a function that parses stream names into the stream and the values of its variable parts, or
 * undefined for unknown names. `ignoresCase` also accepts names with the wrong letter case.
 */
export function streamNameParser(
  streams: readonly Stream[],
  ignoresCase = false,
): (name: string) => NamedStream | undefined {
  const patterns = streams.flatMap((stream) =>
    [stream.name, stream.nameToday].flatMap((pattern) =>
      pattern === undefined
        ? []
        : [{ stream, pattern, expression: expressionOf(stream, pattern, ignoresCase) }],
    ),
  );
  return (name) => {
    for (const { stream, pattern, expression } of patterns) {
      const groups = expression.exec(name);
      if (groups === null) continue;
      const values = Object.entries(groups.groups ?? {}).filter(([, value]) => value !== undefined);
      return { stream, pattern, values: Object.fromEntries(values) };
    }
    return undefined;
  };
}

/** Returns the correct spelling of a stream name with wrong letter case; undefined when no stream matches. */
export function correctCase(streams: readonly Stream[], name: string): string | undefined {
  const found = streamNameParser(streams, true)(name);
  if (found === undefined) return undefined;
  const { stream, pattern, values } = found;
  const spelled = Object.entries(values).map(([slot, value]) => {
    const choices = stream.slots[slot]?.values ?? [];
    const isSame = (one: string) => one.toLowerCase() === value.toLowerCase();
    return [slot, choices.includes(value) ? value : (choices.find(isSame) ?? value)];
  });
  return streamName(stream, Object.fromEntries(spelled), pattern);
}

function expressionOf({ slots }: Stream, pattern: string, ignoresCase: boolean): RegExp {
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
  return new RegExp(`^${source}$`, ignoresCase ? 'iu' : 'u');
}
