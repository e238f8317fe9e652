/**
 * The contracts of both lines of futures: what they settle in, how they are counted, and on which spot pair they
 * stand. One engine trades both lines; what differs between linear and inverse contracts is a field here.
 */

import type { FuturesProduct } from '../../../catalogue/futures-products.ts';
import { ASSETS } from '../market/assets.ts';
import { listSymbols, type MarketSymbol } from '../market/symbols.ts';
import type { NameRegistry } from '../state/names.ts';
import { nextDeliveries } from './deliveries.ts';

export type ContractType = 'PERPETUAL' | 'CURRENT_QUARTER' | 'NEXT_QUARTER';

export interface Contract {
  readonly product: FuturesProduct;
  /** As the exchange calls it, such as "BTCUSDT", "BTCUSDT_261225" or "BTCUSD_PERP". */
  readonly name: string;
  /** Contracts on the same prices share it: "BTCUSDT", "BTCUSD". */
  readonly pair: string;
  /** What it is traded as: its path of prices, tick and lot. */
  readonly market: MarketSymbol;
  /** The spot symbol whose price is its index. */
  readonly index: MarketSymbol;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  /** What margin, profit and fees are paid in. */
  readonly settleAsset: string;
  /** Whether profit is paid in the base asset, of which a contract is worth `size` over the price. */
  readonly isInverse: boolean;
  /** Of an inverse contract, in US dollars; 1 of a linear one. */
  readonly size: number;
  /** In ms since 1970; undefined for a perpetual contract. */
  readonly deliversAt: number | undefined;
}

/** The delivery date that perpetual contracts state (public facts, USD-M market data). */
export const PERPETUAL_DELIVERY_TIME = 4_133_404_800_000;

/** The assets with contracts, the most traded first. */
const USDM_BASES =
  'BTC ETH BNB SOL XRP DOGE ADA TRX LTC LINK AVAX DOT BCH XLM SUI HBAR UNI AAVE NEAR ATOM FIL ALGO ZEC INJ APT ARB OP';
const COINM_BASES = 'BTC ETH BNB SOL XRP DOGE ADA LTC LINK BCH';

/** The assets that also have quarterly contracts. */
const QUARTERLY_BASES: readonly string[] = ['BTC', 'ETH'];

/** A coin-margined contract is worth so many dollars (public facts, COIN-M). */
const CONTRACT_DOLLARS: Readonly<Record<string, number>> = { BTC: 100 };
const CONTRACT_DOLLARS_DEFAULT = 10;

const USDM_FIRST_DAY = Date.UTC(2019, 8, 8);
const COINM_FIRST_DAY = Date.UTC(2020, 7, 10);

/** Prices of futures are a digit coarser than spot for BTC and finer for nobody (public facts, typical values). */
const FEWER_TICK_DECIMALS: Readonly<Record<string, number>> = { BTC: 1 };

/** Lots of USD-margined contracts are by so many digits coarser than on spot. */
const FEWER_LOT_DECIMALS = 2;

let contractsByProduct: ReadonlyMap<FuturesProduct, readonly Contract[]> | undefined;

/** Returns every contract of a line there ever is, in the order in which the exchange lists them. */
export function listContracts(product: FuturesProduct): readonly Contract[] {
  contractsByProduct ??= new Map([
    ['usdm', USDM_BASES.split(' ').flatMap((base) => createContracts('usdm', base))],
    ['coinm', COINM_BASES.split(' ').flatMap((base) => createContracts('coinm', base))],
  ]);
  return contractsByProduct.get(product)!;
}

/** Lets images name the contracts of a line, and what they are traded as. */
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

/** Returns what kind of contract it is at a moment: the nearer of two deliveries is the current quarter's. */
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

/** Deliveries for which contracts are listed, from long ago to long after. */
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
  const index = findSpotSymbol(`${base}USDT`);
  const pair = isInverse ? `${base}USD` : `${base}USDT`;
  const suffix = quarter === undefined ? (isInverse ? '_PERP' : '') : `_${dateText(quarter.deliversAt)}`;
  const name = `${pair}${suffix}`;
  const firstTradingDay = Math.max(index.listedAt, isInverse ? COINM_FIRST_DAY : USDM_FIRST_DAY);
  const market: MarketSymbol = {
    // Chance goes by the name, so that a contract's trades are not those of the spot symbol.
    name: `${product} ${name}`,
    base: ASSETS.get(base)!,
    quote: ASSETS.get('USDT')!,
    tickDecimals: index.tickDecimals - (FEWER_TICK_DECIMALS[base] ?? 0),
    lotDecimals: isInverse ? 0 : Math.max(0, index.lotDecimals - FEWER_LOT_DECIMALS),
    listedAt: quarter === undefined ? firstTradingDay : Math.max(firstTradingDay, quarter.listedAt),
    ...(quarter === undefined ? {} : { delistedAt: quarter.deliversAt }),
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
    size: isInverse ? (CONTRACT_DOLLARS[base] ?? CONTRACT_DOLLARS_DEFAULT) : 1,
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
  return Math.floor(at / 86_400_000) * 86_400_000;
}
