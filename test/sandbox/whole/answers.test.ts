/** Every endpoint of the catalogue, asked after a week in which something happened on every line. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { liveWeek } from './life.ts';
import { asked, endpointOf, type Found } from './sweep.ts';
import { ANSWERS } from './table.ts';

/** Columns that no answer has, and why. */
const UNSEEN: Readonly<Record<string, string>> = {
  'futures CMCCirculatingSupply': 'today alone',
  'futures adjustedFundingRateCap': 'no contract has adjusted values',
  'futures adjustedFundingRateFloor': 'no contract has adjusted values',
  'futures disclaimer': 'no contract has adjusted values',
  'futures fundingIntervalHours': 'no contract has adjusted values',
  'futures isRPITrade': 'today alone',
  'margin delistTime': 'today alone',
  'spot allocationId': 'there are no allocations',
  'spot allocationType': 'there are no allocations',
  'spot isAllocator': 'there are no allocations',
};

/** Views are shared by both lines of futures. */
const lineOf = (id: string) => id.replace(/^(usdm|coinm)\..*|\..*$/, (_, line) => (line ? 'futures' : ''));

describe('every answer', () => {
  const found = new Map<string, Found[]>();
  const life = liveWeek();
  const calls = Object.entries(ANSWERS).flatMap(([id, row]) => row.map((one, index) => ({ id, index, one })));

  it('has a row in the table', () => {
    expect(Object.keys(ANSWERS).sort()).toEqual(ENDPOINTS.map(({ id }) => id).sort());
    expect(ENDPOINTS.filter(({ origin }) => origin === 'document')).toHaveLength(186);
  });

  it.each(calls)('of $id ($index) has the fields and types of the table, and rows', ({ id, one }) => {
    const answer = asked(life, id, one);
    found.set(id, [...(found.get(id) ?? []), answer]);
    expect([answer.status, answer.faults]).toEqual([200, []]);
  });

  it('is asked for with every parameter of its endpoint, or a reason stands beside it', () => {
    const unsent = Object.entries(ANSWERS).flatMap(([id, row]) => {
      const names = new Set(Object.keys(endpointOf(id).params));
      for (const { sent } of found.get(id) ?? []) for (const name of sent) names.delete(name);
      for (const one of row) for (const name of Object.keys(one.unsent ?? {})) names.delete(name);
      return [...names].map((name) => `${id} ${name}`);
    });
    expect(unsent).toEqual([]);
  });

  it('has the columns of its view, at least where its line shares the view', () => {
    const seen = new Set<string>();
    const wanted = new Set<string>();
    for (const [id, answers] of found) {
      const { columns: inRows = [], around = [] } = endpointOf(id).view ?? {};
      for (const { name } of [...inRows, ...around]) wanted.add(`${lineOf(id)} ${name}`);
      for (const { columns } of answers) for (const name of columns) seen.add(`${lineOf(id)} ${name}`);
    }
    expect([...wanted].filter((name) => !seen.has(name)).sort()).toEqual(Object.keys(UNSEEN).sort());
  });
});
