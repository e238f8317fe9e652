/**
 * Fault 65: JSON is 200,000 levels deep, a line has 100 MiB, or a text has duplicate keys, 1e999, lone surrogates or NUL.
 *
 * Nothing crashes: an answer that is too deep ends with exit code 5, an order with such an answer is looked up, and a
 * thesis with duplicate keys or a line that is too long is refused (exit code 1 or 2).
 */
import { expect, it } from 'vitest';
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

it('a line of 20 MiB in a stream of theses is refused', async () => {
  const { code, stderr } = await bourse('thesis validate - --stream', {
    stdin: Buffer.alloc(20 * 1024 * 1024, 0x20),
  });
  expect([1, 2]).toContain(code);
  expect(stderr).not.toMatch(/RangeError| at .*\.ts:/);
});
