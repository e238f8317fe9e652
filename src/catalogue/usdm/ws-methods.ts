/**
 * The methods of the WebSocket APIs of USD-M and COIN-M futures (public facts of today's interface: COIN-M, options,
 * WebSocket APIs). Their weights are published for USD-M only; a method of COIN-M counts the weight of its REST
 * endpoint.
 */
import { coinmAccount } from '../coinm/account.ts';
import { coinmTrading } from '../coinm/trading.ts';
import { requiredParam } from '../define.ts';
import { FUTURES_TITLES, type FuturesProduct } from '../futures-products.ts';
import { orderIdRequired } from '../order-params.ts';
import type { WsMethod } from '../stream-types.ts';
import type { Endpoint, Weight } from '../types.ts';
import { methodLike } from '../ws-method-like.ts';
import { usdmAccount } from './account.ts';
import { algoOrders } from './algo-orders.ts';
import { depth } from './market.ts';
import { tickerBook, tickerPrice } from './prices.ts';
import { usdmTrading } from './trading.ts';

const TODAY = { origin: 'today' } as const;

const ENDPOINTS: readonly Endpoint[] = [
  ...usdmTrading,
  ...usdmAccount,
  ...algoOrders('usdm'),
  ...coinmTrading,
  ...coinmAccount,
];

function endpointOf(id: string): Endpoint {
  const found = ENDPOINTS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no endpoint ${id} is declared`);
  return found;
}

/** Returns the methods that both futures APIs have. `weightOf` gives a method's own weight, if one is published. */
function sharedMethods(
  product: FuturesProduct,
  weightOf: (method: string) => { readonly weight?: Weight },
): readonly WsMethod[] {
  const like = methodLike(product);
  const signed = (method: string, id: string) =>
    like(method, endpointOf(`${product}.${id}`), 'SIGNED', { ...TODAY, ...weightOf(method) });
  const listenKey = {
    api: product,
    ...TODAY,
    security: 'KEY',
    effect: 'read',
    weight: 1,
    params: {},
  } as const;
  const of = `the listen key of the account on ${FUTURES_TITLES[product]}`;
  return [
    signed('order.place', 'order.new'),
    changeMethod(signed('order.modify', 'order.amend')),
    signed('order.cancel', 'order.cancel'),
    signed('order.status', 'order.get'),
    signed('account.balance', 'balance'),
    signed('account.position', 'position-risk'),
    signed('account.status', 'account'),
    {
      ...listenKey,
      method: 'userDataStream.start',
      summary: `Create ${of}`,
      restEndpoint: `${product}.listen-key.create`,
    },
    {
      ...listenKey,
      method: 'userDataStream.ping',
      summary: `Keep ${of} alive`,
      restEndpoint: `${product}.listen-key.keep-alive`,
    },
    {
      ...listenKey,
      method: 'userDataStream.stop',
      summary: `Close ${of}`,
      restEndpoint: `${product}.listen-key.close`,
    },
  ];
}

/** Returns the method that changes an order: unlike its REST endpoint, it takes no price from the book. */
function changeMethod(method: WsMethod): WsMethod {
  const { priceMatch: _, price, ...params } = method.params;
  return { ...method, params: { ...params, price: requiredParam(price!) }, rules: orderIdRequired };
}

const usdm = methodLike('usdm');

/** The published weights of USD-M's methods that its REST endpoints do not have. */
const WEIGHTS: Readonly<Record<string, Weight>> = {
  'order.place': 0,
  'order.modify': 0,
  'order.cancel': 1,
  'order.status': 1,
  'account.balance': 5,
  'account.position': 5,
  'account.status': 5,
};

/** A method of the connection itself; its weight is not published. */
const session = { api: 'usdm', ...TODAY, effect: 'read', weight: 'unlisted', params: {} } as const;

const account = (method: string, id: string) =>
  usdm(method, endpointOf(id), 'SIGNED', { ...TODAY, weight: 5 });

export const usdmMethods: readonly WsMethod[] = [
  usdm('depth', depth, 'NONE', TODAY),
  usdm('ticker.price', tickerPrice, 'NONE', {
    ...TODAY,
    weight: { by: 'presence', param: 'symbol', present: 1, absent: 2 },
  }),
  usdm('ticker.book', tickerBook, 'NONE', {
    ...TODAY,
    weight: { by: 'presence', param: 'symbol', present: 2, absent: 5 },
  }),
  ...sharedMethods('usdm', (method) => {
    const weight = WEIGHTS[method];
    return weight === undefined ? {} : { weight };
  }),
  usdm('algoOrder.place', endpointOf('usdm.algo-order.new'), 'SIGNED', {
    ...TODAY,
    omits: ['activatePrice', 'callbackRate'],
  }),
  usdm('algoOrder.cancel', endpointOf('usdm.algo-order.cancel'), 'SIGNED', TODAY),
  account('v2/account.balance', 'usdm.balance-v3'),
  account('v2/account.position', 'usdm.position-risk-v3'),
  account('v2/account.status', 'usdm.account-v3'),
  {
    ...session,
    method: 'session.logon',
    summary: 'Log the connection on with an Ed25519 key',
    security: 'SIGNED',
  },
  {
    ...session,
    method: 'session.status',
    summary: 'Show which key is logged on to the connection',
    security: 'NONE',
  },
  { ...session, method: 'session.logout', summary: 'Log the connection off', security: 'NONE' },
];

export const coinmMethods: readonly WsMethod[] = sharedMethods('coinm', () => ({}));
