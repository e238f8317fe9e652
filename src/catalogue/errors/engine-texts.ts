/**
 * What the spot matching engine says when it refuses (public facts, Engine texts): with -2010 on a placement, -2011
 * on a cancellation, -2038 on an amendment. The words are the exchange's, mistakes included.
 */

export interface EngineText {
  readonly text: string;
  /** When it is said. */
  readonly when: string;
  readonly on: readonly ('place' | 'cancel' | 'amend')[];
  /** What to do about it, where it is more than to change what the text names. */
  readonly remedy?: string;
}

const PLACE = ['place'] as const;
const CANCEL = ['cancel'] as const;
const AMEND = ['amend'] as const;
const ANY = ['place', 'cancel', 'amend'] as const;

export const ENGINE_TEXTS: readonly EngineText[] = [
  { text: 'Unknown order sent.', when: 'no order has the id', on: ['cancel', 'amend'] },
  { text: 'Duplicate order sent.', when: 'an open order has the client order id already', on: PLACE },
  { text: 'Market is closed.', when: 'the symbol is not trading', on: ANY },
  {
    text: 'Account has insufficient balance for requested action.',
    when: 'the free balance is too small',
    on: PLACE,
    remedy: 'Trade less, or free what open orders lock; bourse account info shows free and locked balances.',
  },
  {
    text: 'Market orders are not supported for this symbol.',
    when: 'the symbol lacks the order type',
    on: PLACE,
  },
  {
    text: 'Iceberg orders are not supported for this symbol.',
    when: 'the symbol lacks the order type',
    on: PLACE,
  },
  {
    text: 'Stop loss orders are not supported for this symbol.',
    when: 'the symbol lacks the order type',
    on: PLACE,
  },
  {
    text: 'Stop loss limit orders are not supported for this symbol.',
    when: 'the symbol lacks the order type',
    on: PLACE,
  },
  {
    text: 'Take profit orders are not supported for this symbol.',
    when: 'the symbol lacks the order type',
    on: PLACE,
  },
  {
    text: 'Take profit limit orders are not supported for this symbol.',
    when: 'the symbol lacks the order type',
    on: PLACE,
  },
  {
    text: 'Order amend (pending OPO order) is not supported.',
    when: 'the quantity follows from what the working order receives',
    on: AMEND,
  },
  {
    text: 'Order amend is not supported for this symbol.',
    when: 'the symbol lacks amendments',
    on: AMEND,
  },
  { text: 'Price * QTY is zero or less.', when: 'price times quantity is not above zero', on: PLACE },
  { text: 'IcebergQty exceeds QTY.', when: 'icebergQty is not below the quantity', on: PLACE },
  { text: 'This action is disabled on this account.', when: 'the account may not do this', on: ANY },
  { text: 'This account may not place or cancel orders.', when: 'the account may not trade', on: ANY },
  {
    text: 'Unsupported order combination',
    when: 'type, time in force, stop and iceberg do not go together',
    on: PLACE,
  },
  {
    text: 'Order would trigger immediately.',
    when: 'the stop price is on the wrong side of the last price',
    on: PLACE,
    remedy:
      'A stop that sells belongs below the latest price, one that buys above it; a take-profit the other way round.',
  },
  {
    text: 'Cancel order is invalid. Check origClOrdId and orderId.',
    when: 'neither id was sent',
    on: CANCEL,
  },
  {
    text: 'Order would immediately match and take.',
    when: 'a LIMIT_MAKER order crosses the book',
    on: PLACE,
    remedy: 'Buy below the best ask or sell above the best bid, or leave out --post-only.',
  },
  {
    text: 'The relationship of the prices for the orders is not correct.',
    when: 'the prices of an OCO break its rule',
    on: PLACE,
  },
  {
    text: 'OCO orders are not supported for this symbol',
    when: 'the symbol lacks order lists',
    on: PLACE,
  },
  {
    text: 'Quote order qty market orders are not support for this symbol.',
    when: 'the symbol lacks quoteOrderQty',
    on: PLACE,
  },
  {
    text: 'Trailing stop orders are not supported for this symbol.',
    when: 'the symbol lacks trailingDelta',
    on: PLACE,
  },
  {
    text: 'Order cancel-replace is not supported for this symbol.',
    when: 'the symbol lacks cancel-and-replace',
    on: PLACE,
  },
  { text: 'OPO orders are not supported for this symbol.', when: 'opoAllowed is false', on: PLACE },
  {
    text: 'Pegged orders are not supported for this symbol.',
    when: 'pegInstructionsAllowed is false',
    on: PLACE,
  },
  {
    text: 'This order type may not use pegged price.',
    when: 'the order type has no limit price',
    on: PLACE,
  },
  {
    text: 'This price peg cannot be used with this order type.',
    when: 'the order would be pegged to a side that its type or time in force rules out',
    on: PLACE,
  },
  {
    text: 'Order book liquidity is too low for this pegged order.',
    when: 'the book has fewer price levels than the offset',
    on: PLACE,
  },
  {
    text: 'This symbol is not permitted for this account.',
    when: 'the account may not trade the symbol',
    on: PLACE,
  },
  {
    text: 'This symbol is restricted for this account.',
    when: 'the account may not trade the symbol',
    on: PLACE,
  },
  {
    text: 'Order was not canceled due to cancel restrictions.',
    when: 'the order is not in the state that cancelRestrictions wants',
    on: CANCEL,
  },
  {
    text: 'Order book liquidity is less than `LOT_SIZE` filter minimum quantity.',
    when: 'the book cannot fill a quoteOrderQty order',
    on: PLACE,
  },
  {
    text: 'Order book liquidity is less than `MARKET_LOT_SIZE` filter minimum quantity.',
    when: 'the book cannot fill a quoteOrderQty order',
    on: PLACE,
  },
  {
    text: 'Order book liquidity is less than symbol minimum quantity.',
    when: 'the book cannot fill a quoteOrderQty order',
    on: PLACE,
  },
  {
    text: 'Order amend (quantity increase) is not supported.',
    when: 'newQty is above the quantity',
    on: AMEND,
  },
  {
    text: 'The requested action would change no state; rejecting',
    when: 'newQty is the quantity',
    on: AMEND,
  },
];

/** Returns what to do about a text of the matching engine, where more is known than about its code. */
export function engineRemedyOf(text: string): string | undefined {
  return ENGINE_TEXTS.find((one) => one.text === text)?.remedy;
}

const textsOn = (action: EngineText['on'][number]): readonly string[] =>
  ENGINE_TEXTS.filter((one) => one.on.includes(action)).map((one) => one.text);

export const PLACEMENT_TEXTS = textsOn('place');
export const CANCEL_TEXTS = textsOn('cancel');
export const AMEND_TEXTS = textsOn('amend');
