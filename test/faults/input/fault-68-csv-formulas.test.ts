/**
 * Fault 68: Text of the exchange would be a formula in a spreadsheet, or breaks csv by quotes and line ends.
 *
 * Such a cell begins with an apostrophe and is quoted as RFC 4180 requires; numbers stay numbers.
 */
import { expect, it } from 'vitest';
import { csv } from '../../acceptance/outcomes.ts';
import { openFaultExchange } from '../fault-exchange.ts';

it.each(['=1+1', '+cmd', '-cmd', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://evil","x")', 'a,"b"\nc'])(
  'the text %j is text in csv',
  async (text) => {
    const exchange = await openFaultExchange();
    exchange.query = {
      status: 200,
      body: JSON.stringify([{ symbol: 'BTCUSDT', clientOrderId: text, price: '-1.50' }]),
    };
    const { code, stdout } = await exchange.run(
      'trade open-orders BTCUSDT -o csv --fields symbol,clientOrderId,price',
    );
    expect(code).toBe(0);
    const [, row] = csv(stdout.replaceAll('\r\n', '\n'));
    expect([row?.[0], row?.[2]]).toEqual(['BTCUSDT', '-1.50']);
    expect(row?.[1]).not.toMatch(/^[=+\-@\t\r]/);
    expect(row?.[1]).toContain(text.replace(/^[\t\r]/, ''));
  },
);
