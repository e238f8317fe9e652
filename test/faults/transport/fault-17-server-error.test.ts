/**
 * Fault 17: An order is answered with status 5xx: the three texts of 503, and pages of an edge server.
 *
 * On spot every 5xx is unknown: the order is looked up, and was sent once.
 */
import { expect, it } from 'vitest';
import { json } from '../../acceptance/outcomes.ts';
import { ORDER, ORDER_ID, openFaultExchange } from '../fault-exchange.ts';

const ANSWERS = [
  [503, '{"code":-1000,"msg":"Unknown error, please check your request or try again later."}'],
  [503, '{"code":-1001,"msg":"Service Unavailable."}'],
  [503, '{"code":-1008,"msg":"Server is currently overloaded with other requests."}'],
  [500, '{"code":-1000,"msg":"Internal error."}'],
  [502, '<html><h1>502 Bad Gateway</h1></html>'],
  [504, '<html><h1>504 Gateway Time-out</h1></html>'],
  [503, ''],
  [522, 'error code: 522'],
] as const;

it.each(ANSWERS)('status %i with %s: the order is looked up', async (status, body) => {
  const exchange = await openFaultExchange();
  exchange.write = { isExecuted: true, answer: { status, body } };
  expect(json(await exchange.run(ORDER))).toMatchObject({ clientOrderId: ORDER_ID, status: 'NEW' });
  expect([exchange.writes().length, exchange.executed.length]).toEqual([1, 1]);
});
