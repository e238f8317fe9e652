/** Calls of an endpoint by its command and by its method of the library, and their answers in one form. */
import type { Endpoint } from '../../src/catalogue/types.ts';
import { commandsByEndpoint } from '../../src/commands/command-index.ts';
import { ExactNumber, type JsonValue } from '../../src/core/words.ts';
import { optionWords } from '../../src/request/typed-arguments.ts';
import { leastArguments } from '../catalogue/sweep-arguments.ts';

const COMMANDS = await commandsByEndpoint();
/** Values that the sandbox knows, in place of those that are made from the declaration alone. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  spot: { symbol: 'BTCUSDT' },
  usdm: { symbol: 'BTCUSDT', pair: 'BTCUSDT' },
  coinm: { symbol: 'BTCUSD_PERP', pair: 'BTCUSD' },
  options: { underlying: 'BTCUSDT' },
  margin: { symbol: 'BTCUSDT', asset: 'BTC' },
};

/** Returns the fewest arguments of an endpoint, with symbols that the sandbox has. */
export function argumentsFor(endpoint: Endpoint): ReadonlyMap<string, string> {
  const given = new Map(leastArguments(endpoint));
  for (const [name, value] of Object.entries(KNOWN[endpoint.product] ?? {}))
    if (given.has(name)) given.set(name, value);
  return given;
}

/** Returns arguments of the wire as a program gives them: times as Date. */
export function programArguments({ params }: Endpoint, given: ReadonlyMap<string, string>) {
  return Object.fromEntries(
    [...given].map(([name, text]) => [
      name,
      params[name]!.unit === 'ms' && /^\d{13,}$/.test(text) ? new Date(Number(text)) : text,
    ]),
  );
}

/** Returns every value of an answer with its place, as text: a candle has names in the library and places in JSON. */
export function values(answer: unknown, place = ''): readonly string[] {
  if (answer === null || answer === undefined) return [];
  if (answer instanceof ExactNumber || typeof answer !== 'object') return [`${place} ${String(answer)}`];
  return Object.entries(answer).flatMap(([name, member]) => values(member, `${place}/${name}`));
}

/** Returns a candle of the command line by its names, and the one row that some commands print as a list of one. */
export function asLibrary(answer: JsonValue, { view, answersOne }: Endpoint): unknown {
  if (view?.shape !== 'rows' || view.rowsAt !== undefined || answersOne === true) return answer;
  const rows = (Array.isArray(answer) ? answer : [answer]) as readonly JsonValue[];
  return rows.map((row) =>
    Array.isArray(row)
      ? Object.fromEntries(view.columns.map(({ name, at }) => [name, (row as readonly JsonValue[])[at!]]))
      : row,
  );
}

/** Returns the words of the command that calls an endpoint with these arguments. */
export function commandLine(endpoint: Endpoint, given: ReadonlyMap<string, string>): readonly string[] {
  const { words, on } = COMMANDS.get(endpoint.id)!;
  return [...words.split(' '), ...(on === undefined ? [] : ['--on', on]), ...optionWords(endpoint, given)];
}
