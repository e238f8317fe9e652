/** Reads the bodies of requests: a JSON object with the arguments and the options of a method. */
import { usageError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import { ExactNumber, type JsonValue } from '../core/words.ts';

/** What a request gives to a method. */
export interface CallBody {
  readonly given: JsonValue | undefined;
  readonly options: Readonly<Record<string, JsonValue>>;
}

/** Returns the arguments and the options of a body. Throws a usage error for a body of another form. */
export function readBody(body: string, optionNames: readonly string[]): CallBody {
  if (body.trim() === '') return { given: undefined, options: {} };
  const read = parseJson(body, { kind: 'usage', what: 'the body' });
  const { arguments: given, options = {}, ...rest } = objectOf(read, 'The body');
  const known = objectOf(options, '"options"');
  const unknown = [
    ...Object.keys(rest),
    ...Object.keys(known).flatMap((name) => (optionNames.includes(name) ? [] : [`options.${name}`])),
  ];
  if (unknown.length > 0)
    throw usageError(
      `The body has unknown members: ${unknown.join(', ')}.`,
      `A body may have "arguments" and "options"; options are ${optionNames.join(', ')}. Nothing was sent.`,
    );
  return { given: given === undefined ? undefined : withoutFractions(given), options: known };
}

function objectOf(value: JsonValue, what: string): Readonly<Record<string, JsonValue>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof ExactNumber)
    throw usageError(
      `${what} must be a JSON object.`,
      'Example: {"arguments":{"symbol":"BTCUSDT"}}. Nothing was sent.',
    );
  return value as Readonly<Record<string, JsonValue>>;
}

/** Refuses numbers with a fraction, which a client's JSON writer may have rounded. */
function withoutFractions(given: JsonValue): JsonValue {
  for (const [name, value] of Object.entries(objectOf(given, '"arguments"')))
    if (value instanceof ExactNumber)
      throw usageError(`${name} must be text for a decimal, such as "0.001". Nothing was sent.`);
  return given;
}
