/** States a write in words: an order by its terms, any other write by the template of its endpoint. */
import { FUTURES_TITLES } from '../../catalogue/futures-products.ts';
import type { Endpoint, Product } from '../../catalogue/types.ts';
import { plural } from '../../core/text.ts';
import { orderListWords, orderWords, type StatedOrder } from '../../orders/order-words.ts';
import { callWords } from '../../request/call-words.ts';
import type { WireArguments } from '../../request/types.ts';
import type { CheckedOrder } from '../ordering/order-check.ts';

/** The orders of a request (one order, an order list or a batch), and what they are worth. */
export type OrderStatement = Pick<CheckedOrder, 'orders' | 'notional'>;

/**
 * The names of the markets on which orders are placed, for products other than spot; margin is named by its
 * mode.
 */
const MARKETS: Readonly<Partial<Record<Product, string>>> = {
  usdm: `on ${FUTURES_TITLES.usdm}`,
  coinm: `on ${FUTURES_TITLES.coinm}`,
  options: 'on options',
};

/**
 * Returns a write in words for its confirmation. Orders that `statement` does not contain are read from the
 * arguments.
 */
export function writeWords(
  endpoint: Endpoint,
  wire: WireArguments,
  statement: OrderStatement = { orders: [{ wire, quoteAsset: undefined }], notional: null },
): string {
  if (endpoint.inWords !== undefined || endpoint.orderRules === undefined) return callWords(endpoint, wire);
  const { orders, notional } = statement;
  const units = { isInContracts: endpoint.orderRules.isInContracts === true };
  const place = placeWords(endpoint, wire);
  if (endpoint.legs !== undefined) return [orderListWords(endpoint.legs, orders, units), ...place].join(', ');
  const texts = orders.map((order) => orderWords(order, units));
  if (endpoint.clientIds?.listField !== undefined) {
    const heading = [plural(orders.length, 'order'), ...place].join(' ');
    return [`${heading}:`, ...texts.map((text) => `  ${text}`)].join('\n');
  }
  return [...texts, ...worthWords(orders, notional), ...place].join(', ');
}

function worthWords(orders: readonly StatedOrder[], notional: OrderStatement['notional']): readonly string[] {
  const [order] = orders;
  if (notional === null || order?.wire.has('quoteOrderQty') === true) return [];
  const about = order?.wire.has('price') === true ? '' : 'about ';
  return [`${about}${notional.amount} ${notional.asset ?? ''}`.trimEnd()];
}

function placeWords({ product }: Endpoint, wire: WireArguments): readonly string[] {
  if (product === 'margin')
    return [wire.get('isIsolated')?.toLowerCase() === 'true' ? 'on isolated margin' : 'on cross margin'];
  const market = MARKETS[product];
  return market === undefined ? [] : [market];
}
