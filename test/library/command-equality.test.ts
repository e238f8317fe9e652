/** Every method answers what its command prints, on one state of the sandbox: each value the same to the last digit. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { commandsByEndpoint } from '../../src/commands/command-index.ts';
import { parseJson } from '../../src/core/json.ts';
import { ExactNumber, type JsonValue } from '../../src/core/words.ts';
import { BourseError } from '../../src/library/errors.ts';
import { optionWords } from '../../src/request/typed-arguments.ts';
import { bourse, fixedClock, temporaryFolder } from '../acceptance/world.ts';
import { leastArguments } from '../catalogue/sweep-arguments.ts';
import { METHOD_OF, methodNamed, openLibrary } from './test-library.ts';

const COMMANDS = await commandsByEndpoint();
const READS = ENDPOINTS.filter(({ effect, id }) => effect === 'read' && id !== 'onchain.holdings');
/** Values that the sandbox knows, in place of those that are made from the declaration alone. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  spot: { symbol: 'BTCUSDT' },
  usdm: { symbol: 'BTCUSDT', pair: 'BTCUSDT' },
  coinm: { symbol: 'BTCUSD_PERP', pair: 'BTCUSD' },
  options: { underlying: 'BTCUSDT' },
  margin: { symbol: 'BTCUSDT', asset: 'BTC' },
};

function argumentsFor(endpoint: Endpoint): ReadonlyMap<string, string> {
  const given = new Map(leastArguments(endpoint));
  for (const [name, value] of Object.entries(KNOWN[endpoint.product] ?? {}))
    if (given.has(name)) given.set(name, value);
  return given;
}

/** Returns arguments of the wire as a program gives them: times as Date. */
function programArguments({ params }: Endpoint, given: ReadonlyMap<string, string>) {
  return Object.fromEntries(
    [...given].map(([name, text]) => [
      name,
      params[name]!.unit === 'ms' && /^\d{13,}$/.test(text) ? new Date(Number(text)) : text,
    ]),
  );
}

/** Returns every value of an answer with its place, as text: a candle has names in the library and places in JSON. */
function values(answer: unknown, place = ''): readonly string[] {
  if (answer === null || answer === undefined) return [];
  if (answer instanceof ExactNumber || typeof answer !== 'object') return [`${place} ${String(answer)}`];
  return Object.entries(answer).flatMap(([name, member]) => values(member, `${place}/${name}`));
}

/** Returns a candle of the command line by its names, and the one row that some commands print as a list of one. */
function asLibrary(answer: JsonValue, { view, answersOne }: Endpoint): unknown {
  if (view?.shape !== 'rows' || view.rowsAt !== undefined || answersOne === true) return answer;
  const rows = (Array.isArray(answer) ? answer : [answer]) as readonly JsonValue[];
  return rows.map((row) =>
    Array.isArray(row)
      ? Object.fromEntries(view.columns.map(({ name, at }) => [name, (row as readonly JsonValue[])[at!]]))
      : row,
  );
}

describe('the library and the command line', () => {
  it(`give the same to each of ${READS.length} reads`, async () => {
    const home = temporaryFolder();
    // Waiting takes no time, so that both see the same market; each endpoint has a minute's request budget.
    const virtual = fixedClock();
    const clock = { ...virtual, sleep: async () => {} };
    const { x } = openLibrary({ home }, clock);
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.01' } as const;
    await x.trade.placeOrder(order);
    await x.usdm.trade.placeOrder(order);
    const different: string[] = [];
    let answered = 0;
    for (const endpoint of READS) {
      virtual.advance(60_000);
      const given = argumentsFor(endpoint);
      const { words, on } = COMMANDS.get(endpoint.id)!;
      const line = [
        ...words.split(' '),
        ...(on === undefined ? [] : ['--on', on]),
        ...optionWords(endpoint, given),
      ];
      const printed = await bourse([...line, '--env', 'sandbox', '-o', 'json', '-q'], {
        home,
        clock,
      });
      const answer = await methodNamed(
        x,
        METHOD_OF.get(endpoint.id)!,
      )(programArguments(endpoint, given)).catch((error: BourseError) => error);
      if (answer instanceof BourseError) {
        if (answer.exitCode !== printed.code)
          different.push(`${endpoint.id}: ${printed.code}, ${answer.message}`);
        continue;
      }
      answered += 1;
      const expected = printed.stdout === '' ? [] : values(asLibrary(parseJson(printed.stdout), endpoint));
      if (JSON.stringify(values(answer)) !== JSON.stringify(expected)) different.push(endpoint.id);
    }
    expect(different).toEqual([]);
    expect(answered).toBeGreaterThan(200);
  });
});
