/**
 * Files of a long history of orders, trades or income, which the exchange prepares for download (today's interface,
 * USD-M rows: asyn).
 */
import { DAY_MS } from '../../core/time-units.ts';
import { endpoint, requiredParam } from '../define.ts';
import type { FuturesProduct } from '../futures-products.ts';
import { endTime, maxSpanRules, startTime, todayParam } from '../params.ts';
import { PATH_PREFIXES } from './futures-defaults.ts';

const YEAR_MS = 365 * DAY_MS;

/** The histories that can be exported, with the number of calls per month that USD-M allows for each. */
const HISTORIES = { order: 10, trade: 5, income: 5 } as const;
/** The number of calls per month that COIN-M allows for each kind of export. */
const COINM_CALLS = 8;

const NO_FILES = 'the sandbox prepares no files for download; its histories can be read by paging';

/**
 * Returns the endpoints of a futures product that request the export of a history, and that show whether its
 * file is ready.
 */
export function exportEndpoints(product: FuturesProduct) {
  const read = {
    product,
    origin: 'today',
    method: 'GET',
    security: 'USER_DATA',
    effect: 'read',
    unsimulated: NO_FILES,
  } as const;
  return (Object.keys(HISTORIES) as readonly (keyof typeof HISTORIES)[]).flatMap((history) => {
    const calls = product === 'usdm' ? HISTORIES[history] : COINM_CALLS;
    return [
      endpoint({
        ...read,
        id: `${product}.export.${history}`,
        summary: `Have a file of the ${history} history prepared for download`,
        path: `${PATH_PREFIXES[product]}/${history}/asyn`,
        weight: 1000,
        params: {
          startTime: todayParam(requiredParam(startTime)),
          endTime: todayParam(requiredParam(endTime)),
        },
        rules: maxSpanRules(YEAR_MS),
        view: {
          shape: 'record',
          columns: [
            { name: 'downloadId', title: 'download', is: 'text' },
            { name: 'avgCostTimestampOfLast30d', title: 'usual duration (ms)', is: 'integer' },
          ],
        },
        notes: [`Allowed ${calls} times a month; the file is kept for 7 days.`],
      }),
      endpoint({
        ...read,
        id: `${product}.export.${history}.link`,
        summary: `Whether a file of the ${history} history is ready, and its link`,
        path: `${PATH_PREFIXES[product]}/${history}/asyn/id`,
        weight: product === 'usdm' ? 10 : 5,
        params: {
          downloadId: todayParam(
            requiredParam({ type: 'STRING', about: 'Download id, from the answer to the request' }),
          ),
        },
        view: {
          shape: 'record',
          columns: [
            { name: 'downloadId', title: 'download', is: 'text' },
            { name: 'status', is: 'text' },
            { name: 'url', title: 'link', is: 'text' },
            { name: 'expirationTimestamp', title: 'expires', is: 'time' },
            { name: 'isExpired', title: 'expired', is: 'boolean' },
            { name: 'notified', is: 'boolean', hidden: true },
          ],
        },
      }),
    ] as const;
  });
}
