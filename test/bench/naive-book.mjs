/** An order book in the plainest form: arrays that are searched and sorted. What it trades is what has to be traded. */

/** Returns what the first `count` commands of a flow trade: lots, and ticks times lots. */
export function naiveTraded(flow, count) {
  const sides = [[], []];
  let lots = 0;
  let value = 0;
  for (let index = 0; index < count; index += 1) {
    if (flow.kinds[index] === 2) {
      const id = flow.ids[flow.cancels[index]];
      for (const side of sides) {
        const place = side.findIndex((one) => one.id === id);
        if (place >= 0) side.splice(place, 1);
      }
      continue;
    }
    const isBuy = flow.sides[index] === 1;
    const limit = flow.kinds[index] === 0 ? flow.prices[index] : isBuy ? Number.POSITIVE_INFINITY : 0;
    let left = flow.lots[index];
    const makers = sides[isBuy ? 0 : 1];
    while (left > 0 && makers.length > 0 && (isBuy ? makers[0].price <= limit : makers[0].price >= limit)) {
      const part = Math.min(left, makers[0].left);
      lots += part;
      value += part * makers[0].price;
      left -= part;
      makers[0].left -= part;
      if (makers[0].left === 0) makers.shift();
    }
    if (left === 0 || flow.kinds[index] !== 0) continue;
    const own = sides[isBuy ? 1 : 0];
    own.push({ id: flow.ids[index], price: flow.prices[index], left, index });
    own.sort((a, b) => (isBuy ? b.price - a.price : a.price - b.price) || a.index - b.index);
  }
  return { lots, value };
}
