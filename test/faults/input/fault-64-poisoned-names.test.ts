/**
 * Fault 64: Names such as __proto__ and constructor stand in answers, profiles, policies and theses.
 *
 * They are data: no prototype changes, an answer is printed as it came, and a configuration with such a name is refused.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { bourse, temporaryFolder } from '../../acceptance/world.ts';
import { ORDER, ORDER_ID, openFaultExchange } from '../fault-exchange.ts';

const POISON = '"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}';

afterEach(() => {
  expect(Object.prototype).not.toHaveProperty('polluted');
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

it.each(['json', 'ndjson', 'csv', 'table'])(
  'an answer with such names is data in the format %s',
  async (format) => {
    const exchange = await openFaultExchange();
    exchange.query = { status: 200, body: `[{"symbol":"BTCUSDT",${POISON}}]` };
    const { code, stdout } = await exchange.run(`trade open-orders BTCUSDT -o ${format}`);
    expect(code).toBe(0);
    expect(stdout).toContain('BTCUSDT');
    if (format === 'json') expect(stdout).toContain('"__proto__"');
  },
);

it('an order is proved by its own fields only', async () => {
  const exchange = await openFaultExchange();
  const body = `{"__proto__":{"clientOrderId":"${ORDER_ID}","status":"NEW"},"orderId":1}`;
  exchange.write = { isExecuted: false, answer: { status: 200, body } };
  expect(failure(await exchange.run(ORDER))).toMatchObject({ exitCode: 5, execution: 'not_executed' });
});

it.each([
  ['profiles.json', `{"schemaVersion":1,"profiles":{},${POISON}}`, 3],
  ['profiles.json', `{"schemaVersion":1,"profiles":{${POISON}}}`, 3],
  ['policy.json', `{"version":1,${POISON}}`, 3],
])('%s with such names is refused: %s', async (name, text) => {
  const exchange = await openFaultExchange();
  const home = temporaryFolder();
  const folder = join(home, 'config');
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, name), text, { mode: 0o600 });
  const line = name === 'profiles.json' ? 'profile list' : ORDER;
  const error = failure(await exchange.run(line, { home }));
  expect(error.exitCode).toBeGreaterThan(0);
  expect(error.message).toContain(name);
  expect(exchange.writes()).toEqual([]);
});

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'the word %s is an unknown command, option and field',
  async (word) => {
    for (const line of [word, `market ${word}`, `market time --${word}`, `explain ${word}`]) {
      expect(failure(await bourse(line)).exitCode, line).toBe(2);
    }
    expect((await bourse(`market time --env sandbox --fields ${word}`)).code).toBe(2);
  },
);
