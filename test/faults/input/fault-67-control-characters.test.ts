/**
 * Fault 67: Messages, symbols and ids of the exchange contain escape sequences, bidirectional or invisible characters.
 *
 * On a terminal and in tables they are shown as visible codes; JSON in a pipe stays exact.
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { openFaultExchange } from '../fault-exchange.ts';

/** Clears the screen, sets a title, writes to the clipboard, links, rings, reverses text and hides letters. */
const EVIL =
  '\u001b[2J\u001b]0;title\u0007\u001b]52;c;ZXZpbA==\u0007\u001b]8;;http://evil\u0007x\u202egnp\u200b\u009b31m\r\nforged';

const OBEYED = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;
const TERMINAL = { terminal: 120, environment: { NO_COLOR: '1' } };

it('a message of a refusal is shown escaped: exit 4', async () => {
  const exchange = await openFaultExchange();
  exchange.query = { status: 400, body: JSON.stringify({ code: -1121, msg: EVIL }) };
  const { code, stderr } = await exchange.run('trade open-orders BTCUSDT', TERMINAL);
  expect(code).toBe(4);
  expect(stderr).not.toMatch(OBEYED);
  expect(stderr.split('\n').filter((line) => line.startsWith('forged'))).toEqual([]);
  const error = failure(await exchange.run('trade open-orders BTCUSDT -o json'));
  expect(error.message).toContain(EVIL);
});

it.each(['table', 'csv', 'json'])(
  'a symbol and an id are shown escaped on a terminal as %s',
  async (format) => {
    const exchange = await openFaultExchange();
    exchange.query = {
      status: 200,
      body: JSON.stringify([{ symbol: EVIL, orderId: 1, clientOrderId: EVIL, status: EVIL }]),
    };
    const { code, stdout } = await exchange.run(`trade open-orders BTCUSDT -o ${format}`, TERMINAL);
    expect(code).toBe(0);
    expect(stdout.replaceAll('\r\n', '\n')).not.toMatch(OBEYED);
  },
);

it('JSON in a pipe is what was received', async () => {
  const exchange = await openFaultExchange();
  exchange.query = { status: 200, body: JSON.stringify([{ symbol: EVIL, orderId: 1 }]) };
  const { stdout } = await exchange.run('trade open-orders BTCUSDT');
  expect(JSON.parse(stdout)).toEqual([{ symbol: EVIL, orderId: 1 }]);
});
