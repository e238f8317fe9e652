/**
 * What today's interface offers for futures orders beyond the document: modifying an order, listing its
 * changes, and cancelling all orders after a countdown (public facts, USD-M trading: today-only neighbours).
 */
import { endpoint, requiredParam } from '../define.ts';
import { PRICE_MATCHES, SIDES } from '../enums/orders.ts';
import { FUTURES_TITLES, type FuturesProduct } from '../futures-products.ts';
import { orderIdRequired } from '../order-params.ts';
import { endTime, limit, startNotAfterEnd, startTime, symbol } from '../params.ts';
import { changeProof, echoProof } from '../write-proofs.ts';
import { CONTRACT_HELP, futuresOrderRules, PATH_PREFIXES } from './futures-defaults.ts';
import { modifyId, orderColumns, orderReference } from './orders.ts';
import { orderChangeVerification } from './verification.ts';

/** Returns the order change endpoints of a futures product. */
export function orderChanges(product: FuturesProduct) {
  const shared = { product, origin: 'today' } as const;
  const write = { ...shared, security: 'TRADE', effect: 'write' } as const;
  const contract = requiredParam({ ...symbol, about: CONTRACT_HELP[product] });
  const price = { type: 'DECIMAL', about: 'New limit price' } as const;
  const reference = { ...orderReference, symbol: contract } as const;
  return [
    endpoint({
      ...write,
      id: `${product}.order.amend`,
      answersOne: true,
      proof: changeProof,
      weight: 1,
      summary: 'Modify price and quantity of a limit order (loses priority)',
      inWords: `Change order {orderId|origClientOrderId} of {symbol} on ${FUTURES_TITLES[product]} to {side} {quantity}[ at {price}]${product === 'usdm' ? '[ at the price {priceMatch}]' : ''}`,
      method: 'PUT',
      path: `${PATH_PREFIXES[product]}/order`,
      params: {
        ...reference,
        side: requiredParam({ type: 'ENUM', about: 'Side of the order, as it was placed', values: SIDES }),
        quantity: requiredParam({
          type: 'DECIMAL',
          about: 'New quantity, including what is already filled',
          above: '0',
        }),
        price: product === 'usdm' ? price : requiredParam(price),
        ...(product === 'usdm'
          ? {
              priceMatch: {
                type: 'ENUM',
                about: 'Price match: take the price from the book',
                values: PRICE_MATCHES,
                default: 'NONE',
              } as const,
            }
          : {}),
        modifyId,
      },
      rules: [
        ...orderIdRequired,
        ...(product === 'usdm' ? [{ rule: 'at-least-one', of: ['price', 'priceMatch'] } as const] : []),
      ],
      wsMethod: 'order.modify',
      verifiedBy: orderChangeVerification(product),
      orderRules: futuresOrderRules(product),
      likelyErrors: [-2019, -2021, -4164, -1111],
      view: { shape: 'rows', columns: orderColumns },
      notes: ['An order whose new amount is executed already is cancelled.'],
    }),
    endpoint({
      ...shared,
      id: `${product}.order.open`,
      answersOne: true,
      weight: 1,
      summary: 'Look up an order that is open',
      method: 'GET',
      path: `${PATH_PREFIXES[product]}/openOrder`,
      security: 'USER_DATA',
      effect: 'read',
      params: {
        ...reference,
      },
      rules: orderIdRequired,
      view: { shape: 'rows', columns: orderColumns },
    }),
    endpoint({
      ...shared,
      id: `${product}.order.amendments`,
      weight: 1,
      summary: 'Changes of an order, the newest first',
      method: 'GET',
      path: `${PATH_PREFIXES[product]}/orderAmendment`,
      security: 'USER_DATA',
      effect: 'read',
      params: {
        ...reference,
        startTime,
        endTime,
        limit: limit(50, 100),
      },
      rules: [startNotAfterEnd],
      view: {
        shape: 'rows',
        columns: [
          { name: 'time', is: 'time' },
          { name: 'symbol', is: 'text' },
          { name: 'pair', is: 'text', hidden: true },
          { name: 'orderId', title: 'order', is: 'integer' },
          { name: 'amendment.price.before', title: 'price before', is: 'decimal' },
          { name: 'amendment.price.after', title: 'price after', is: 'decimal' },
          { name: 'amendment.origQty.before', title: 'quantity before', is: 'decimal' },
          { name: 'amendment.origQty.after', title: 'quantity after', is: 'decimal' },
          { name: 'amendment.modifyId', title: 'modify id', is: 'integer' },
          { name: 'amendment.count', title: 'number', is: 'integer', hidden: true },
          { name: 'clientOrderId', title: 'client id', is: 'text' },
          { name: 'amendmentId', title: 'change', is: 'integer' },
          { name: 'priceMatch', title: 'price match', is: 'text', hidden: true, noneAt: 'NONE' },
        ],
      },
    }),
    endpoint({
      ...write,
      id: `${product}.countdown`,
      proof: echoProof('symbol', 'countdownTime'),
      weight: 10,
      summary: "Cancel all open orders of a symbol after a countdown (dead man's switch)",
      inWords: `Cancel all open orders of {symbol} on ${FUTURES_TITLES[product]} in {countdownTime} ms, unless called again; 0 stops the countdown`,
      method: 'POST',
      path: `${PATH_PREFIXES[product]}/countdownCancelAll`,
      params: {
        symbol: contract,
        countdownTime: requiredParam({
          type: 'LONG',
          about: 'Countdown in ms until the orders are cancelled; 0 stops the countdown',
          min: 0,
        }),
      },
      lookup: `${product}.open-orders`,
      view: {
        shape: 'record',
        columns: [
          { name: 'symbol', is: 'text' },
          { name: 'countdownTime', title: 'countdown (ms)', is: 'text' },
        ],
      },
    }),
    endpoint({
      ...shared,
      id: `${product}.force-orders`,
      weight: { by: 'presence', param: 'symbol', present: 20, absent: 50 },
      summary: 'Liquidation orders of the account',
      method: 'GET',
      path: `${PATH_PREFIXES[product]}/forceOrders`,
      security: 'USER_DATA',
      effect: 'read',
      params: {
        symbol: { ...symbol, about: 'Contract; all if omitted' },
        autoCloseType: {
          type: 'ENUM',
          about: 'Reason: liquidation or auto-deleveraging (ADL); both if omitted',
          values: ['LIQUIDATION', 'ADL'],
        },
        startTime,
        endTime,
        limit: limit(50, 100),
      },
      rules: [startNotAfterEnd],
      view: { shape: 'rows', columns: orderColumns },
    }),
  ] as const;
}
