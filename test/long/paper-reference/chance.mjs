// Seeded chance, and JSON text written in one of many equal ways.

/** Marks a text as a number that is written as it stands. */
export const number = (written) => ({ written: String(written) });

/** A source of chance: the same seed gives the same choices. */
export function chanceOf(seed) {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  for (let warm = 0; warm < 5; warm += 1) next();
  const chance = {
    /** True with a probability. */
    likely: (probability) => next() < probability,
    /** A whole number from low to high, both included. */
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    /** One of a list. */
    one: (list) => list[Math.floor(next() * list.length)],
    /** One of the names of an object of weights. */
    weighted: (weights) => {
      let left = next() * Object.values(weights).reduce((a, b) => a + b, 0);
      for (const [name, weight] of Object.entries(weights)) {
        left -= weight;
        if (left < 0) return name;
      }
      return Object.keys(weights)[0];
    },
    /** The list in another order. */
    shuffled: (list) => {
      const copy = [...list];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = Math.floor(next() * (last + 1));
        [copy[last], copy[other]] = [copy[other], copy[last]];
      }
      return copy;
    },
  };
  return chance;
}

/** Decimal text of n units of 10^−places. */
export function scaled(n, places) {
  const padded = String(n).padStart(places + 1, '0');
  if (places === 0) return padded;
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

/** The same number in another spelling: with zeros at its end or with an exponent. */
export function respelled(chance, written) {
  if (/[eE]/.test(written) || chance.likely(0.7)) return written;
  if (chance.likely(0.5)) return written.includes('.') ? `${written}0` : `${written}.0`;
  const [whole, part = ''] = written.split('.');
  const digits = `${whole}${part}`.replace(/^0+(?=\d)/, '');
  return `${digits}${chance.one(['e', 'E'])}${part.length === 0 ? chance.one(['0', '+0', '-0']) : -part.length}`;
}

/** Writes a value as JSON: members in any order, now and then white space, numbers in any spelling. */
export function written(chance, value) {
  const space = () => (chance.likely(0.03) ? chance.one([' ', '  ', '\t']) : '');
  const list = (open, items, close) => `${open}${space()}${items.join(`,${space()}`)}${space()}${close}`;
  if (Array.isArray(value))
    return list(
      '[',
      value.map((item) => written(chance, item)),
      ']',
    );
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (typeof value.written === 'string') return respelled(chance, value.written);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return list(
    '{',
    chance
      .shuffled(members)
      .map(([name, member]) => `${JSON.stringify(name)}${space()}:${space()}${written(chance, member)}`),
    '}',
  );
}
