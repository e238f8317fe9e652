/** Paging of endpoints that return their rows inside an object, as most wallet endpoints do. */
import { describe, expect, it } from 'vitest';
import type { Services } from '../../src/app/services.ts';
import { fundsAssets } from '../../src/catalogue/funds/assets.ts';
import { fundsWithdrawals } from '../../src/catalogue/funds/withdrawals.ts';
import { marginFunds } from '../../src/catalogue/margin/funds.ts';
import { miningEndpoints } from '../../src/catalogue/mining.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { fetchPages, flatRowsView } from '../../src/commands/calling/paged-call.ts';
import type { Chunk, CommandCall, Output, TypedArgument } from '../../src/commands/types.ts';
import { stringifyJson } from '../../src/core/json.ts';
import type { UnixMs } from '../../src/core/words.ts';
import { decodeQuery } from '../../src/request/encode.ts';
import type { PreparedRequest } from '../../src/request/types.ts';
import { fixedClock } from '../acceptance/world.ts';

const find = (list: readonly Endpoint[], id: string) => list.find((one) => one.id === id)!;

/** Fetches all pages of an endpoint from `answerTo`; returns the rows, the chunks and the queries. */
async function allRows(
  endpoint: Endpoint,
  given: readonly TypedArgument[],
  answerTo: (query: ReadonlyMap<string, string>) => string,
) {
  const asked: string[] = [];
  const services = {
    world: { clock: fixedClock(1_710_506_096_789 as UnixMs) },
    call: async (request: PreparedRequest) => {
      asked.push(request.query);
      const body = answerTo(new Map(decodeQuery(request.query)));
      return { status: 200, headers: {}, body, origin: '', receivedAt: 0, usage: { weight: {}, orders: {} } };
    },
    rememberSymbols: () => undefined,
  } as unknown as Services;
  const output = { note: () => undefined, progress: () => undefined } as unknown as Output;
  const call = { endpoint, given, services, output, options: {}, command: 'test' } as unknown as CommandCall;
  const chunks: Chunk[] = [];
  for await (const chunk of fetchPages(call, endpoint)) chunks.push(chunk);
  return { rows: chunks.flatMap(({ value }) => value as readonly unknown[]), chunks, asked };
}

describe('pages of rows inside an object', () => {
  const loans = find(marginFunds, 'margin.loans');
  const total = 250;
  const given = [
    { name: 'asset', text: 'USDT' },
    { name: 'startTime', text: '1700000000000' },
  ];
  const loanPage = (query: ReadonlyMap<string, string>) => {
    const size = Number(query.get('size'));
    const first = (Number(query.get('current')) - 1) * size;
    const count = Math.max(0, Math.min(size, total - first));
    // Numbers beyond 2^53 must keep their last digit.
    const rows = Array.from({ length: count }, (_, at) => `{"txId":900719925474${1000 + first + at}}`);
    return `{"rows":[${rows.join(',')}],"total":${total}}`;
  };

  it('are fetched page by page until a page is not full', async () => {
    const { rows, asked } = await allRows(loans, given, loanPage);
    expect(rows).toHaveLength(total);
    expect(asked.map((query) => /current=(\d+)&size=(\d+)/.exec(query)?.slice(1))).toEqual([
      ['1', '100'],
      ['2', '100'],
      ['3', '100'],
    ]);
  });

  it('are written as lists of rows with every digit', async () => {
    const { chunks } = await allRows(loans, given, loanPage);
    expect(chunks[0]!.text.slice(0, 50)).toMatch(/^\[\{"txId":9007199254741000\},/);
    expect(stringifyJson(chunks[2]!.value)).toBe(chunks[2]!.text);
    expect(flatRowsView(loans.view)).toEqual({ shape: 'rows', columns: loans.view!.columns });
  });

  it('may be nested deeper, and end with an empty page if the page size is unknown', async () => {
    const workers = find(miningEndpoints, 'mining.worker.list');
    const { rows, asked } = await allRows(
      workers,
      [
        { name: 'algo', text: 'sha256' },
        { name: 'userName', text: 'pool' },
      ],
      (query) => {
        const page = Number(query.get('pageIndex'));
        const names = page > 3 ? [] : [`${page}a`, `${page}b`];
        return JSON.stringify({
          code: 0,
          data: { workerDatas: names.map((workerName) => ({ workerName })) },
        });
      },
    );
    expect(rows).toHaveLength(6);
    expect(asked).toHaveLength(4);
  });

  it('are empty if the list is null', async () => {
    expect((await allRows(loans, given, () => '{"rows":null,"total":0}')).rows).toEqual([]);
  });

  it('without a list are an error that names the expected path', async () => {
    await expect(allRows(loans, given, () => '{"total":0}')).rejects.toThrow(
      'Expected a list of rows at rows',
    );
    await expect(allRows(loans, given, () => '[]')).rejects.toThrow('Expected a list of rows at rows');
  });

  it('are paged by offset on endpoints with an offset', async () => {
    const deposits = find(fundsWithdrawals, 'funds.deposits');
    const { rows, asked } = await allRows(deposits, [{ name: 'limit', text: '2' }], (query) => {
      const offset = Number(query.get('offset'));
      return JSON.stringify([{ id: offset }, { id: offset + 1 }].filter(({ id }) => id < 5));
    });
    expect(rows).toEqual([0, 1, 2, 3, 4].map((id) => ({ id })));
    expect(asked).toEqual(['limit=2&offset=0', 'limit=2&offset=2', 'limit=2&offset=4']);
  });

  it('are fetched window by window if one call may span less than the requested time', async () => {
    const day = 86_400_000;
    const start = 1_650_000_000_000;
    const dividends = find(fundsAssets, 'funds.dividends');
    const times = Array.from({ length: 8 }, (_, at) => start + at * 60 * day);
    const { rows, asked } = await allRows(
      dividends,
      [
        { name: 'startTime', text: String(start) },
        { name: 'endTime', text: String(start + 400 * day) },
      ],
      (query) => {
        const [from, to] = [Number(query.get('startTime')), Number(query.get('endTime'))];
        if (to - from > 180 * day) throw new Error(`the window from ${from} to ${to} is too wide`);
        const found = times.filter((divTime) => divTime >= from && divTime <= to);
        return JSON.stringify({ rows: found.map((divTime) => ({ divTime })), total: found.length });
      },
    );
    expect(rows).toEqual(times.slice(0, 7).map((divTime) => ({ divTime })));
    expect(asked).toHaveLength(3);
  });
});
