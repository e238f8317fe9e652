/**
 * An order book in the simplest form, sorted arrays, whose trades are the expected result of the matching
 * benchmark.
 */

const LIMIT = 0;
const CANCEL = 2;

/**
 * Returns the total lots and the value (ticks times lots) that the first `count` commands of a flow trade.
 */
export function naiveTrades(flow, count) {
  const book = { bids: [], asks: [] };
  let lots = 0;
  let value = 0;
  for (let index = 0; index < count; index += 1) {
    if (flow.kinds[index] === CANCEL) {
      cancelOrder(book, flow.ids[flow.cancels[index]]);
      continue;
    }
    const order = orderAt(flow, index);
    for (const fill of matchOrder(order.isBuy ? book.asks : book.bids, order)) {
      lots += fill.lots;
      value += fill.lots * fill.price;
      order.remaining -= fill.lots;
    }
    if (order.remaining > 0 && flow.kinds[index] === LIMIT) restOrder(book, order);
  }
  return { lots, value };
}

function orderAt(flow, index) {
  const isBuy = flow.sides[index] === 1;
  const marketPrice = isBuy ? Number.POSITIVE_INFINITY : 0;
  const price = flow.kinds[index] === LIMIT ? flow.prices[index] : marketPrice;
  return { id: flow.ids[index], isBuy, price, remaining: flow.lots[index], index };
}

/** Fills resting orders up to the limit price of a taker; returns the fills and removes filled makers. */
function matchOrder(makers, { isBuy, price, remaining }) {
  const fills = [];
  let left = remaining;
  while (left > 0 && makers.length > 0 && (isBuy ? makers[0].price <= price : makers[0].price >= price)) {
    const [maker] = makers;
    const lots = Math.min(left, maker.remaining);
    fills.push({ lots, price: maker.price });
    left -= lots;
    maker.remaining -= lots;
    if (maker.remaining === 0) makers.shift();
  }
  return fills;
}

function cancelOrder({ bids, asks }, id) {
  for (const side of [bids, asks]) {
    const index = side.findIndex((order) => order.id === id);
    if (index >= 0) side.splice(index, 1);
  }
}

function restOrder({ bids, asks }, order) {
  const side = order.isBuy ? bids : asks;
  side.push(order);
  side.sort((a, b) => (order.isBuy ? b.price - a.price : a.price - b.price) || a.index - b.index);
}
