/**
 * Fault 66: Ids are larger than 2^53, so that a float would change their last digits.
 *
 * Every digit is kept from the answer to the output and from the command line to the request.
 */
import { expect, it } from 'vitest';
import { openFaultExchange } from '../fault-exchange.ts';

const ID = '9007199254740993';
const NEGATIVE = '-9223372036854775807';

it.each(['json', 'ndjson', 'csv', 'table'])('an answer keeps its digits in the format %s', async (format) => {
  const exchange = await openFaultExchange();
  exchange.query = {
    status: 200,
    body: `[{"symbol":"BTCUSDT","orderId":${ID},"orderListId":${NEGATIVE},"status":"NEW"}]`,
  };
  const { code, stdout } = await exchange.run(
    `trade open-orders BTCUSDT -o ${format} --fields orderId,orderListId`,
  );
  expect(code).toBe(0);
  expect(stdout).toContain(ID);
  expect(stdout).toContain(NEGATIVE);
});

it('a request keeps the digits that were typed', async () => {
  const exchange = await openFaultExchange();
  exchange.query = { status: 200, body: `{"symbol":"BTCUSDT","orderId":${ID},"status":"NEW"}` };
  const { code, stdout } = await exchange.run(`trade order get BTCUSDT --order-id ${ID}`);
  expect([code, stdout]).toEqual([0, expect.stringContaining(ID)]);
  const sent = exchange.relay.requests.map(({ query }) => query).join();
  expect(sent).toContain(`orderId=${ID}`);
});
