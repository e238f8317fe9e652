/** Settings of margin accounts (public facts, Margin today). The interface document has none of these endpoints. */
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, tradeWrite } from '../endpoint-defaults.ts';
import { symbol, todayParam } from '../params.ts';
import { echoProof, successProof } from '../write-proofs.ts';
import { isIsolated, isolatedNeedsSymbol } from './isolated.ts';

const origin = 'today';

const burnView = {
  shape: 'record',
  columns: [
    { name: 'spotBNBBurn', title: 'commission in BNB', is: 'boolean' },
    { name: 'interestBNBBurn', title: 'interest in BNB', is: 'boolean' },
  ],
} as const;

export const bnbBurn = endpoint({
  ...accountRead('margin'),
  origin,
  id: 'margin.bnb-burn.get',
  summary: 'Whether commission on spot and interest on margin are paid in BNB',
  path: '/sapi/v1/bnbBurn',
  weight: 1,
  params: {},
  view: burnView,
});

export const bnbBurnSet = endpoint({
  ...tradeWrite('margin'),
  origin,
  id: 'margin.bnb-burn.set',
  proof: echoProof('spotBNBBurn', 'interestBNBBurn'),
  summary: 'Pay commission on spot or interest on margin in BNB, or stop it',
  inWords: 'Pay in BNB:[ commission on spot {spotBNBBurn}][ interest on margin {interestBNBBurn}]',
  method: 'POST',
  path: '/sapi/v1/bnbBurn',
  weight: 1,
  params: {
    spotBNBBurn: todayParam({ type: 'BOOLEAN', about: 'Whether commission on spot is paid in BNB' }),
    interestBNBBurn: todayParam({ type: 'BOOLEAN', about: 'Whether interest on margin is paid in BNB' }),
  },
  rules: [{ rule: 'at-least-one', of: ['spotBNBBurn', 'interestBNBBurn'] }],
  verifiedBy: {
    noun: 'setting',
    query: 'margin.bnb-burn.get',
    by: 'state',
    echoes: { spotBNBBurn: 'spotBNBBurn', interestBNBBurn: 'interestBNBBurn' },
  },
  view: burnView,
});

export const maxLeverage = endpoint({
  ...tradeWrite('margin'),
  origin,
  id: 'margin.max-leverage',
  proof: successProof,
  summary: 'Set the largest leverage of the cross margin account',
  inWords: 'Set the largest leverage of cross margin to {maxLeverage}',
  method: 'POST',
  path: '/sapi/v1/margin/max-leverage',
  weight: 3000,
  isWeighedByAccount: true,
  lookup: 'margin.trade-coefficients',
  params: {
    maxLeverage: todayParam(
      requiredParam({
        type: 'INT',
        about: 'Leverage; 10 is that of Cross Margin Pro',
        values: [3, 5, 10] as const,
      }),
    ),
  },
  view: { shape: 'record', columns: [{ name: 'success', title: 'done', is: 'boolean' }] },
});

export const orderLimits = endpoint({
  ...accountRead('margin'),
  origin,
  id: 'margin.order-limits',
  summary: 'How much of the order limits of a margin account is used',
  path: '/sapi/v1/margin/rateLimit/order',
  weight: 20,
  params: {
    isIsolated: todayParam(isIsolated),
    symbol: todayParam({ ...symbol, about: 'Trading pair of the isolated account' }),
  },
  rules: [isolatedNeedsSymbol],
  view: {
    shape: 'rows',
    columns: [
      { name: 'rateLimitType', title: 'limit on', is: 'text' },
      { name: 'interval', is: 'text' },
      { name: 'intervalNum', title: 'times', is: 'integer' },
      { name: 'limit', is: 'integer' },
      { name: 'count', title: 'used', is: 'integer' },
    ],
  },
});

export const marginSettings = [bnbBurn, bnbBurnSet, maxLeverage, orderLimits] as const;
