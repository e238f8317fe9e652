/** What the rows of the answer to a batch prove. */
import { expect, it } from 'vitest';
import { rowRefusal } from '../../src/orders/batch.ts';

const refusalOf = (row: Parameters<typeof rowRefusal>[0]) =>
  rowRefusal(row, { product: 'usdm', endpoint: 'usdm.batch-orders.place' });

it('a row refuses its order by a code that is known to mean that nothing was done', () => {
  expect(refusalOf({ code: -2010, msg: 'New order rejected' })?.facts).toMatchObject({
    ...{ kind: 'rejected', code: -2010, execution: 'not_executed' },
    ...{
      message: 'The exchange refused it with -2010: New order rejected',
      endpoint: 'usdm.batch-orders.place',
    },
  });
});

it.each([
  ['is no object', null],
  ['is a list', [{ code: -2010, msg: 'New order rejected' }]],
  ['has no text', { code: -2010 }],
  ['has a text that is no text', { code: -2010, msg: 7 }],
  ['has no code', { msg: 'New order rejected' }],
  ['has a code that is no number', { code: '-2010', msg: 'New order rejected' }],
  ['has an unknown code', { code: -99_999, msg: 'New order rejected' }],
  ['has a code that leaves open what was done', { code: -1007, msg: 'Timeout' }],
])('a row that %s refuses nothing', (_, row) => {
  expect(refusalOf(row)).toBeUndefined();
});
