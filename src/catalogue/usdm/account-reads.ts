/**
 * Reads of the USD-M account that the live exchange has today and the interface document lacks: trading rules of the
 * account, limits, portfolio margin (today's interface, USD-M rows).
 */
import { acknowledgementView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import { asset, symbol, todayParam } from '../params.ts';
import { codeProof } from '../write-proofs.ts';

const read = {
  product: 'usdm',
  origin: 'today',
  method: 'GET',
  security: 'USER_DATA',
  effect: 'read',
} as const;

export const tradingStatus = endpoint({
  ...read,
  id: 'usdm.trading-status',
  summary: 'Quantitative trading rules of the account: indicators, triggers, locks',
  path: '/fapi/v1/apiTradingStatus',
  weight: { by: 'presence', param: 'symbol', present: 1, absent: 10 },
  params: { symbol: todayParam({ ...symbol, about: 'Contract; all if omitted' }) },
  view: {
    shape: 'record',
    columns: [
      { name: 'indicators', is: 'text' },
      { name: 'updateTime', title: 'updated', is: 'time' },
    ],
  },
  unsimulated: 'the sandbox has no quantitative rules that lock an account',
});

export const orderLimits = endpoint({
  ...read,
  id: 'usdm.order-limits',
  summary: 'Order rate limits of the account',
  path: '/fapi/v1/rateLimit/order',
  weight: 1,
  params: {},
  view: {
    shape: 'rows',
    columns: [
      { name: 'rateLimitType', title: 'limit', is: 'text' },
      { name: 'interval', is: 'text' },
      { name: 'intervalNum', title: 'intervals', is: 'integer' },
      { name: 'limit', title: 'orders', is: 'integer' },
    ],
  },
  notes: ['The answer has no counts; the headers of an order have them.'],
});

export const portfolioAccount = endpoint({
  ...read,
  id: 'usdm.portfolio-account',
  summary: 'What a classic portfolio margin account can withdraw of an asset',
  path: '/fapi/v1/pmAccountInfo',
  weight: 5,
  params: { asset: todayParam(requiredParam(asset)) },
  view: {
    shape: 'record',
    columns: [
      { name: 'asset', is: 'text' },
      { name: 'maxWithdrawAmount', title: 'can be withdrawn', is: 'decimal' },
      { name: 'maxWithdrawAmountUSD', title: 'in USD', is: 'decimal' },
    ],
  },
  unsimulated: 'portfolio margin is an account kind of its own, which the sandbox does not have',
});

export const tradfiAgreement = endpoint({
  ...read,
  id: 'usdm.tradfi-agreement',
  proof: codeProof,
  summary: 'Agree to the terms of contracts on shares and metals',
  inWords: 'Agree to the terms of contracts on shares and metals (TradFi)',
  method: 'POST',
  path: '/fapi/v1/stock/contract',
  effect: 'write',
  weight: 50,
  params: {},
  view: acknowledgementView,
  unsimulated: 'the sandbox has no contracts on shares or metals, whose terms could be agreed to',
});
