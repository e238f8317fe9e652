/** Calls every endpoint of the catalogue after a week of activity on every product. */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { answerCheck } from '../../docgen/openapi.ts';
import { type CallResult, callEndpoint, endpointOf } from './call-endpoint.ts';
import { ANSWERS } from './call-table.ts';
import { runTradingWeek } from './trading-week.ts';

/** Columns that no response has, with the reason. */
const UNSEEN_COLUMNS: Readonly<Record<string, string>> = {
  'funds delistTime': 'no symbol is about to be delisted',
  'futures CMCCirculatingSupply': 'only on the live exchange',
  'futures adjustedFundingRateCap': 'no contract has adjusted values',
  'futures adjustedFundingRateFloor': 'no contract has adjusted values',
  'futures disclaimer': 'no contract has adjusted values',
  'futures fundingIntervalHours': 'no contract has adjusted values',
  'futures isRPITrade': 'only on the live exchange',
  'margin delistTime': 'only on the live exchange',
  'spot expiryReason': "only today's interface shows it",
  'sub addressTag': 'no sub-account has received a deposit',
  'sub completeTime': 'no sub-account has received a deposit',
  'sub confirmTimes': 'no sub-account has received a deposit',
  'sub id': 'no sub-account has received a deposit',
  'sub network': 'no sub-account has received a deposit',
  'sub transferType': 'no sub-account has received a deposit',
  'sub txId': 'no sub-account has received a deposit',
  'sub unlockConfirm': 'no sub-account has received a deposit',
  'sub walletType': 'no sub-account has received a deposit',
};

/** USD-M and COIN-M futures share views. */
const viewOwner = (id: string) =>
  id.replace(/^(usdm|coinm)\..*|\..*$/, (_, product) => (product ? 'futures' : ''));

describe('every response', () => {
  const results = new Map<string, CallResult[]>();
  const week = runTradingWeek();
  const calls = Object.entries(ANSWERS).flatMap(([id, row]) =>
    row.map((endpointCall, index) => ({ id, index, one: endpointCall })),
  );

  it('has a row in the table', () => {
    const simulated = ENDPOINTS.filter(({ unsimulated }) => unsimulated === undefined);
    expect(Object.keys(ANSWERS).sort()).toEqual(simulated.map(({ id }) => id).sort());
    expect(ENDPOINTS.filter(({ origin }) => origin === 'document')).toHaveLength(186);
  });

  it.each(calls)(
    'of $id ($index) has the fields and types of the table, and rows',
    ({ id, one: endpointCall }) => {
      const answer = callEndpoint(week, id, endpointCall);
      results.set(id, [...(results.get(id) ?? []), answer]);
      expect([answer.status, answer.faults]).toEqual([200, []]);
    },
  );

  it('has the form that the OpenAPI document describes', () => {
    const faults = [...results].flatMap(([id, answers]) => {
      const holds = answerCheck(id);
      return answers.flatMap(({ found }) =>
        holds(found)
          ? []
          : holds.errors!.map(({ instancePath, message }) => `${id} ${instancePath} ${message}`),
      );
    });
    expect(faults).toEqual([]);
    expect(results.size).toBe(Object.keys(ANSWERS).length);
    for (const id of results.keys()) {
      const { shape, columns } = endpointOf(id).view ?? { columns: [] };
      expect(answerCheck(id)('text'), id).toBe(columns.length === 0 && shape !== 'book');
    }
  });

  it('is a list of rows, unless the parameter with which it is one row is sent', () => {
    for (const [id, answers] of results) {
      const { answersOneWith } = endpointOf(id);
      if (answersOneWith === undefined) continue;
      for (const { sent, isList } of answers) expect(isList, id).toBe(!sent.includes(answersOneWith));
      expect(new Set(answers.map(({ isList }) => isList)).size, id).toBe(2);
    }
  });

  it('has times that the catalogue knows as times, and no other value is taken for one', () => {
    const faults = [...results].flatMap(([id, answers]) =>
      answers.flatMap((one) => one.timeFaults.map((fault) => `${id} ${fault}`)),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  it('is one row where the catalogue says so, and otherwise a list of rows', () => {
    const wrong = [...results].filter(([id, answers]) => {
      const { view, answersOne } = endpointOf(id);
      if (answersOne === true) return view?.shape !== 'rows' || answers.some(({ isList }) => isList);
      return view?.shape === 'rows' && view.rowsAt === undefined && answers.every(({ isList }) => !isList);
    });
    expect(wrong.map(([id]) => id)).toEqual([]);
  });

  it('is requested with every parameter of its endpoint, or the table gives a reason', () => {
    const unsent = Object.entries(ANSWERS).flatMap(([id, row]) => {
      const names = new Set(Object.keys(endpointOf(id).params));
      for (const { sent } of results.get(id) ?? []) for (const name of sent) names.delete(name);
      for (const endpointCall of row)
        for (const name of Object.keys(endpointCall.unsentParams ?? {})) names.delete(name);
      return [...names].map((name) => `${id} ${name}`);
    });
    expect(unsent).toEqual([]);
  });

  it('has the columns of its view, at least in one endpoint that shares the view', () => {
    const seen = new Set<string>();
    const expected = new Set<string>();
    for (const [id, answers] of results) {
      const { columns: inRows = [], headerFields: around = [] } = endpointOf(id).view ?? {};
      for (const { name } of [...inRows, ...around]) expected.add(`${viewOwner(id)} ${name}`);
      for (const { columns } of answers) for (const name of columns) seen.add(`${viewOwner(id)} ${name}`);
    }
    expect([...expected].filter((name) => !seen.has(name)).sort()).toEqual(
      Object.keys(UNSEEN_COLUMNS).sort(),
    );
  });
});
