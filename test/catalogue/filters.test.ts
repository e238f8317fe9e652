import { describe, expect, it } from 'vitest';
import { FILTERS, findFilter } from '../../src/catalogue/errors/filters.ts';

describe('the filters', () => {
  it('have unique names, and unique field names within each filter', () => {
    expect(new Set(FILTERS.map((filter) => filter.name)).size).toBe(FILTERS.length);
    for (const filter of FILTERS) {
      expect(new Set(filter.fields.map((field) => field.name)).size, filter.name).toBe(filter.fields.length);
    }
  });

  it('mention each of their fields in their rule', () => {
    for (const { name, fields, rule } of FILTERS) {
      // These two rules mention their bounds as pairs: Above and Below, bid and ask.
      if (name === 'TRAILING_DELTA' || name === 'PERCENT_PRICE_BY_SIDE') continue;
      const values = fields.filter((field) => field.is !== 'boolean').map((field) => field.name);
      for (const field of values) expect(rule, name).toContain(field);
    }
  });

  it('have exchange scope if they apply to all symbols together', () => {
    for (const filter of FILTERS) {
      expect(filter.scope, filter.name).toBe(filter.name.startsWith('EXCHANGE_') ? 'exchange' : 'symbol');
    }
  });

  it('are found by name in any letter case', () => {
    expect(findFilter('lot_size')?.fields.map((field) => field.name)).toEqual([
      'minQty',
      'maxQty',
      'stepSize',
    ]);
    expect(findFilter('LOT')).toBeUndefined();
  });
});
