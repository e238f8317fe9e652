/**
 * The declarations of client order ids and of the look-ups of unconfirmed writes name existing endpoints and
 * fields.
 */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint, Params } from '../../src/catalogue/types.ts';

const find = (id: string | undefined): Endpoint => ENDPOINTS.find((one) => one.id === id)!;

/** Returns the parameters of a write, or those of the objects of its list that have the ids. */
function paramsOf({ params, clientIds }: Endpoint): Params {
  return clientIds?.listField === undefined ? params : (params[clientIds.listField]!.items as Params);
}

const identified = ENDPOINTS.filter((one) => one.clientIds !== undefined);
const queries = ENDPOINTS.filter((one) => one.lookupFields !== undefined);

describe('a write with a client order id', () => {
  it('is each new order, batch, order list and amendment of every product', () => {
    expect(identified.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'spot.order.new',
        'spot.oco.new',
        'spot.order-list.oco',
        'spot.order-list.oto',
        'spot.order-list.otoco',
        'spot.order-list.opo',
        'spot.order-list.opoco',
        'spot.order.amend',
        'usdm.order.new',
        'usdm.algo-order.new',
        'coinm.algo-order.new',
        'usdm.order.batch',
        'coinm.order.new',
        'coinm.order.batch',
        'options.order.new',
        'options.order.batch',
        'margin.order.new',
      ]),
    );
  });

  it.each(identified.map((one) => [one.id, one] as const))('%s has a parameter for the id', (_id, one) => {
    const { param, parts } = one.clientIds!;
    for (const name of [param, ...(parts?.params ?? [])])
      expect(paramsOf(one)[name]).toMatchObject({ format: 'client-order-id', maxLength: 36 });
    if (parts !== undefined) expect(find(parts.lookup).lookupFields).toBeDefined();
  });

  it.each(identified.map((one) => [one.id, one] as const))('%s is looked up by the id', (_id, one) => {
    const { lookupFields, params } = find(one.lookup);
    expect(lookupFields).toBeDefined();
    expect(Object.keys(params)).toContain(lookupFields!.param);
    // A found order is compared with the sent one by more fields than its id.
    const compared = Object.keys(lookupFields!.echoes).filter((name) => name in paramsOf(one));
    expect(compared.length).toBeGreaterThan(0);
  });
});

describe.each(queries.map((one) => [one.id, one] as const))('%s', (_id, query) => {
  const { lookupFields, view, product } = query;

  it('names only fields of its own records', () => {
    const names = view!.columns.map(({ name }) => name);
    const fields = [
      lookupFields!.idField,
      ...lookupFields!.timeFields,
      ...Object.values(lookupFields!.echoes).flat(),
    ];
    expect(names).toEqual(expect.arrayContaining(fields));
  });

  it('names the lists of open orders and of history of its product, which prove that an order is absent', () => {
    for (const id of [lookupFields!.open, lookupFields!.history])
      expect(find(id)).toMatchObject({ product, effect: 'read', method: 'GET' });
    expect(Object.keys(find(lookupFields!.history).params)).toEqual(
      expect.arrayContaining(['startTime', 'limit']),
    );
  });
});

it.each(identified.map((one) => [one.id, one] as const))(
  '%s names the endpoints of its symbol rules and of its reference price',
  (_id, one) => {
    const { rules, price } = one.orderRules!;
    expect(find(rules).view!.rowsAt).toBeDefined();
    expect(find(rules)).toMatchObject({ effect: 'read', security: 'NONE' });
    expect(find(price.lookup)).toMatchObject({ effect: 'read', security: 'NONE' });
    expect(find(price.lookup).view!.columns.map(({ name }) => name)).toContain(price.field);
  },
);

const verified = ENDPOINTS.filter((one) => one.verifiedBy !== undefined);

describe('a write other than an order', () => {
  it('has only one kind of look-up', () => {
    expect(verified.length).toBeGreaterThan(15);
    for (const { lookup, clientIds } of verified) expect([lookup, clientIds]).toEqual([undefined, undefined]);
  });

  it.each(verified.map((one) => [one.id, one] as const))(
    '%s is recognised by fields that its look-up returns',
    (_id, write) => {
      const { query: id, by, queryParams = {}, echoes, time, clientId } = write.verifiedBy!;
      const query = find(id);
      const fields = query.view!.columns.map(({ name }) => name);
      expect(query).toMatchObject({ effect: 'read', method: 'GET', product: write.product });
      for (const [param, source] of Object.entries(queryParams)) {
        expect(Object.keys(query.params)).toContain(param);
        expect(Object.keys(write.params)).toContain(source);
      }
      for (const [param, field] of Object.entries(echoes)) {
        expect(Object.keys(write.params)).toContain(param);
        expect(fields).toContain(field);
      }
      if (clientId !== undefined) expect(Object.keys(echoes)).toContain(clientId);
      if (time !== undefined) expect(fields).toContain(time);
      if (by === 'values') {
        expect(time).toBeDefined();
        expect(Object.keys(query.params)).toContain('startTime');
      }
      // Every required parameter of the look-up is sent.
      const needed = Object.entries(query.params).filter(([, param]) => param.required === true);
      for (const [name] of needed)
        expect([...Object.keys(queryParams), 'startTime', 'endTime']).toContain(name);
    },
  );
});
