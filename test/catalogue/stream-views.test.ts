/** How events are shown: every stream and user event has columns, and its fields have names in words. */
import { describe, expect, it } from 'vitest';
import type { Fields } from '../../src/catalogue/stream-types.ts';
import { STREAMS } from '../../src/catalogue/streams.ts';
import { USER_EVENTS } from '../../src/catalogue/user-events.ts';
import { allCells, cellAt, fieldName } from '../../src/stream/events/event-fields.ts';

const kinds = [
  ...STREAMS.map(({ id, fields, view, slots }) => ({ id, fields, view, slots: Object.keys(slots) })),
  ...USER_EVENTS.map(({ event, products, fields, view }) => ({
    id: `${event} of ${products.join(', ')}`,
    fields,
    view,
    slots: [] as string[],
  })),
];

/** Returns every object of fields of a kind with its path. */
function objectsOf(fields: Fields, path = ''): readonly (readonly [path: string, fields: Fields])[] {
  const below = Object.entries(fields).flatMap(([key, field]) =>
    field.fields === undefined ? [] : objectsOf(field.fields, `${path}${key}.`),
  );
  return [[path, fields], ...below];
}

describe.each(kinds)('$id', ({ fields, view, slots }) => {
  it('has columns that name fields of the message or parts of the name of the stream', () => {
    expect(view.columns.length).toBeGreaterThan(0);
    const paths = [
      ...view.columns.map(({ at }) => at),
      ...(view.symbolAt === undefined ? [] : [view.symbolAt]),
      ...(view.tint === undefined ? [] : [view.tint.at]),
      ...(view.tint?.by === 'against' ? [view.tint.other] : []),
    ];
    const unknown = paths.filter((at) =>
      at.startsWith('name.') ? !slots.includes(at.slice(5)) : cellAt(fields, { at }) === undefined,
    );
    expect(unknown).toEqual([]);
  });

  it('has short names in words for its fields, different ones within an object', () => {
    for (const [path, inside] of objectsOf(fields)) {
      const names = Object.values(inside).map((field) => fieldName(field));
      expect(names.filter((name) => !/^[a-z][a-zA-Z0-9]{0,29}$/.test(name))).toEqual([]);
      expect([path, [...new Set(names)]]).toEqual([path, names]);
    }
  });

  it('has csv columns with different names', () => {
    const names = allCells({ fields, view }).map(({ name }) => name);
    expect([...new Set(names)]).toEqual(names);
  });
});

it('a field is named by its own name, or by the first clause of its description', () => {
  expect(fieldName({ about: 'aggregate trade id' })).toBe('aggregateTradeId');
  expect(fieldName({ about: 'kind, such as BORROW' })).toBe('kind');
  expect(fieldName({ about: 'whether the buyer is the maker', name: 'isBuyerMaker' })).toBe('isBuyerMaker');
});
