/**
 * Fault 63: A secret is given on the command line, or the environment switches on what prints keys.
 *
 * The secret is refused and not repeated (exit code 2); while such a variable is set, nothing is signed (exit code 3).
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { CANARY_KEYS } from '../../acceptance/scripted-exchange.ts';
import { bourse } from '../../acceptance/world.ts';
import { expectNoCanary, ORDER, openFaultExchange } from '../fault-exchange.ts';

const { BOURSE_API_SECRET: SECRET, BOURSE_API_KEY: KEY } = CANARY_KEYS;

it.each([
  `account info --api-secret ${SECRET}`,
  `account info --api-secret=${SECRET}`,
  `account info ${SECRET}`,
  `profile add one --env live --api-key ${KEY} --secret ${SECRET}`,
  `profile add one --env live --api-key env:A --secret ${SECRET}`,
])('%# is refused without its secret: exit 2', async (line) => {
  const outcome = await bourse(line);
  expect(failure(outcome).exitCode).toBe(2);
  expectNoCanary(outcome);
});

it.each([
  { NODE_DEBUG: 'http' },
  { SSLKEYLOGFILE: '/tmp/keys' },
  { NODE_OPTIONS: '--inspect' },
  { NODE_OPTIONS: '--heapsnapshot-signal=SIGUSR2' },
  { NODE_OPTIONS: '--report-on-signal' },
])('with %j nothing is signed: exit 3', async (environment) => {
  const exchange = await openFaultExchange();
  const outcome = await exchange.run(ORDER, { environment });
  expect(failure(outcome)).toMatchObject({ kind: 'credentials', exitCode: 3 });
  expect(exchange.relay.requests).toEqual([]);
});

it('the log of --debug contains no key and no signature', async () => {
  const exchange = await openFaultExchange();
  exchange.write = { isExecuted: false, answer: { status: 502, body: '<html>bad gateway</html>' } };
  exchange.query = { status: 500, body: 'not available' };
  const outcome = await exchange.run(`${ORDER} --debug`);
  expect(outcome.code).toBe(7);
  expect(outcome.stderr).toContain('debug:');
});
