/** How the catalogue says that today's interface serves a call of the interface document by another endpoint. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { checkArguments } from '../../src/request/check.ts';
import { asToday } from '../../src/request/today.ts';

const find = (id: string) => ENDPOINTS.find((one) => one.id === id);
const replaced = ENDPOINTS.flatMap((endpoint) => {
  const replacement = endpoint.today?.replacedBy;
  return replacement === undefined ? [] : [{ id: endpoint.id, endpoint, replacement }];
});

describe.each(replaced)('the replacement of $id', ({ endpoint, replacement }) => {
  const { names = {}, values = {}, sets = {}, drops = [] } = replacement;
  const target = find(replacement.endpoint);

  it('is an endpoint that is not gone itself, and does the same to orders and funds', () => {
    expect(target).toMatchObject({ effect: endpoint.effect });
    expect(target!.today?.isGone).toBeUndefined();
  });

  it('names only parameters that both endpoints have', () => {
    const own = Object.keys(endpoint.params);
    const params = Object.keys(target!.params);
    expect(own).toEqual(expect.arrayContaining([...Object.keys(names), ...drops]));
    expect(params).toEqual(
      expect.arrayContaining([...Object.values(names), ...Object.keys(sets), ...Object.keys(values)]),
    );
    expect(drops.filter((name) => params.includes(name))).toEqual([]);
  });

  it('sets only values that its parameters allow', () => {
    const texts = [
      ...Object.entries(sets),
      ...Object.entries(values).flatMap(([name, spelt]) =>
        Object.values(spelt).map((value) => [name, value] as const),
      ),
    ];
    for (const [name, value] of texts) {
      const faults = checkArguments(asToday(target!), new Map([[name, value]]));
      expect(faults.filter(({ param }) => param === name)).toEqual([]);
    }
  });
});

it('loans, repayments and transfers of margin have replacements', () => {
  expect(replaced.map(({ id, replacement }) => [id, replacement.endpoint])).toEqual(
    expect.arrayContaining([
      ['margin.borrow', 'margin.borrow-repay'],
      ['margin.repay', 'margin.borrow-repay'],
      ['margin.loans', 'margin.borrow-repay.list'],
      ['margin.repayments', 'margin.borrow-repay.list'],
      ['margin.transfer', 'funds.transfer'],
    ]),
  );
});
