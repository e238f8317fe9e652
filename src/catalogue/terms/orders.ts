/** Terms of orders and their execution. */
import { FUTURES_MECHANICS, FUTURES_PARAMETERS, SPOT_MATCHING, SPOT_PARAMETERS, type Term } from './term.ts';

const LIVE_LISTS = "today's interface, Spot order lists";

export const ORDER_TERMS: readonly Term[] = [
  {
    term: 'maker',
    also: ['maker fee', 'maker order'],
    meaning:
      'The side of a trade whose order rested on the book. It pays the maker rate, which is usually the lower one.',
    source: SPOT_MATCHING,
    see: ['taker', 'post-only', 'account commission'],
  },
  {
    term: 'taker',
    also: ['taker fee', 'taker order'],
    meaning: 'The side of a trade whose order matched a resting one at once. It pays the taker rate.',
    source: SPOT_MATCHING,
    see: ['maker', 'account commission'],
  },
  {
    term: 'post-only',
    also: ['post only', 'maker-only', 'maker only'],
    meaning:
      'An order that may only rest on the book: it is rejected or expires if it would match at once. On spot it is the type LIMIT_MAKER, on futures the time in force GTX, on options postOnly.',
    source: `${SPOT_PARAMETERS}; ${FUTURES_PARAMETERS}`,
    see: ['LIMIT_MAKER', 'GTX', 'maker'],
  },
  {
    term: 'time in force',
    also: ['tif'],
    meaning:
      'How long an order stays: GTC until it is filled or cancelled; IOC fills what it can at once and expires; FOK fills completely at once or expires; GTX rests or expires (post-only); GTD until its good-till date.',
    source: `${SPOT_PARAMETERS}; ${FUTURES_PARAMETERS}`,
    see: ['timeInForce', 'post-only', 'good-till date'],
  },
  {
    term: 'good-till date',
    also: ['good till date', 'gtd'],
    meaning: 'The time at which a GTD order of futures is cancelled; its status is then EXPIRED.',
    source: FUTURES_MECHANICS,
    see: ['goodTillDate', 'time in force'],
  },
  {
    term: 'limit order',
    meaning:
      'An order with a worst price: it trades at that price or a better one, and what is left rests on the book.',
    source: SPOT_MATCHING,
    see: ['LIMIT', 'time in force'],
  },
  {
    term: 'market order',
    meaning:
      'An order without a price: it trades against the book at once, at whatever prices it finds. Its price in answers is 0; the average price is what was paid.',
    source: SPOT_MATCHING,
    see: ['MARKET', 'quote order quantity', 'slippage'],
  },
  {
    term: 'slippage',
    meaning:
      'The difference between the price expected of an order and the average price at which it was filled.',
    source: 'docs/glossary.md',
    see: ['market order'],
  },
  {
    term: 'trigger price',
    also: ['stop price', 'stop order', 'stop-loss', 'stop loss', 'take-profit', 'take profit'],
    meaning:
      'The price at which a stop or take-profit order becomes active. A stop-loss is triggered by a price that moves against the position, a take-profit by one that moves in its favour. Spot compares with the last trade; futures with the last or the mark price, as workingType says.',
    source: `${SPOT_MATCHING}; ${FUTURES_MECHANICS}`,
    see: ['stopPrice', 'workingType', 'STOP_LOSS', 'TAKE_PROFIT'],
  },
  {
    term: 'trailing stop',
    also: ['trailing delta', 'callback rate'],
    meaning:
      'A stop whose trigger price follows the market at a distance: trailingDelta in bps on spot, callbackRate in percent on futures. It triggers when the price turns back by that distance.',
    source: `${SPOT_MATCHING}; ${FUTURES_MECHANICS}`,
    see: ['trailingDelta', 'callbackRate', 'bps'],
  },
  {
    term: 'iceberg',
    also: ['iceberg order', 'iceberg quantity'],
    meaning:
      'An order of which only a slice, icebergQty, is shown on the book. When the slice is filled the next one is shown, at the end of the queue of its price.',
    source: SPOT_MATCHING,
    see: ['icebergQty', 'ICEBERG_PARTS'],
  },
  {
    term: 'reduce-only',
    also: ['reduce only'],
    meaning:
      'An order that may only make a position smaller: it is cut or rejected where it would open or reverse one, and cancelled when the position is closed.',
    source: FUTURES_MECHANICS,
    see: ['reduceOnly', '-2022', 'closePosition'],
  },
  {
    term: 'quote order quantity',
    also: ['quote quantity'],
    meaning:
      'A market order given as an amount of the quote asset: as much of the base asset is traded as fits, rounded down to the step of LOT_SIZE.',
    source: SPOT_MATCHING,
    see: ['quoteOrderQty', 'LOT_SIZE'],
  },
  {
    term: 'OCO',
    also: ['one cancels the other', 'one-cancels-the-other'],
    meaning:
      'Two orders of which one is cancelled as soon as the other is filled, partly filled or triggered: a take-profit and a stop-loss.',
    source: 'interface document, OCO order parameters',
    see: ['trade oco place', 'OTO'],
  },
  {
    term: 'OTO',
    also: ['one triggers the other', 'OTOCO', 'OPO', 'OPOCO'],
    meaning:
      'An order list of the live interface: a working order and a pending one, which is placed once the working order is filled. OTOCO has an OCO as its pending part; OPO and OPOCO spend what the working order bought.',
    source: LIVE_LISTS,
    see: ['OCO'],
  },
  {
    term: 'SOR',
    also: ['smart order routing', 'SOR allocations'],
    meaning:
      'An order that is filled from the books of several symbols of the same base asset; what it got is listed as allocations instead of trades.',
    source: 'interface document, Spot trading and account',
    see: ['spot.allocations'],
  },
  {
    term: 'self-trade prevention',
    also: ['STP', 'self trade prevention'],
    meaning:
      'What happens where two orders of the same account would match: the mode of the taker says whether the taker, the maker or both expire (status EXPIRED_IN_MATCH), or whether they trade.',
    source: SPOT_MATCHING,
    see: ['selfTradePreventionMode', 'spot.prevented-matches'],
  },
  {
    term: 'modify order',
    also: ['amend order', 'reduce quantity', 'keep priority'],
    meaning:
      'Futures change the price and quantity of an order, which loses its place in the queue. Spot reduces the quantity only, and the order keeps it.',
    source: "public facts, Amend (keepPriority); today's interface, Futures orders",
    see: ['trade order amend'],
  },
  {
    term: 'response type',
    also: ['order response'],
    meaning:
      'How much the answer to an order says: ACK that it was accepted, RESULT what was executed, FULL with every fill and its commission.',
    source: SPOT_PARAMETERS,
    see: ['newOrderRespType'],
  },
  {
    term: 'average price',
    meaning: 'What an order was executed at: the quote quantity filled, divided by the quantity executed.',
    source: 'docs/glossary.md',
    see: ['market order'],
  },
  {
    term: 'price match',
    meaning:
      'A price of a futures order taken from the book when it arrives: OPPONENT the best price of the other side, QUEUE the best of the own side; OPPONENT_5 the fifth.',
    source: FUTURES_MECHANICS,
    see: ['priceMatch'],
  },
  {
    term: "dead man's switch",
    also: ['countdown cancel', 'countdown'],
    meaning:
      'A countdown after which all open orders of a symbol are cancelled, unless it is renewed before.',
    source: 'interface document, USD-margined futures',
    see: ['usdm.countdown', 'trade countdown'],
  },
  {
    term: 'order list',
    also: ['OCO list id', 'list id'],
    meaning:
      'Orders that were placed together and depend on each other. They share orderListId; -1 is an order of no list.',
    source: 'interface document, Order result',
    see: ['OCO', 'orderListId'],
  },
];
