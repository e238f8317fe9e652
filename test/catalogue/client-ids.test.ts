/** What is said of the ids of writes and of the queries that settle them must name what is there. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint, Params } from '../../src/catalogue/types.ts';

const find = (id: string | undefined): Endpoint => ENDPOINTS.find((one) => one.id === id)!;

/** The parameters of a write, or those of the objects of the list that has the ids. */
function paramsOf({ params, clientIds: ownId }: Endpoint): Params {
  return ownId?.listField === undefined ? params : (params[ownId.listField]!.items as Params);
}

const identified = ENDPOINTS.filter((one) => one.clientIds !== undefined);
const queries = ENDPOINTS.filter((one) => one.lookupFields !== undefined);

describe('a write with an id of its own', () => {
  it('is every new order, batch, list and amendment of every product', () => {
    expect(identified.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'spot.order.new',
        'spot.oco.new',
        'spot.order.amend',
        'usdm.order.new',
        'usdm.order.batch',
        'coinm.order.new',
        'coinm.order.batch',
        'options.order.new',
        'options.order.batch',
        'margin.order.new',
      ]),
    );
  });

  it.each(identified.map((one) => [one.id, one] as const))('%s takes it as a parameter', (_id, one) => {
    const { param, parts } = one.clientIds!;
    for (const name of [param, ...(parts?.params ?? [])])
      expect(paramsOf(one)[name]).toMatchObject({ format: 'client-order-id', maxLength: 36 });
    if (parts !== undefined) expect(find(parts.lookup).lookupFields).toBeDefined();
  });

  it.each(identified.map((one) => [one.id, one] as const))('%s is found by it again', (_id, one) => {
    const { lookupFields: shows, params } = find(one.lookup);
    expect(shows).toBeDefined();
    expect(Object.keys(params)).toContain(shows!.param);
    // An order that is found must be compared with the one that was sent in more than its id.
    const compared = Object.keys(shows!.echoes).filter((name) => name in paramsOf(one));
    expect(compared.length).toBeGreaterThan(0);
  });
});

describe.each(queries.map((one) => [one.id, one] as const))('%s', (_id, query) => {
  const { lookupFields: shows, view, product } = query;

  it('names fields that its records have', () => {
    const names = view!.columns.map(({ name }) => name);
    const fields = [shows!.idField, ...shows!.timeFields, ...Object.values(shows!.echoes).flat()];
    expect(names).toEqual(expect.arrayContaining(fields));
  });

  it('names lists of the same product, without which absence could not be proved', () => {
    for (const id of [shows!.open, shows!.history])
      expect(find(id)).toMatchObject({ product, effect: 'read', method: 'GET' });
    expect(Object.keys(find(shows!.history).params)).toEqual(expect.arrayContaining(['startTime', 'limit']));
  });
});

it.each(identified.map((one) => [one.id, one] as const))(
  '%s names the rules it is checked by',
  (_id, one) => {
    const { rules, price } = one.orderRules!;
    expect(find(rules).view!.rowsAt).toBeDefined();
    expect(find(rules)).toMatchObject({ effect: 'read', security: 'NONE' });
    expect(find(price.lookup)).toMatchObject({ effect: 'read', security: 'NONE' });
    expect(find(price.lookup).view!.columns.map(({ name }) => name)).toContain(price.field);
  },
);

const seen = ENDPOINTS.filter((one) => one.verifiedBy !== undefined);

describe('a write that is no order', () => {
  it('is never looked for in two ways', () => {
    expect(seen.length).toBeGreaterThan(15);
    for (const { lookup, clientIds: ownId } of seen) expect([lookup, ownId]).toEqual([undefined, undefined]);
  });

  it.each(seen.map((one) => [one.id, one] as const))(
    '%s is recognised by fields that its query shows',
    (_id, write) => {
      const {
        query: id,
        by,
        queryParams: asks = {},
        echoes: repeats,
        time,
        clientId: ownId,
      } = write.verifiedBy!;
      const query = find(id);
      const fields = query.view!.columns.map(({ name }) => name);
      expect(query).toMatchObject({ effect: 'read', method: 'GET', product: write.product });
      for (const [param, source] of Object.entries(asks)) {
        expect(Object.keys(query.params)).toContain(param);
        expect(Object.keys(write.params)).toContain(source);
      }
      for (const [param, field] of Object.entries(repeats)) {
        expect(Object.keys(write.params)).toContain(param);
        expect(fields).toContain(field);
      }
      if (ownId !== undefined) expect(Object.keys(repeats)).toContain(ownId);
      if (time !== undefined) expect(fields).toContain(time);
      if (by === 'values') {
        expect(time).toBeDefined();
        expect(Object.keys(query.params)).toContain('startTime');
      }
      // What the query needs is asked for.
      const needed = Object.entries(query.params).filter(([, param]) => param.required === true);
      for (const [name] of needed) expect([...Object.keys(asks), 'startTime', 'endTime']).toContain(name);
    },
  );
});
