/**
 * Changes and cancellations of several orders of USD-M or COIN-M futures by one call (today's interface,
 * USD-M and COIN-M rows: batchOrders).
 */
import { endpoint, requiredParam } from '../define.ts';
import { PRICE_MATCHES, SIDES } from '../enums/orders.ts';
import { FUTURES_TITLES, type FuturesProduct } from '../futures-products.ts';
import { BATCH_NOTE, batchParam, orderId, orderIdRequired, origClientOrderId } from '../order-params.ts';
import { symbol, todayParam } from '../params.ts';
import { batchCancelProof, batchChangeProof } from '../write-proofs.ts';
import { CONTRACT_HELP, futuresOrderRules, PATH_PREFIXES } from './futures-defaults.ts';
import { modifyId, orderColumns, orderReference } from './orders.ts';

const ORDERS_CANCELLED_MAX = 10;

/** Returns the endpoints of a futures product that change or cancel several orders. */
export function batchChanges(product: FuturesProduct) {
  const write = {
    product,
    origin: 'today',
    security: 'TRADE',
    effect: 'write',
    path: `${PATH_PREFIXES[product]}/batchOrders`,
    lookup: `${product}.open-orders`,
    view: { shape: 'rows', columns: orderColumns },
    notes: [BATCH_NOTE],
  } as const;
  const contract = requiredParam({ ...symbol, about: CONTRACT_HELP[product] });
  const price = { type: 'DECIMAL', about: 'New limit price' } as const;
  const change = {
    ...orderReference,
    symbol: contract,
    side: requiredParam({ type: 'ENUM', about: 'Side of the order, as it was placed', values: SIDES }),
    quantity: requiredParam({
      type: 'DECIMAL',
      about: 'New quantity, including what is already filled',
      above: '0',
    }),
    modifyId,
  } as const;
  const changes =
    product === 'usdm'
      ? batchParam(
          {
            ...change,
            price,
            priceMatch: {
              type: 'ENUM',
              about: 'Price match: take the price from the book',
              values: PRICE_MATCHES,
              default: 'NONE',
            } as const,
          },
          [...orderIdRequired, { rule: 'at-least-one', of: ['price', 'priceMatch'] } as const],
          5,
        )
      : batchParam({ ...change, price: requiredParam(price) }, orderIdRequired, 5);
  return [
    endpoint({
      ...write,
      id: `${product}.order.batch-amend`,
      proof: batchChangeProof,
      summary: 'Modify up to 5 limit orders at once (they lose priority)',
      inWords: `Change orders on ${FUTURES_TITLES[product]}: {batchOrders}`,
      method: 'PUT',
      weight: 5,
      changesIn: 'batchOrders',
      orderRules: futuresOrderRules(product),
      params: {
        batchOrders: todayParam({ ...changes, about: 'Changes, each with the parameters of a single one' }),
      },
    }),
    endpoint({
      ...write,
      id: `${product}.order.batch-cancel`,
      proof: batchCancelProof,
      summary: 'Cancel up to 10 orders of a contract at once',
      inWords: `Cancel orders {orderIdList|origClientOrderIdList} of {symbol} on ${FUTURES_TITLES[product]}`,
      method: 'DELETE',
      weight: 1,
      params: {
        symbol: todayParam(contract),
        orderIdList: todayParam({
          type: 'ARRAY',
          about: 'Numbers of the orders, separated by commas',
          items: orderId,
          min: 1,
          max: ORDERS_CANCELLED_MAX,
        }),
        origClientOrderIdList: todayParam({
          type: 'ARRAY',
          about: 'Client ids of the orders, separated by commas',
          items: origClientOrderId,
          min: 1,
          max: ORDERS_CANCELLED_MAX,
        }),
      },
      rules: [{ rule: 'exactly-one', of: ['orderIdList', 'origClientOrderIdList'] }],
    }),
  ] as const;
}
