/** The endpoints that cancel one order, by the product of the order. */
export const ORDER_CANCELLATIONS = {
  spot: 'spot.order.cancel',
  usdm: 'usdm.order.cancel',
  coinm: 'coinm.order.cancel',
  options: 'options.order.cancel',
  margin: 'margin.order.cancel',
} as const;

/** A product whose orders are cancelled one by one. */
export type CancelledProduct = keyof typeof ORDER_CANCELLATIONS;
