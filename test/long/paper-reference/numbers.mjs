// Exact fractions of integers: every amount of the naive paper ledger is one.

/** A fraction n / d of two BigInts, d above zero. */
export const fraction = (n, d = 1n) => (d < 0n ? { n: -n, d: -d } : { n, d });

export const ZERO = fraction(0n);

/** Ten to a power that is not negative. */
const ten = (power) => 10n ** BigInt(power);

/** Reads decimal text with an optional minus, point and exponent. */
export function decimal(text) {
  const [, minus, whole, part = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  const digits = BigInt(minus + whole + part);
  const power = Number(exponent) - part.length;
  if (digits === 0n) return ZERO;
  return power < 0 ? fraction(digits, ten(-power)) : fraction(digits * ten(power));
}

/** A JavaScript integer as a fraction. */
export const integer = (n) => fraction(BigInt(n));

export const add = (a, b) =>
  a.d === b.d ? fraction(a.n + b.n, a.d) : fraction(a.n * b.d + b.n * a.d, a.d * b.d);
export const negate = (a) => fraction(-a.n, a.d);
export const subtract = (a, b) => add(a, negate(b));
export const times = (a, b) => fraction(a.n * b.n, a.d * b.d);
export const divide = (a, b) => fraction(a.n * b.d, a.d * b.n);
export const absolute = (a) => (a.n < 0n ? negate(a) : a);
export const sum = (list) => list.reduce(add, ZERO);

/** Below zero, zero or above zero as a is less than, equal to or greater than b. */
export function compare(a, b) {
  const difference = a.n * b.d - b.n * a.d;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

export const less = (a, b) => compare(a, b) < 0;
export const atMost = (a, b) => compare(a, b) <= 0;
export const greater = (a, b) => compare(a, b) > 0;
export const atLeast = (a, b) => compare(a, b) >= 0;
export const equal = (a, b) => compare(a, b) === 0;
export const least = (a, b) => (less(b, a) ? b : a);
export const greatest = (a, b) => (greater(b, a) ? b : a);
export const isZero = (a) => a.n === 0n;
export const positive = (a) => a.n > 0n;
export const negative = (a) => a.n < 0n;

/** The greatest integer not above n / d, for d above zero. */
function floorDivide(n, d) {
  const quotient = n / d;
  return n % d < 0n ? quotient - 1n : quotient;
}

/** The multiple of `step` not above x. */
export const floor = (x, step) => times(fraction(floorDivide(x.n * step.d, x.d * step.n)), step);

/** The multiple of `step` not below x. */
export const ceiling = (x, step) => negate(floor(negate(x), step));

/** The greatest integer not above x, as a BigInt. */
export const wholePart = (x) => floorDivide(x.n, x.d);

/** x at that many digits after the point, halves to even. */
export function roundEven(x, digits) {
  const scale = ten(digits);
  const scaled = x.n * scale;
  const below = floorDivide(scaled, x.d);
  const twiceRest = (scaled - below * x.d) * 2n;
  const up = twiceRest > x.d || (twiceRest === x.d && below % 2n !== 0n);
  return fraction(up ? below + 1n : below, scale);
}

/** x at 8 digits, halves to even. */
export const money = (x) => roundEven(x, 8);

/** x at 8 digits, away from zero. */
export function moneyUp(x) {
  const unit = fraction(1n, ten(8));
  return negative(x) ? floor(x, unit) : ceiling(x, unit);
}

/** The greatest integer whose square is not above n. */
export function squareRoot(n) {
  if (n < 2n) return n;
  let low = 1n;
  let high = 1n << BigInt(Math.ceil(n.toString(2).length / 2) + 1);
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle * middle <= n) low = middle;
    else high = middle;
  }
  return low;
}

/** Plain decimal text of a fraction whose decimals end. */
export function text(x) {
  let { n, d } = x;
  let digits = 0;
  while (n % d !== 0n) {
    n *= 10n;
    digits += 1;
  }
  const whole = n / d;
  if (digits === 0) return whole.toString();
  const padded = (whole < 0n ? -whole : whole).toString().padStart(digits + 1, '0');
  const point = padded.length - digits;
  return `${whole < 0n ? '-' : ''}${padded.slice(0, point)}.${padded.slice(point)}`;
}
