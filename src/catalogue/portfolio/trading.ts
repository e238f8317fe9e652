/** Portfolio margin: orders of USD-M and COIN-M contracts (today's interface, papi). */
import { acknowledgementView } from '../columns/plain-views.ts';
import { endpoint, requiredParam } from '../define.ts';
import {
  POSITION_SIDES,
  PRICE_MATCHES,
  RESPONSE_TYPES_FUTURES,
  SIDES,
  STP_MODES,
  TEXT_BOOLEANS,
  TIME_IN_FORCE_FUTURES,
} from '../enums/orders.ts';
import { newClientOrderId, orderId, orderIdRequired, origClientOrderId } from '../order-params.ts';
import { endTime, limit, startNotAfterEnd, startTime, symbol, todayParam } from '../params.ts';
import { futuresOrderRules } from '../usdm/futures-defaults.ts';
import { orderColumns, orderRepeats } from '../usdm/orders.ts';
import { cancelProof, codeProof, orderProof } from '../write-proofs.ts';
import {
  NO_PORTFOLIO,
  PART_CONTRACTS,
  PART_TITLES,
  PORTFOLIO_PARTS,
  type PortfolioPart,
  PRODUCT_OF_PART,
} from './defaults.ts';

const shared = { product: 'portfolio', origin: 'today', unsimulated: NO_PORTFOLIO } as const;
const view = { shape: 'rows', columns: orderColumns } as const;

/** Parameters of an order that only the USD-M part has. */
const umOnly = {
  selfTradePreventionMode: todayParam({
    type: 'ENUM',
    about: 'Self-trade prevention mode',
    values: STP_MODES,
  }),
  goodTillDate: todayParam({
    type: 'LONG',
    about: 'Good-till date of a GTD order',
    unit: 'ms',
    liesAhead: true,
  }),
} as const;

function contractOf(part: PortfolioPart) {
  return todayParam(requiredParam({ ...symbol, about: PART_CONTRACTS[part] }));
}

function referenceOf(part: PortfolioPart) {
  return {
    symbol: contractOf(part),
    orderId: todayParam(orderId),
    origClientOrderId: todayParam(origClientOrderId),
  } as const;
}

/** Returns the order endpoints of the USD-M or the COIN-M part of a portfolio margin account. */
function ordersOf(part: PortfolioPart) {
  const lookup = `portfolio.${part}.order.get` as const;
  const title = PART_TITLES[part];
  const write = { ...shared, security: 'TRADE', effect: 'write', weight: 1 } as const;
  return [
    endpoint({
      ...write,
      id: `portfolio.${part}.order.new`,
      answersOne: true,
      proof: orderProof,
      summary: `Place an order in the ${title} part`,
      method: 'POST',
      path: `/papi/v1/${part}/order`,
      params: {
        symbol: contractOf(part),
        side: todayParam(requiredParam({ type: 'ENUM', about: 'Side', values: SIDES })),
        positionSide: todayParam({
          type: 'ENUM',
          about: 'Position side: BOTH in one-way mode, LONG or SHORT in hedge mode',
          values: POSITION_SIDES,
          default: 'BOTH',
        }),
        type: todayParam(requiredParam({ type: 'ENUM', about: 'Order type', values: ['LIMIT', 'MARKET'] })),
        timeInForce: todayParam({ type: 'ENUM', about: 'Time in force', values: TIME_IN_FORCE_FUTURES }),
        quantity: todayParam({ type: 'DECIMAL', about: 'Amount', above: '0' }),
        reduceOnly: todayParam({
          type: 'STRING',
          about: 'Reduce-only; not allowed in hedge mode',
          values: TEXT_BOOLEANS,
          default: 'false',
        }),
        price: todayParam({ type: 'DECIMAL', about: 'Limit price', above: '0' }),
        newClientOrderId: todayParam(newClientOrderId),
        newOrderRespType: todayParam({
          type: 'ENUM',
          about: 'Response type: RESULT waits for the final state of an order that ends at once',
          values: RESPONSE_TYPES_FUTURES,
          default: 'ACK',
        }),
        priceMatch: todayParam({
          type: 'ENUM',
          about: 'Price match: take the price from the book',
          values: PRICE_MATCHES,
        }),
        ...(part === 'um' ? umOnly : {}),
      },
      rules: [
        {
          rule: 'needs-by-value',
          param: 'type',
          needs: {
            LIMIT: ['timeInForce', 'quantity', { anyOf: ['price', 'priceMatch'] }],
            MARKET: ['quantity'],
          },
        },
        { rule: 'at-most-one', of: ['price', 'priceMatch'] },
      ],
      lookup,
      clientIds: { noun: 'order', param: 'newClientOrderId' },
      orderRules: futuresOrderRules(PRODUCT_OF_PART[part]),
      view,
    }),
    endpoint({
      ...write,
      id: `portfolio.${part}.order.cancel`,
      answersOne: true,
      proof: cancelProof,
      inWords: `Cancel order {orderId|origClientOrderId} of {symbol} in the ${title} part of the portfolio margin account`,
      summary: `Cancel an order of the ${title} part`,
      method: 'DELETE',
      path: `/papi/v1/${part}/order`,
      params: referenceOf(part),
      rules: orderIdRequired,
      lookup,
      view,
    }),
    endpoint({
      ...write,
      id: `portfolio.${part}.open-orders.cancel`,
      proof: codeProof,
      inWords: `Cancel all open orders of {symbol} in the ${title} part of the portfolio margin account`,
      summary: `Cancel all open orders of a contract of the ${title} part`,
      method: 'DELETE',
      path: `/papi/v1/${part}/allOpenOrders`,
      params: { symbol: contractOf(part) },
      lookup: `portfolio.${part}.open-orders`,
      view: acknowledgementView,
    }),
    endpoint({
      ...shared,
      id: lookup,
      answersOne: true,
      summary: `Look up an order of the ${title} part`,
      method: 'GET',
      path: `/papi/v1/${part}/order`,
      security: 'USER_DATA',
      effect: 'read',
      weight: 1,
      params: referenceOf(part),
      rules: orderIdRequired,
      lookupFields: {
        param: 'origClientOrderId',
        idField: 'clientOrderId',
        timeFields: ['time'],
        echoes: orderRepeats,
        open: `portfolio.${part}.open-orders`,
        history: `portfolio.${part}.all-orders`,
      },
      view,
    }),
    endpoint({
      ...shared,
      id: `portfolio.${part}.all-orders`,
      summary: `All orders of the ${title} part on a contract: open, filled, cancelled`,
      method: 'GET',
      path: `/papi/v1/${part}/allOrders`,
      security: 'USER_DATA',
      effect: 'read',
      weight: part === 'um' ? 5 : 20,
      params: {
        symbol: contractOf(part),
        orderId: todayParam({ ...orderId, about: 'First order id, inclusive' }),
        startTime: todayParam(startTime),
        endTime: todayParam(endTime),
        limit: todayParam(limit(500, 1000)),
      },
      rules: [startNotAfterEnd],
      pages: { by: 'id', from: 'orderId', limit: 'limit', at: 'orderId' },
      view,
    }),
    endpoint({
      ...shared,
      id: `portfolio.${part}.open-orders`,
      summary: `Open orders of the ${title} part, of one contract or of all`,
      method: 'GET',
      path: `/papi/v1/${part}/openOrders`,
      security: 'USER_DATA',
      effect: 'read',
      weight: { by: 'presence', param: 'symbol', present: 1, absent: 40 },
      params: { symbol: todayParam({ ...symbol, about: 'Contract; all if omitted' }) },
      view,
    }),
  ] as const;
}

export const portfolioTrading = PORTFOLIO_PARTS.flatMap((part) => [...ordersOf(part)]);
