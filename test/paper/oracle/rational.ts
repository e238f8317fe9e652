/** Exact fractions, for the naive ledger. Shares nothing with `src`. */

/** The fraction top / bottom, in lowest terms, bottom above zero. */
export class Q {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom: bigint) {
    if (bottom === 0n) throw new Error('division by zero');
    let [a, b] = [top < 0n ? -top : top, bottom < 0n ? -bottom : bottom];
    while (b !== 0n) [a, b] = [b, a % b];
    const divisor = (a === 0n ? 1n : a) * (bottom < 0n ? -1n : 1n);
    this.top = top / divisor;
    this.bottom = bottom / divisor;
  }

  plus(other: Q): Q {
    return new Q(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other: Q): Q {
    return this.plus(other.times(q(-1)));
  }

  times(other: Q): Q {
    return new Q(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Q): Q {
    return new Q(this.top * other.bottom, this.bottom * other.top);
  }

  /** Below zero, zero or above zero, as this is below, equal to or above the other. */
  vs(other: Q): number {
    const difference = this.top * other.bottom - other.top * this.bottom;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  get sign(): number {
    return this.vs(q(0));
  }

  /** The largest integer not above this. */
  floor(): bigint {
    const whole = this.top / this.bottom;
    return this.top < 0n && whole * this.bottom !== this.top ? whole - 1n : whole;
  }

  ceil(): bigint {
    return -this.times(q(-1)).floor();
  }

  /** Rounded to digits after the point, halves to even. */
  even(digits: number): Q {
    const scale = q(10n ** BigInt(digits));
    const scaled = this.times(scale);
    const below = scaled.floor();
    const rest = scaled.minus(q(below)).vs(new Q(1n, 2n));
    const rounded = rest > 0 || (rest === 0 && below % 2n !== 0n) ? below + 1n : below;
    return q(rounded).over(scale);
  }

  /** Rounded to digits after the point, away from zero. */
  up(digits: number): Q {
    const scale = q(10n ** BigInt(digits));
    const scaled = this.times(scale);
    return q(scaled.sign < 0 ? scaled.floor() : scaled.ceil()).over(scale);
  }

  /** The plain decimal text. Throws for a fraction without one. */
  toString(): string {
    let digits = 0;
    let power = 1n;
    while (power % this.bottom !== 0n) {
      power *= 10n;
      digits += 1;
      if (digits > 4000) throw new Error('not a decimal');
    }
    const all = ((this.top < 0n ? -this.top : this.top) * (power / this.bottom)).toString();
    const padded = all.padStart(digits + 1, '0');
    const text =
      digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`.replace(/\.?0+$/, '');
    return this.top < 0n ? `-${text}` : text;
  }
}

/** Returns a number as a fraction; text may have a point and an exponent. */
export function q(value: bigint | number | string): Q {
  if (typeof value === 'bigint') return new Q(value, 1n);
  const [mantissa = '', exponent = '0'] = String(value).toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const power = Number(exponent) - fraction.length;
  const digits =
    BigInt(`${whole}${fraction}`.replace(/^-/, '') || '0') * (mantissa.startsWith('-') ? -1n : 1n);
  return power >= 0 ? new Q(digits * 10n ** BigInt(power), 1n) : new Q(digits, 10n ** BigInt(-power));
}

export const smaller = (a: Q, b: Q): Q => (a.vs(b) <= 0 ? a : b);
export const larger = (a: Q, b: Q): Q => (a.vs(b) >= 0 ? a : b);

/** The multiple of step not above x. */
export const floorTo = (x: Q, step: Q): Q => q(x.over(step).floor()).times(step);
/** The multiple of step not below x. */
export const ceilTo = (x: Q, step: Q): Q => q(x.over(step).ceil()).times(step);
