/**
 * The contracts of both futures products (USD-M and COIN-M): settle asset, contract size and index pair. Both
 * products share one engine; fields of the contract express the differences between linear and inverse
 * contracts.
 */

import type { FuturesProduct } from '../../../catalogue/futures-products.ts';
import { DAY_MS } from '../../../core/time-units.ts';
import { ASSETS } from '../market/assets.ts';
import { inverseTerms } from '../market/base-volume.ts';
import { listSymbols, type MarketSymbol } from '../market/symbols.ts';
import type { NameRegistry } from '../state/name-registry.ts';
import { nextDeliveries } from './deliveries.ts';

export type ContractType = 'PERPETUAL' | 'CURRENT_QUARTER' | 'NEXT_QUARTER';

export interface Contract {
  readonly product: FuturesProduct;
  /** The symbol, such as "BTCUSDT", "BTCUSDT_261225" or "BTCUSD_PERP". */
  readonly name: string;
  /** The pair that contracts with the same index share: "BTCUSDT", "BTCUSD". */
  readonly pair: string;
  /** The symbol of the simulated market with the contract's own prices, tick and lot size. */
  readonly market: MarketSymbol;
  /** The spot symbol whose last price is the index price. */
  readonly index: MarketSymbol;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  /** The asset of margin, profit and fees. */
  readonly settleAsset: string;
  /** Whether the contract is inverse: a lot of it is worth `size` / price in the base asset. */
  readonly isInverse: boolean;
  /** The contract size of an inverse contract in US dollars; 1 for a linear contract. */
  readonly size: number;
  /** Delivery time in ms since 1970; undefined for a perpetual contract. */
  readonly deliversAt: number | undefined;
}

/** The delivery date that the exchange shows for perpetual contracts (public facts, USD-M market data). */
export const PERPETUAL_DELIVERY_TIME = 4_133_404_800_000;

/** The base assets of perpetual contracts, the most traded first. */
const USDM_BASES =
  'BTC ETH BNB SOL XRP DOGE ADA TRX LTC LINK AVAX DOT BCH XLM SUI HBAR UNI AAVE NEAR ATOM FIL ALGO ZEC INJ APT ARB OP';
const COINM_BASES = 'BTC ETH BNB SOL XRP DOGE ADA LTC LINK BCH';

/** The base assets that also have quarterly contracts. */
const QUARTERLY_BASES: readonly string[] = ['BTC', 'ETH'];

/** The size of a coin-margined contract in US dollars (public facts, COIN-M). */
const CONTRACT_DOLLARS: Readonly<Record<string, number>> = { BTC: 100 };
const CONTRACT_DOLLARS_DEFAULT = 10;

const USDM_FIRST_DAY = Date.UTC(2019, 8, 8);
const COINM_FIRST_DAY = Date.UTC(2020, 7, 10);

/** By how many decimals futures prices are coarser than spot prices (public facts, typical values). */
const FEWER_TICK_DECIMALS: Readonly<Record<string, number>> = { BTC: 1 };

/** By how many decimals the lots of USD-margined contracts are coarser than on spot. */
const FEWER_LOT_DECIMALS = 2;

let contractsByProduct: ReadonlyMap<FuturesProduct, readonly Contract[]> | undefined;

/**
 * Returns all contracts of a product, past and future ones included, in the order in which the exchange lists
 * them.
 */
export function listContracts(product: FuturesProduct): readonly Contract[] {
  contractsByProduct ??= new Map([
    ['usdm', USDM_BASES.split(' ').flatMap((base) => createContracts('usdm', base))],
    ['coinm', COINM_BASES.split(' ').flatMap((base) => createContracts('coinm', base))],
  ]);
  return contractsByProduct.get(product)!;
}

/**
 * Registers the names by which checkpoints refer to the contracts of a product and to their market symbols.
 */
export function registerContractNames(names: NameRegistry, product: FuturesProduct): void {
  names.registerLazily(
    product,
    () => listContracts(product),
    ({ name }) => name,
  );
  names.registerLazily(
    `${product} market`,
    () => listContracts(product).map(({ market }) => market),
    ({ name }) => name,
  );
}

/** Returns the type of a contract at a time: the nearer of two quarterly contracts is the current quarter. */
export function contractTypeAt(contract: Contract, at: number): ContractType {
  if (contract.deliversAt === undefined) return 'PERPETUAL';
  const nextDelivery = nextDeliveries(at)[0]!;
  return contract.deliversAt <= nextDelivery ? 'CURRENT_QUARTER' : 'NEXT_QUARTER';
}

function createContracts(product: FuturesProduct, base: string): readonly Contract[] {
  const perpetual = createContract(product, base, undefined);
  if (!QUARTERLY_BASES.includes(base)) return [perpetual];
  return [perpetual, ...QUARTERS.map((quarter) => createContract(product, base, quarter))];
}

/** Listing and delivery times of quarterly contracts over 15 years. */
const QUARTERS: readonly { readonly listedAt: number; readonly deliversAt: number }[] = (() => {
  const dates = nextDeliveries(Date.UTC(2020, 11, 1), 60);
  return dates.slice(2).map((deliversAt, index) => ({ listedAt: startOfDay(dates[index]!), deliversAt }));
})();

function createContract(
  product: FuturesProduct,
  base: string,
  quarter: { readonly listedAt: number; readonly deliversAt: number } | undefined,
): Contract {
  const isInverse = product === 'coinm';
  const size = isInverse ? (CONTRACT_DOLLARS[base] ?? CONTRACT_DOLLARS_DEFAULT) : 1;
  const index = findSpotSymbol(`${base}USDT`);
  const pair = isInverse ? `${base}USD` : `${base}USDT`;
  const suffix = quarter === undefined ? (isInverse ? '_PERP' : '') : `_${dateText(quarter.deliversAt)}`;
  const name = `${pair}${suffix}`;
  const firstTradingDay = Math.max(index.listedAt, isInverse ? COINM_FIRST_DAY : USDM_FIRST_DAY);
  const market: MarketSymbol = {
    // The name of the market symbol seeds its random numbers, so it must differ from the name of the spot symbol.
    name: `${product} ${name}`,
    base: ASSETS.get(base)!,
    quote: ASSETS.get('USDT')!,
    tickDecimals: index.tickDecimals - (FEWER_TICK_DECIMALS[base] ?? 0),
    lotDecimals: isInverse ? 0 : Math.max(0, index.lotDecimals - FEWER_LOT_DECIMALS),
    listedAt: quarter === undefined ? firstTradingDay : Math.max(firstTradingDay, quarter.listedAt),
    ...(quarter === undefined ? {} : { delistedAt: quarter.deliversAt }),
    contract: {
      deliversAt: quarter?.deliversAt,
      ...(isInverse ? { inverse: inverseTerms(size, ASSETS.get(base)!.dollars) } : {}),
    },
    isMarginAllowed: false,
  };
  return {
    product,
    name,
    pair,
    market,
    index,
    baseAsset: base,
    quoteAsset: isInverse ? 'USD' : 'USDT',
    settleAsset: isInverse ? base : 'USDT',
    isInverse,
    size,
    deliversAt: quarter?.deliversAt,
  };
}

function findSpotSymbol(name: string): MarketSymbol {
  const symbol = listSymbols().find((symbol) => symbol.name === name);
  if (symbol === undefined) throw new Error(`no spot symbol is called ${name}`);
  return symbol;
}

function dateText(at: number): string {
  return new Date(at).toISOString().slice(2, 10).replaceAll('-', '');
}

function startOfDay(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}
