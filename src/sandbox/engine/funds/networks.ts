/** The networks for deposits and withdrawals of each coin (our choice: fees, confirmation times and minimums). */
import { ASSETS, type Asset } from '../market/assets.ts';
import { roundAmount } from './round-amount.ts';

/** The format of a network's addresses. */
export interface AddressFormat {
  readonly prefix: string;
  readonly alphabet: string;
  /** The number of characters of an address after its prefix. */
  readonly length: number;
  /** Whether all users share one address and a tag identifies the user. */
  readonly usesTag?: true;
}

/** A blockchain network. */
export interface Network {
  readonly network: string;
  readonly name: string;
  readonly form: AddressFormat;
  readonly blockMs: number;
  /** The number of blocks after which a deposit is credited. */
  readonly confirmations: number;
  /** The number of blocks after which a deposited amount can be withdrawn. */
  readonly unlockConfirmations: number;
  /**
   * The withdrawal fee in US dollars at the prices of the anchor day (the day from which simulated prices
   * start).
   */
  readonly feeDollars: number;
}

/** A coin on a network. Amounts are in 10^-8. */
export interface CoinNetwork extends Network {
  readonly coin: string;
  readonly isDefault: boolean;
  readonly withdrawFee: bigint;
  readonly withdrawMin: bigint;
  readonly withdrawMax: bigint;
  /** The smallest step between withdrawal amounts. */
  readonly withdrawMultiple: bigint;
}

const HEX = '0123456789abcdef';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const EVM: AddressFormat = { prefix: '0x', alphabet: HEX, length: 40 };

type NetworkRow = readonly [
  network: string,
  name: string,
  form: AddressFormat,
  blockSeconds: number,
  confirmations: number,
  unlockConfirmations: number,
  feeDollars: number,
];

const NETWORK_ROWS: readonly NetworkRow[] = [
  ['BTC', 'Bitcoin', { prefix: 'bc1q', alphabet: BECH32, length: 38 }, 600, 1, 2, 6],
  ['ETH', 'Ethereum (ERC20)', EVM, 12, 6, 64, 1],
  ['BSC', 'BNB Smart Chain (BEP20)', EVM, 3, 8, 15, 0.1],
  ['ARBITRUM', 'Arbitrum One', EVM, 1, 20, 60, 0.15],
  ['BASE', 'Base', EVM, 2, 20, 40, 0.1],
  ['AVAXC', 'AVAX C-Chain', EVM, 2, 12, 20, 0.1],
  ['TRX', 'Tron (TRC20)', { prefix: 'T', alphabet: BASE58, length: 33 }, 3, 1, 20, 1],
  ['SOL', 'Solana', { prefix: '', alphabet: BASE58, length: 44 }, 1, 30, 60, 0.2],
  ['XRP', 'Ripple', { prefix: 'r', alphabet: BASE58, length: 33, usesTag: true }, 4, 1, 2, 0.4],
  ['XLM', 'Stellar Network', { prefix: 'G', alphabet: BASE32, length: 55, usesTag: true }, 6, 1, 2, 0.01],
  ['LTC', 'Litecoin', { prefix: 'ltc1q', alphabet: BECH32, length: 38 }, 150, 3, 4, 0.02],
  ['DOGE', 'Dogecoin', { prefix: 'D', alphabet: BASE58, length: 33 }, 60, 15, 30, 0.6],
  ['BCH', 'Bitcoin Cash', { prefix: 'bitcoincash:q', alphabet: BECH32, length: 41 }, 600, 2, 3, 0.5],
  ['ADA', 'Cardano', { prefix: 'addr1', alphabet: BECH32, length: 98 }, 20, 30, 60, 0.4],
];

const NETWORKS_BY_NAME: ReadonlyMap<string, Network> = new Map(
  NETWORK_ROWS.map(([network, name, form, seconds, confirmations, unlockConfirmations, feeDollars]) => [
    network,
    { network, name, form, blockMs: seconds * 1000, confirmations, unlockConfirmations, feeDollars },
  ]),
);

/** The networks of each coin, its default network first. Coins that are not listed are on `TOKEN_CHAINS`. */
const COIN_CHAINS: Readonly<Record<string, readonly string[]>> = {
  BTC: ['BTC', 'BSC'],
  ETH: ['ETH', 'ARBITRUM', 'BASE', 'BSC'],
  BNB: ['BSC'],
  USDT: ['ETH', 'TRX', 'BSC', 'SOL', 'ARBITRUM'],
  USDC: ['ETH', 'BSC', 'SOL', 'BASE', 'ARBITRUM'],
  SOL: ['SOL'],
  XRP: ['XRP', 'BSC'],
  XLM: ['XLM'],
  TRX: ['TRX', 'BSC'],
  LTC: ['LTC', 'BSC'],
  DOGE: ['DOGE', 'BSC'],
  BCH: ['BCH', 'BSC'],
  ADA: ['ADA', 'BSC'],
  AVAX: ['AVAXC'],
  BONK: ['SOL'],
  WIF: ['SOL'],
  JTO: ['SOL'],
  JUP: ['SOL'],
  PYTH: ['SOL'],
  TRUMP: ['SOL'],
  PUMP: ['SOL'],
  EUR: [],
};
const TOKEN_CHAINS = ['ETH', 'BSC'];

/** Fiat currencies, which have no network. */
export const FIAT_ASSETS: ReadonlySet<string> = new Set(['EUR']);

/**
 * The largest withdrawal, in US dollars at the prices of the anchor day (the day from which simulated prices
 * start).
 */
const WITHDRAW_MAX_DOLLARS = 10_000_000;

const cache = new Map<string, readonly CoinNetwork[]>();

/** Returns the networks of a coin, its default network first; none for fiat and for an unknown coin. */
export function networksOf(coin: string): readonly CoinNetwork[] {
  let networks = cache.get(coin);
  if (networks === undefined) {
    const asset = ASSETS.get(coin);
    const chains = asset === undefined ? [] : (COIN_CHAINS[coin] ?? TOKEN_CHAINS);
    networks = chains.map((chain, index) => coinNetwork(asset!, NETWORKS_BY_NAME.get(chain)!, index === 0));
    cache.set(coin, networks);
  }
  return networks;
}

/** Returns the networks of all coins. */
export function allNetworks(): readonly CoinNetwork[] {
  return [...ASSETS.keys()].flatMap(networksOf);
}

/**
 * Returns a coin's network of that name, or its default network if no name is given; undefined if there is
 * none.
 */
export function findNetwork(coin: string, name: string | undefined): CoinNetwork | undefined {
  const networks = networksOf(coin);
  return name === undefined ? networks[0] : networks.find(({ network }) => network === name);
}

/** Returns the regular expression of an address format, as the exchange shows it. */
export function addressPattern({ prefix, alphabet, length }: AddressFormat): string {
  const capitals = alphabet === HEX ? `${alphabet}ABCDEF` : alphabet;
  return `^${prefix}[${capitals}]{${length === 44 ? '32,44' : length}}$`;
}

/** The regular expression that tags of deposit addresses match. */
export const TAG_PATTERN = '^[0-9]{1,19}$';

function coinNetwork(asset: Asset, network: Network, isDefault: boolean): CoinNetwork {
  const withdrawFee = roundAmount(network.feeDollars / asset.dollars);
  return {
    ...network,
    coin: asset.name,
    isDefault,
    withdrawFee,
    withdrawMin: 2n * withdrawFee,
    withdrawMax: roundAmount(WITHDRAW_MAX_DOLLARS / asset.dollars),
    withdrawMultiple: asset.dollars < 10 ? 100n : 1n,
  };
}
