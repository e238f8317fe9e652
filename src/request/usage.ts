/** Reads the usage headers of answers (interface document, Limits; public facts for those of /sapi). */
import type { Usage } from './types.ts';

const WEIGHT_HEADER = /^x-mbx-used-weight-(\d{1,4}[smhd])$/;
const ORDERS_HEADER = /^x-mbx-order-count-(\d{1,4}[smhd])$/;
const SAPI_HEADER = /^x-sapi-used-(ip|uid)-weight-(\d{1,4}[smhd])$/;

/** The largest used weight or count of orders in a header that is believed; a larger number is ignored as invalid. */
const COUNT_MAX = 1_000_000_000;

/**
 * Returns the usage that the headers report, by interval such as "1m" or "10s". The separate limits of /sapi
 * are "sapi-ip-1m" and "sapi-uid-1m". Of several values of one header the largest is used; invalid ones are
 * ignored.
 */
export function readUsage(headers: Readonly<Record<string, string>>): Usage {
  const weight: Record<string, number> = {};
  const orders: Record<string, number> = {};
  for (const name of Object.keys(headers)) {
    if (!name.startsWith('x-')) continue;
    const count = largestCount(headers[name] ?? '');
    if (count === undefined) continue;
    const used = WEIGHT_HEADER.exec(name);
    if (used !== null) weight[used[1]!] = count;
    const placed = ORDERS_HEADER.exec(name);
    if (placed !== null) orders[placed[1]!] = count;
    const sapi = SAPI_HEADER.exec(name);
    if (sapi !== null) weight[`sapi-${sapi[1]}-${sapi[2]}`] = count;
  }
  return { weight, orders };
}

function largestCount(text: string): number | undefined {
  const counts = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => /^\d{1,10}$/.test(one))
    .map(Number)
    .filter((one) => one <= COUNT_MAX);
  return counts.length === 0 ? undefined : Math.max(...counts);
}
