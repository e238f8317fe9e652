/**
 * The onchain wallet endpoint: a generated portfolio for any address, equal for equal seed, chain and
 * address. Page size, last page and failure codes follow the public facts and are marked.
 */

import { createHash } from 'node:crypto';
import { HOLDINGS_SUCCESS } from '../../catalogue/onchain/holdings.ts';
import { HOUR_MS } from '../../core/time-units.ts';
import { normalizedAddress } from '../gate/onchain-request.ts';
import type { Handler, SandboxCall } from '../types.ts';

/** The number of rows per page (our choice: not published). */
export const HOLDINGS_PAGE_SIZE = 20;

const DAY_HOURS = 24;

/**
 * The request handlers by endpoint id. A page of holdings is null for an empty wallet and [] past the end.
 */
export const onchainHandlers: Readonly<Record<string, Handler>> = {
  'onchain.holdings': (call) => {
    const chainId = call.params.get('chainId') ?? '';
    const address = normalizedAddress(call.params.get('address') ?? '');
    const offset = Number(call.params.get('offset'));
    const rows = tokensOf(call.exchange.seed, chainId, address);
    const page = rows.slice(offset, offset + HOLDINGS_PAGE_SIZE);
    const list = rows.length === 0 ? null : page.map((index) => holdingRecord(call, chainId, address, index));
    return JSON.stringify({
      code: HOLDINGS_SUCCESS,
      message: null,
      messageDetail: null,
      data: { offset, addressStatus: null, list },
      success: true,
    });
  },
};

/** Matches the zero address of each chain, which has no owner and holds nothing in the sandbox. */
const ZERO_ADDRESS = /^(0x0{40}|1{32})$/;

const ADJECTIVES = ['Amber', 'Brisk', 'Coral', 'Deep', 'Ember', 'Frost', 'Golden', 'Hollow', 'Ivory', 'Jade'];
const NOUNS = ['Anchor', 'Beacon', 'Cedar', 'Delta', 'Echo', 'Forge', 'Grove', 'Harbor'];

/** The tokens of the portfolios. Token names are arbitrary text on chain, so some of these are hostile. */
const TOKENS: readonly (readonly [symbol: string, name: string, isStable: boolean])[] = [
  ['USDT', 'Tether USD', true],
  ['USDC', 'USD Coin', true],
  ['CLAIM', 'Claim your reward at amber-anchor.example', false],
  ['龙珠', '龙珠 Token', false],
  ['=SUM', 'Spreadsheet "Coin", the first', false],
  ...ADJECTIVES.flatMap((adjective) =>
    NOUNS.map((noun) => {
      const symbol = `${adjective.slice(0, 2)}${noun.slice(0, 2)}`.toUpperCase();
      return [symbol, `${adjective} ${noun}`, false] as const;
    }),
  ),
];

/**
 * Returns the indexes in TOKENS of the tokens of an address, in response order. One wallet in eight is empty.
 */
function tokensOf(seed: number, chainId: string, address: string): number[] {
  if (ZERO_ADDRESS.test(address)) return [];
  const draw = digest(seed, 'wallet', chainId, address);
  if (draw.readUInt8(0) % 8 === 0) return [];
  const count = 1 + (draw.readUInt16BE(1) % TOKENS.length);
  const keyed = TOKENS.map((_, index) => {
    return { index, key: digest(seed, 'order', chainId, address, index).readUIntBE(0, 6) };
  });
  keyed.sort((a, b) => a.key - b.key || a.index - b.index);
  return keyed.slice(0, count).map((one) => one.index);
}

function holdingRecord(call: SandboxCall, chainId: string, address: string, index: number) {
  const { seed } = call.exchange;
  const [symbol, name, isStable] = TOKENS[index]!;
  const facts = digest(seed, 'token', chainId, symbol);
  const decimals = chainId === 'CT_501' ? [6, 8, 9][facts[0]! % 3]! : [6, 8, 18][facts[0]! % 3]!;
  const scale = isStable ? 6 : 2 + (facts[1]! % 9);
  const base = isStable ? 1_000_000 : 100_000 + (facts.readUInt32BE(2) % 900_000);
  const hour = Math.floor(call.now / HOUR_MS);
  const price = priceUnitsAt(seed, symbol, base, isStable, hour);
  const before = priceUnitsAt(seed, symbol, base, isStable, hour - DAY_HOURS);
  return {
    chainId,
    address,
    contractAddress: chainId === 'CT_501' ? base58(facts) : `0x${facts.toString('hex').slice(0, 40)}`,
    name,
    symbol,
    icon: `/images/web3-data/public/token/logos/${facts.toString('hex').slice(40)}.png`,
    decimals,
    price: scaledText(BigInt(price), scale),
    // The price change in hundredths of a percent.
    percentChange24h: scaledText(BigInt(Math.round(((price - before) * 10_000) / before)), 2),
    remainQty: quantityOf(digest(seed, 'held', chainId, address, symbol), decimals),
  };
}

/**
 * Returns a price in units of its last decimal, within 5% of the base price; for a stablecoin within 0.05%.
 */
function priceUnitsAt(seed: number, symbol: string, base: number, isStable: boolean, hour: number): number {
  const swing = isStable ? 5 : 500;
  const shift = (digest(seed, 'price', symbol, hour).readUInt16BE(0) % (2 * swing + 1)) - swing;
  return base + Math.trunc((base * shift) / 10_000);
}

/** Returns a quantity with at most six integer digits and without trailing zeros. */
function quantityOf(draw: Buffer, decimals: number): string {
  const whole = 10n ** BigInt(draw[0]! % 7);
  const units =
    1n + ((draw.readBigUInt64BE(8) * draw.readBigUInt64BE(16)) % (whole * 10n ** BigInt(decimals)));
  return scaledText(units, decimals).replace(/\.?0+$/, '');
}

function scaledText(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function digest(...parts: readonly (string | number)[]): Buffer {
  return createHash('sha256').update(parts.join('\u0000')).digest();
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function base58(bytes: Buffer): string {
  let number = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (number > 0n) {
    text = BASE58[Number(number % 58n)]! + text;
    number /= 58n;
  }
  // Base58 encodes each leading zero byte as the digit 1.
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}
