/**
 * Fault 65: JSON is 200,000 levels deep, a line has 100 MiB, or a text has duplicate keys, 1e999, lone surrogates or NUL.
 *
 * Nothing crashes: an answer that is too deep ends with exit code 5, an order with such an answer is looked up, and a
 * thesis with duplicate keys or a line that is too long is refused (exit code 1 or 2).
 */
import { expect, it } from 'vitest';
import { readLines } from '../../../src/commands/ws/session-lines.ts';
import { json } from '../../acceptance/outcomes.ts';
import { bourse } from '../../acceptance/world.ts';
import { ORDER, ORDER_ID, openFaultExchange } from '../fault-exchange.ts';

const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

it.each(['json', 'ndjson', 'csv', 'table'])(
  'an answer that is too deep ends with exit 5 in the format %s',
  async (format) => {
    const exchange = await openFaultExchange();
    exchange.query = { status: 200, body: DEEP };
    const outcome = await exchange.run(`trade open-orders BTCUSDT -o ${format}`);
    expect([0, 5]).toContain(outcome.code);
    expect(outcome.stderr).not.toMatch(/RangeError|Maximum call stack| at .*\.ts:/);
  },
);

it.each([DEEP, `{"a":${DEEP}}`, '{"clientOrderId":"\\ud800"}', '{"clientOrderId":1e999}', '\u0000'])(
  'an order answered with such a text is looked up: exit 0 (%#)',
  async (body) => {
    const exchange = await openFaultExchange();
    exchange.write = { isExecuted: true, answer: { status: 200, body } };
    expect(json(await exchange.run(ORDER))).toMatchObject({ clientOrderId: ORDER_ID });
    expect(exchange.writes()).toHaveLength(1);
  },
);

it('a thesis with duplicate keys, or too deep, is refused without a crash', async () => {
  for (const text of ['{"action":"hold","action":"close"}', DEEP, '\u0000', '"\\ud800"', '1e999']) {
    const { code, stderr } = await bourse('thesis validate -', { stdin: text });
    expect([1, 2]).toContain(code);
    expect(stderr).not.toMatch(/RangeError| at .*\.ts:/);
  }
});

const MIB = 1024 * 1024;
/** An object that is no thesis, in a line of so many bytes. */
const lineOf = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}\n`;

it('a stream of theses may have lines of 1 MiB; a longer one, of 100 MiB too, is refused and the next is read', async () => {
  async function* lines() {
    yield lineOf(MIB);
    yield lineOf(MIB + 1);
    for (let part = 0; part < 100; part += 1) yield ' '.repeat(MIB);
    yield `\n${lineOf(100)}`;
  }
  const outcome = await bourse('thesis validate - --ndjson -o ndjson', { stdin: lines() });
  expect(outcome.code).toBe(1);
  const verdicts = outcome.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly errors: readonly { readonly rule: string }[] });
  expect(verdicts.map(({ errors }) => errors.some(({ rule }) => rule === 'size'))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it('a session may send lines of 1 MiB; a longer one is reported once and the next is read', async () => {
  async function* chunks() {
    yield Buffer.from(lineOf(MIB));
    yield Buffer.from(lineOf(MIB + 1));
    for (let part = 0; part < 3; part += 1) yield Buffer.alloc(MIB, 0x20);
    yield Buffer.from('\n{}\n');
  }
  const read: (string | number)[] = [];
  for await (const line of readLines(chunks()))
    read.push(typeof line === 'string' ? line.length : line.exitCode);
  expect(read).toEqual([MIB, 2, 2, 2]);
});
