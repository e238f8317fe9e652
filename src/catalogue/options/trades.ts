/** Public trades of options, which only the live interface has (today's interface, Options). */
import { endpoint, requiredParam } from '../define.ts';
import { publicRead } from '../endpoint-defaults.ts';
import { limit, todayParam } from '../params.ts';
import type { Column } from '../types.ts';
import { contract } from './contract.ts';

const open = { ...publicRead('options'), origin: 'today', weight: 5 } as const;
const tradeColumns = [
  { name: 'symbol', is: 'text' },
  { name: 'id', is: 'integer' },
  { name: 'time', is: 'time' },
  { name: 'price', is: 'decimal' },
  { name: 'qty', title: 'quantity', is: 'decimal' },
  { name: 'quoteQty', title: 'value', is: 'decimal' },
  { name: 'side', is: 'text', wire: 'number' },
] as const satisfies readonly Column[];

export const trades = endpoint({
  ...open,
  id: 'options.trades',
  summary: 'Recent trades',
  path: '/eapi/v1/trades',
  params: { symbol: todayParam(requiredParam(contract)), limit: todayParam(limit(100, 500)) },
  view: { shape: 'rows', columns: tradeColumns },
  notes: ['side 1 is a buy by the taker, -1 a sale.'],
});

export const blockTrades = endpoint({
  ...open,
  id: 'options.block-trades',
  summary: 'Recent block trades',
  path: '/eapi/v1/blockTrades',
  params: {
    symbol: todayParam({ ...contract, about: 'Option; all if omitted' }),
    limit: todayParam(limit(100, 500)),
  },
  view: { shape: 'rows', columns: tradeColumns },
});

export const optionsTrades = [trades, blockTrades] as const;
