/** Columns that name a field inside an object, such as `detail.apr`, replace the object; none of its fields is lost. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { PLAIN_PAINT } from '../../src/cli/output/plain-paint.ts';
import { drawRecord } from '../../src/cli/output/record.ts';
import { extraColumns, rowsOf } from '../../src/cli/output/rows.ts';

const account = {
  deliveryAccountResp: { email: 'desk@example.com', assets: [{ asset: 'BTC', walletBalance: '0.2' }] },
};

const WITHIN = ENDPOINTS.flatMap(({ id, view }) =>
  (view?.columns ?? []).some(({ name }) => name.includes('.')) ? [{ id, columns: view!.columns }] : [],
);

describe('an object of which columns name the fields', () => {
  it.each(WITHIN)('is not shown again as JSON text by $id', ({ columns }) => {
    const names = new Set(columns.map(({ name }) => name));
    const objects = [...new Set([...names].flatMap((name) => name.match(/^(\w+)\./)?.[1] ?? []))].filter(
      (object) => !names.has(object),
    );
    const row = Object.fromEntries(objects.map((object) => [object, { further: 'x' }]));
    const extra = extraColumns([row], columns).map(({ name }) => name);
    expect(extra).toEqual(objects.map((object) => `${object}.further`));
  });

  it('stands in no column of its own, as `detail` and `quota` of locked products did', () => {
    const repeated = WITHIN.flatMap(({ id, columns }) => {
      const names = columns.map(({ name }) => name);
      return names
        .filter((object) => names.some((name) => name.startsWith(`${object}.`)))
        .map((object) => `${id} ${object}`);
    });
    expect(repeated).toEqual([]);
  });

  it('is drawn as its fields and lists in a record', async () => {
    const { view } = ENDPOINTS.find(({ id }) => id === 'sub.futures.account-v2')!;
    const options = { width: undefined, paint: PLAIN_PAINT, showsHidden: false };
    const text = [...(await drawRecord(rowsOf(account, view), options)).blocks].join('');
    expect(text).toContain('email  desk@example.com');
    expect(text).toMatch(/assets\nasset +walletBalance\nBTC +0\.2\n/);
    expect(text).not.toMatch(/deliveryAccountResp|[{}[\]"]/);
  });

  it('says that a list is empty, which was shown as nothing', async () => {
    const { view } = ENDPOINTS.find(({ id }) => id === 'sub.futures.positions-v2')!;
    const options = { width: undefined, paint: PLAIN_PAINT, showsHidden: false };
    const { blocks } = await drawRecord(rowsOf({ deliveryPositionRiskVos: [] }, view), options);
    expect([...blocks].join('')).toBe('COIN-M positions  none\n');
  });

  it('that stands in a list is not shown again as JSON text, which repeated the legs of block orders', () => {
    const columns = [{ name: 'legs.0.price', is: 'decimal' }] as const;
    const value = [
      { legs: [{ price: '5', side: 'BUY' }] },
      { legs: [{ price: '6', side: 'SELL' }, { price: '7' }] },
    ];
    const { columns: shown, rows } = rowsOf(value, { shape: 'rows', columns });
    expect(shown.map(({ name }) => name)).toEqual(['legs.0.price', 'legs.0.side', 'legs.1']);
    expect(rows).toEqual([
      ['5', 'BUY', null],
      ['6', 'SELL', { price: '7' }],
    ]);
  });

  it('keeps the fields that no column names in csv', () => {
    const columns = [{ name: 'detail.apr', is: 'decimal' }] as const;
    const value = [{ detail: { apr: '0.1', note: { text: 'new' } } }];
    const { columns: shown, rows } = rowsOf(value, { shape: 'rows', columns });
    expect(shown.map(({ name }) => name)).toEqual(['detail.apr', 'detail.note']);
    expect(rows).toEqual([['0.1', { text: 'new' }]]);
  });
});
