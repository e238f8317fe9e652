/** The price of one asset in another, from the prices of markets. */
import { type Decimal, divide, isZero, multiply, ONE } from '../../core/decimal.ts';

/** Digits after the decimal point of the inverse of a price. */
const INVERSE_DIGITS = 16;
/** The asset through which two assets without a common market are converted. */
const BRIDGE = 'USDT';

/** Returns the price of one asset in another if a market of the two shows it, in whichever direction. */
export type MarketPrice = (base: string, quote: string) => Promise<Decimal | undefined>;

/** Returns the price of one asset in another: of the market of the two, or by way of USDT; undefined without one. */
export async function crossPrice(
  asset: string,
  quote: string,
  priceIn: MarketPrice,
): Promise<Decimal | undefined> {
  if (asset === quote) return ONE;
  const direct = await priceIn(asset, quote);
  if (direct !== undefined || asset === BRIDGE || quote === BRIDGE) return direct;
  const toBridge = await priceIn(asset, BRIDGE);
  const fromBridge = toBridge && (await priceIn(BRIDGE, quote));
  return fromBridge && multiply(toBridge!, fromBridge);
}

/** Returns the inverse of a price, rounded half to even to 16 digits; undefined for a price of zero. */
export function inverseOf(price: Decimal): Decimal | undefined {
  return isZero(price) ? undefined : divide(ONE, price, INVERSE_DIGITS, 'half-even');
}
