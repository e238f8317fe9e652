/**
 * What a table shows of an executed order: the average price and the fees first. A MARKET order has the price 0 in
 * the answer, which read as if it had been executed at 0.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { View } from '../../src/catalogue/types.ts';
import { withDerivedColumns } from '../../src/cli/output/derived-columns.ts';
import { PLAIN_PAINT } from '../../src/cli/output/plain-paint.ts';
import { drawRecord } from '../../src/cli/output/record.ts';
import { rowsOf } from '../../src/cli/output/rows.ts';
import { drawTable } from '../../src/cli/output/table.ts';
import { abs, compare, decimalOf, divide, multiply, subtract } from '../../src/core/decimal.ts';
import type { JsonObject, JsonValue } from '../../src/core/words.ts';

const options = { width: undefined, paint: PLAIN_PAINT, showsHidden: true };
const viewOf = (id: string): View => ENDPOINTS.find((one) => one.id === id)!.view!;

async function record(order: JsonObject, id: string): Promise<readonly string[]> {
  const view = viewOf(id);
  const rows = withDerivedColumns(rowsOf(order, view), view.derived);
  return [...(await drawRecord(rows, options)).blocks].join('').split('\n');
}

const FILLED = {
  symbol: 'BTCUSDT',
  type: 'MARKET',
  price: '0.00000000',
  executedQty: '0.01000000',
  cummulativeQuoteQty: '953.00569170',
  status: 'FILLED',
  fills: [
    { price: '95300.56', qty: '0.00083', commission: '0.00000083', commissionAsset: 'BTC' },
    { price: '95300.57', qty: '0.00817', commission: '0.00000817', commissionAsset: 'BTC' },
    { price: '95300.57', qty: '0.001', commission: '0.00012', commissionAsset: 'BNB' },
  ],
};

describe('a filled MARKET order', () => {
  it.each(['spot.order.new', 'margin.order.new'])(
    'of %s begins with its average price and fees',
    async (id) => {
      const lines = await record(FILLED, id);
      expect(lines[0]).toMatch(/^average price +95300\.56917$/);
      expect(lines[1]).toMatch(/^fees +0\.000009 BTC, 0\.00012 BNB$/);
      expect(
        lines.filter((line) => /^price\b/.test(line) && line.trim() !== 'price' && !line.includes('qty')),
      ).toEqual([]);
    },
  );

  it.each(['usdm.order.new', 'coinm.order.new', 'options.order.new'])(
    'of %s begins with the average price that the exchange sends',
    async (id) => {
      const lines = await record({ symbol: 'X', type: 'MARKET', price: '0', avgPrice: '95257.14666743' }, id);
      expect(lines[0]).toMatch(/^average price +95257\.14666743$/);
      expect(lines).toContain('price');
    },
  );

  it('has its average price beside its blank price in a list of orders', async () => {
    const view = viewOf('spot.all-orders');
    const { fills: _fills, ...order } = FILLED;
    const rows = withDerivedColumns(
      rowsOf([order, { ...order, price: '5.10', executedQty: '0', cummulativeQuoteQty: '0' }], view),
      view.derived,
    );
    const [heading, first, second] = [...(await drawTable(rows, options)).blocks].join('').split('\n');
    expect(heading).toMatch(/ price {2}average price /);
    expect(first).not.toMatch(/ 0\.0* /);
    expect(first).toContain(' 95300.56917 ');
    expect(second).toMatch(/ 5\.1 /);
  });
});

describe('an order without an execution', () => {
  it('has no average price and no fees', async () => {
    const lines = await record(
      { ...FILLED, executedQty: '0.00', cummulativeQuoteQty: '0.00', fills: [] },
      'spot.order.new',
    );
    expect(lines.join()).not.toMatch(/average price|fees/);
  });

  it('has a blank price only where the exchange sends 0', async () => {
    expect(await record({ symbol: 'BTCUSDT', price: '0.00000010' }, 'spot.order.new')).toContainEqual(
      expect.stringMatching(/^price +0\.0000001$/),
    );
  });
});

describe('the average price', () => {
  const averageOf = (quote: string, base: string): JsonValue | undefined => {
    const view = viewOf('spot.order.new');
    const { columns, rows } = withDerivedColumns(
      rowsOf({ cummulativeQuoteQty: quote, executedQty: base }, view),
      view.derived,
    );
    return rows[0]![columns.findIndex(({ name }) => name === 'averagePrice')];
  };

  it.each([
    ['100', '3', '33.33333333'],
    ['200', '3', '66.66666667'],
    ['953.0056917', '0.01', '95300.56917'],
    ['0.00000002', '300000', '0.000000000000066666666667'],
    ['123456789012345678901234567890', '0.3', '411522630041152263004115226300'],
  ])('of %s for %s is %s', (quote, base, average) => {
    expect(averageOf(quote, base)).toBe(average);
  });

  it('is the nearest decimal: never further off than half of its last digit', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 24n), fc.bigInt(1n, 10n ** 20n), (quote, base) => {
        const [a, b] = [
          { value: quote, scale: 8 },
          { value: base, scale: 8 },
        ];
        const average = decimalOf(averageOf(text(a), text(b)) as string);
        const half = divide(
          { value: 1n, scale: Math.max(8, average.scale) },
          { value: 2n, scale: 0 },
          40,
          'nearest',
        );
        return compare(abs(subtract(multiply(average, b), a)), multiply(half, b)) <= 0;
      }),
    );
  });
});

function text({ value, scale }: { readonly value: bigint; readonly scale: number }): string {
  const digits = String(value).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
