/** Fetches the pages of a series for the lake, with the pager of the history commands. */
import type { Endpoint } from '../../catalogue/types.ts';
import { pageLayoutOf } from '../../lake/page-layouts.ts';
import type { PageSource } from '../../lake/sync.ts';
import type { SyncSeries } from '../../lake/sync-plan.ts';
import { pageSizeOf, pagingOf } from '../../request/paging/cursor.ts';
import { prepareRequest } from '../../request/prepare.ts';
import { fetchPages } from '../calling/paged-call.ts';
import type { CommandCall } from '../types.ts';

/** Returns the pages of a series, which the pager of the history commands fetches several at a time. */
export function pageSource(call: CommandCall, endpoint: Endpoint, series: SyncSeries): PageSource {
  const own = [
    { name: 'symbol', text: series.symbol },
    ...(series.interval === '' ? [] : [{ name: 'interval', text: series.interval }]),
  ];
  const note = (text: string) => call.output.note(text);
  const output = { note, progress: () => undefined, format: call.output.format };
  const { services, command, options } = call;
  const paged = (given: typeof own) =>
    fetchPages(
      { services, command, options: parallelOf(options), output, given: [...own, ...given] },
      endpoint,
    );
  const layout = pageLayoutOf(series.table, series.product)!;
  return {
    layout,
    pageRows: pageRowsOf(endpoint),
    async *pages({ from, to }) {
      const window = [
        { name: 'startTime', text: String(from) },
        { name: 'endTime', text: String(to - 1) },
      ];
      for await (const { text } of paged(window)) yield text;
    },
    async newest({ to }) {
      const given = [...own, { name: 'endTime', text: String(to - 1) }, { name: 'limit', text: '1' }];
      const { request } = prepareRequest(endpoint, given, { now: services.world.clock.now() });
      return (await services.call(request, { isOneOfMany: true })).body;
    },
  };
}

function parallelOf({ parallel }: CommandCall['options']): CommandCall['options'] {
  return parallel === undefined ? {} : { parallel };
}

/** Returns the largest number of rows in a page. */
export function pageRowsOf(endpoint: Endpoint): number {
  return pageSizeOf(endpoint, pagingOf(endpoint), new Map())!;
}
