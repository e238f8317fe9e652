/** The options account: totals, positions, own trades (interface document, Options; records from public facts). */
import { endpoint, requiredParam } from '../define.ts';
import { accountRead } from '../endpoint-defaults.ts';
import { endTime, fromId, limit, startNotAfterEnd, startTime } from '../params.ts';
import { optionsAccountReads } from './account-reads.ts';
import { contract, contractColumns } from './contract.ts';

const read = { ...accountRead('options'), weight: 5 } as const;

export const account = endpoint({
  ...read,
  id: 'options.account',
  summary: 'Margins and totals of the account',
  path: '/eapi/v1/account',
  params: {},
  view: {
    shape: 'record',
    columns: [
      { name: 'totalWalletBalance', title: 'wallet', is: 'decimal' },
      { name: 'totalMarginBalance', title: 'margin balance', is: 'decimal' },
      { name: 'availableBalance', title: 'available', is: 'decimal' },
      { name: 'totalPositionInitialMargin', title: 'initial margin of positions', is: 'decimal' },
      { name: 'totalOpenOrderInitialMargin', title: 'initial margin of orders', is: 'decimal' },
      { name: 'totalCrossWalletBalance', title: 'cross wallet', is: 'decimal' },
      { name: 'totalCrossUnPnl', title: 'cross unrealised PnL', is: 'decimal' },
      { name: 'maxWithdrawAmount', title: 'can be withdrawn', is: 'decimal' },
      { name: 'riskLevel', title: 'risk', is: 'text' },
      { name: 'time', is: 'time' },
      { name: 'asset', title: 'assets', is: 'text', wire: 'list', hidden: true },
      { name: 'greek', title: 'greeks', is: 'text', wire: 'list', hidden: true },
    ],
  },
  today: { isGone: 404, replacedBy: { endpoint: 'options.margin-account' } },
});

export const position = endpoint({
  ...read,
  id: 'options.position',
  summary: 'Positions',
  path: '/eapi/v1/position',
  params: { symbol: { ...contract, about: 'Option; all if omitted' } },
  view: {
    shape: 'rows',
    amountColumns: ['quantity'],
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'side', is: 'text' },
      { name: 'quantity', is: 'decimal' },
      { name: 'reducibleQty', title: 'reducible', is: 'decimal', hidden: true },
      { name: 'entryPrice', title: 'entry', is: 'decimal' },
      { name: 'markPrice', title: 'mark', is: 'decimal' },
      { name: 'markValue', title: 'value', is: 'decimal' },
      { name: 'unrealizedPNL', title: 'unrealised PnL', is: 'decimal' },
      { name: 'strikePrice', title: 'strike', is: 'decimal' },
      { name: 'expiryDate', title: 'expiry', is: 'time' },
      { name: 'optionSide', title: 'option', is: 'text' },
      { name: 'ror', title: 'return', is: 'decimal', hidden: true },
      { name: 'positionCost', title: 'cost', is: 'decimal', hidden: true },
      { name: 'bidQuantity', is: 'decimal', hidden: true },
      { name: 'askQuantity', is: 'decimal', hidden: true },
      { name: 'quoteAsset', title: 'quote', is: 'text', hidden: true },
      { name: 'priceScale', is: 'integer', hidden: true },
      { name: 'quantityScale', is: 'integer', hidden: true },
      { name: 'time', is: 'time', hidden: true },
    ],
  },
});

export const userTrades = endpoint({
  ...read,
  id: 'options.my-trades',
  summary: 'Trades of the account on an option',
  path: '/eapi/v1/userTrades',
  params: {
    symbol: requiredParam(contract),
    fromId: { ...fromId, about: 'First trade id, inclusive' },
    startTime,
    endTime,
    limit: limit(500, 1000),
  },
  rules: [startNotAfterEnd],
  pages: { by: 'id', from: 'fromId', limit: 'limit', at: 'id' },
  view: {
    shape: 'rows',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'id', is: 'integer' },
      { name: 'tradeId', title: 'trade', is: 'integer', hidden: true },
      { name: 'orderId', title: 'order', is: 'integer' },
      { name: 'time', is: 'time' },
      { name: 'side', is: 'text' },
      { name: 'type', is: 'text', hidden: true },
      { name: 'price', is: 'decimal' },
      { name: 'quantity', is: 'decimal' },
      { name: 'fee', is: 'decimal' },
      { name: 'realizedProfit', title: 'realised PnL', is: 'decimal' },
      { name: 'liquidity', is: 'text' },
      { name: 'volatility', is: 'decimal', hidden: true },
      ...contractColumns,
    ],
  },
});

export const optionsAccount = [account, position, userTrades, ...optionsAccountReads] as const;
