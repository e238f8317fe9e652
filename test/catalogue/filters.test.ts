import { describe, expect, it } from 'vitest';
import { FILTERS, findFilter } from '../../src/catalogue/errors/filters.ts';

describe('the filters', () => {
  it('have names and field names of their own', () => {
    expect(new Set(FILTERS.map((filter) => filter.name)).size).toBe(FILTERS.length);
    for (const filter of FILTERS) {
      expect(new Set(filter.fields.map((field) => field.name)).size, filter.name).toBe(filter.fields.length);
    }
  });

  it('mention fields of their own in their rules', () => {
    for (const { name, fields, rule } of FILTERS) {
      // The two Above and two Below bounds of a trailing delta are spoken of as pairs, as are bid and ask.
      if (name === 'TRAILING_DELTA' || name === 'PERCENT_PRICE_BY_SIDE') continue;
      const values = fields.filter((field) => field.is !== 'boolean').map((field) => field.name);
      for (const field of values) expect(rule, name).toContain(field);
    }
  });

  it('stand in exchangeFilters where they count over all symbols', () => {
    for (const filter of FILTERS) {
      expect(filter.scope, filter.name).toBe(filter.name.startsWith('EXCHANGE_') ? 'exchange' : 'symbol');
    }
  });

  it('are found by name, letter case aside', () => {
    expect(findFilter('lot_size')?.fields.map((field) => field.name)).toEqual([
      'minQty',
      'maxQty',
      'stepSize',
    ]);
    expect(findFilter('LOT')).toBeUndefined();
  });
});
