/**
 * Portfolio margin: changes of orders, algo orders of USD-M, and orders on margin (today's interface, papi). Their
 * parameters and records are those of the accounts that the portfolio margin account joins.
 */
import { endpoint, requiredParam } from '../define.ts';
import { marginOrders } from '../margin/orders.ts';
import { symbol, todayParam } from '../params.ts';
import { algoOrders } from '../usdm/algo-orders.ts';
import { orderChanges } from '../usdm/order-changes.ts';
import { completeProof } from '../write-proofs.ts';
import {
  NO_PORTFOLIO,
  PART_TITLES,
  PORTFOLIO_PARTS,
  type PortfolioPart,
  PRODUCT_OF_PART,
} from './defaults.ts';

const shared = { product: 'portfolio', origin: 'today', unsimulated: NO_PORTFOLIO } as const;

/** Returns the change of an order of one part of the account; unlike elsewhere it always names the price. */
function changeOf(part: PortfolioPart) {
  // Portfolio margin has no WebSocket API.
  const [{ wsMethod: _wsMethod, ...change }] = orderChanges(PRODUCT_OF_PART[part]);
  const { price, ...params } = change.params;
  return endpoint({
    ...change,
    ...shared,
    id: `portfolio.${part}.order.amend`,
    summary: `Modify price and quantity of a limit order of the ${PART_TITLES[part]} part (loses priority)`,
    inWords: `Change order {orderId|origClientOrderId} of {symbol} to {side} {quantity} at {price} in the ${PART_TITLES[part]} part of the portfolio margin account`,
    path: `/papi/v1/${part}/order`,
    params: { ...params, price: requiredParam(price) },
    rules: [{ rule: 'at-least-one', of: ['orderId', 'origClientOrderId'] }],
    verifiedBy: { ...change.verifiedBy!, query: `portfolio.${part}.order.get` },
  });
}

const [{ wsMethod: _wsMethod, ...algoNew }, algoCancel, algoCancelAll, algoGet, algoOpen, algoAll] =
  algoOrders('usdm');
const IN_ACCOUNT = 'in the portfolio margin account';

const algoEndpoints = [
  endpoint({
    ...algoNew,
    ...shared,
    id: 'portfolio.um.algo-order.new',
    path: '/papi/v1/um/algo/order',
    weight: 1,
    lookup: 'portfolio.um.algo-order.get',
  }),
  endpoint({
    ...shared,
    id: 'portfolio.um.algo-order.cancel',
    proof: completeProof,
    summary: algoCancel.summary,
    method: 'DELETE',
    security: 'TRADE',
    effect: 'write',
    weight: 1,
    params: algoCancel.params,
    rules: [{ rule: 'at-least-one', of: ['algoId', 'clientAlgoId'] }],
    inWords: `Cancel algo order {algoId|clientAlgoId} ${IN_ACCOUNT}`,
    path: '/papi/v1/um/algo/order',
    lookup: 'portfolio.um.algo-order.get',
    view: { shape: 'record', columns: [{ name: 'complete', title: 'cancelled', is: 'boolean' }] },
  }),
  endpoint({
    ...algoCancelAll,
    ...shared,
    id: 'portfolio.um.algo-orders.cancel',
    inWords: `Cancel all open algo orders of {symbol} ${IN_ACCOUNT}`,
    path: '/papi/v1/um/algo/allOpenOrders',
    lookup: 'portfolio.um.algo-orders.open',
  }),
  endpoint({
    ...algoGet,
    ...shared,
    id: 'portfolio.um.algo-order.get',
    path: '/papi/v1/um/algo/algoOrder',
    lookupFields: {
      ...algoGet.lookupFields!,
      open: 'portfolio.um.algo-orders.open',
      history: 'portfolio.um.algo-orders.all',
    },
  }),
  endpoint({
    ...algoOpen,
    ...shared,
    id: 'portfolio.um.algo-orders.open',
    path: '/papi/v1/um/algo/openAlgoOrders',
  }),
  endpoint({
    ...algoAll,
    ...shared,
    id: 'portfolio.um.algo-orders.all',
    path: '/papi/v1/um/algo/allAlgoOrders',
  }),
] as const;

const [marginNew, marginCancel, , marginGet, marginOpen, marginAll] = marginOrders;

/** Returns parameters of margin without the choice of an isolated account, which portfolio margin lacks. */
function crossOnly<P extends { readonly isIsolated: unknown }>({ isIsolated: _isIsolated, ...params }: P) {
  return params;
}

const marginEndpoints = [
  endpoint({
    ...marginNew,
    ...shared,
    id: 'portfolio.margin.order.new',
    answersOne: true,
    summary: 'Place an order on margin in the portfolio margin account',
    path: '/papi/v1/margin/order',
    weight: 1,
    today: {},
    params: crossOnly(marginNew.params),
    lookup: 'portfolio.margin.order.get',
    notes: [
      'MARGIN_BUY borrows what is missing when the order is placed, AUTO_REPAY repays from what its fills bring.',
    ],
    sourceNotes: [],
  }),
  endpoint({
    ...marginCancel,
    ...shared,
    id: 'portfolio.margin.order.cancel',
    answersOne: true,
    summary: 'Cancel an order on margin of the portfolio margin account',
    inWords: `Cancel order {orderId|origClientOrderId} of {symbol} on margin ${IN_ACCOUNT}`,
    path: '/papi/v1/margin/order',
    weight: 2,
    params: crossOnly(marginCancel.params),
    lookup: 'portfolio.margin.order.get',
  }),
  endpoint({
    ...marginGet,
    ...shared,
    id: 'portfolio.margin.order.get',
    answersOne: true,
    summary: 'Look up an order on margin of the portfolio margin account',
    path: '/papi/v1/margin/order',
    params: crossOnly(marginGet.params),
    lookupFields: {
      ...marginGet.lookupFields!,
      open: 'portfolio.margin.open-orders',
      history: 'portfolio.margin.all-orders',
    },
  }),
  endpoint({
    ...marginOpen,
    ...shared,
    id: 'portfolio.margin.open-orders',
    summary: 'Open orders on margin of a symbol in the portfolio margin account',
    path: '/papi/v1/margin/openOrders',
    weight: 5,
    params: { symbol: todayParam(requiredParam(symbol)) },
    rules: [],
  }),
  endpoint({
    ...marginAll,
    ...shared,
    id: 'portfolio.margin.all-orders',
    summary: 'All orders on margin of a symbol in the portfolio margin account',
    path: '/papi/v1/margin/allOrders',
    weight: 100,
    params: crossOnly(marginAll.params),
  }),
] as const;

export const portfolioOrderKinds = [
  ...PORTFOLIO_PARTS.map(changeOf),
  ...algoEndpoints,
  ...marginEndpoints,
] as const;
