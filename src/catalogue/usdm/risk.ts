/**
 * Margin and fees of USD-M and COIN-M futures that the live exchange has today and the interface document lacks:
 * leverage brackets, rates, ADL quantiles, changes of margin (public facts, USD-M trading: today-only neighbours;
 * Futures mechanics).
 */
import { endpoint, requiredParam } from '../define.ts';
import { POSITION_MARGIN_TYPES } from '../enums/orders.ts';
import type { FuturesProduct } from '../futures-products.ts';
import { endTime, limit, startNotAfterEnd, startTime, symbol } from '../params.ts';
import { CONTRACT_HELP, PATH_PREFIXES } from './futures-defaults.ts';

const BRACKETS = { usdm: '/fapi/v1/leverageBracket', coinm: '/dapi/v2/leverageBracket' } as const;

/** Returns the margin and fee endpoints of a futures product. */
export function riskEndpoints(product: FuturesProduct) {
  const read = {
    product,
    origin: 'today',
    method: 'GET',
    security: 'USER_DATA',
    effect: 'read',
  } as const;
  const contract = requiredParam({ ...symbol, about: CONTRACT_HELP[product] });
  const anyContract = { ...symbol, about: 'Contract; all if omitted' } as const;
  return [
    endpoint({
      ...read,
      id: `${product}.brackets`,
      weight: product === 'usdm' ? 1 : { by: 'presence', param: 'symbol', present: 1, absent: 2 },
      summary: 'Leverage brackets: max notional and maintenance margin by leverage',
      path: BRACKETS[product],
      params: { symbol: anyContract },
      view: {
        shape: 'rows',
        columns: [
          { name: 'symbol', is: 'text' },
          { name: 'brackets', is: 'text', wire: 'list' },
        ],
      },
    }),
    endpoint({
      ...read,
      id: `${product}.commission`,
      answersOne: true,
      weight: 20,
      summary: 'Your commission rates on a contract',
      path: `${PATH_PREFIXES[product]}/commissionRate`,
      params: { symbol: contract },
      view: {
        shape: 'rows',
        columns: [
          { name: 'symbol', is: 'text' },
          { name: 'makerCommissionRate', title: 'maker', is: 'decimal' },
          { name: 'takerCommissionRate', title: 'taker', is: 'decimal' },
        ],
      },
    }),
    endpoint({
      ...read,
      id: `${product}.adl`,
      weight: 5,
      summary: 'ADL rank of positions',
      path: `${PATH_PREFIXES[product]}/adlQuantile`,
      params: { symbol: anyContract },
      view: {
        shape: 'rows',
        columns: [
          { name: 'symbol', is: 'text' },
          { name: 'adlQuantile', title: 'quantile by side', is: 'text', wire: 'object' },
        ],
      },
    }),
    endpoint({
      ...read,
      id: `${product}.margin-history`,
      weight: 1,
      summary: 'Margin added to and removed from isolated positions',
      path: `${PATH_PREFIXES[product]}/positionMargin/history`,
      params: {
        symbol: contract,
        type: {
          type: 'INT',
          about: 'Direction; both if omitted',
          values: POSITION_MARGIN_TYPES,
          meanings: { 1: 'add', 2: 'reduce' },
        },
        startTime,
        endTime,
        limit: limit(500, 500),
      },
      rules: [startNotAfterEnd],
      view: {
        shape: 'rows',
        columns: [
          { name: 'time', is: 'time' },
          { name: 'symbol', is: 'text' },
          { name: 'positionSide', title: 'side', is: 'text' },
          { name: 'type', is: 'integer' },
          { name: 'amount', is: 'decimal' },
          { name: 'asset', is: 'text' },
          { name: 'deltaType', title: 'by', is: 'text', hidden: true },
        ],
      },
    }),
  ] as const;
}
