/** The chains that coins come in and go out on, and what each asks for (choice: fees, times and minimums are the sandbox's). */
import { ASSETS, type Asset } from '../market/assets.ts';
import { roundAmount } from './round-amount.ts';

/** How the addresses of a chain look. */
export interface AddressFormat {
  readonly prefix: string;
  readonly alphabet: string;
  /** Letters after the prefix. */
  readonly length: number;
  /** All users share one address, and a tag tells them apart. */
  readonly usesTag?: true;
}

/** A chain. */
export interface Network {
  readonly network: string;
  readonly name: string;
  readonly form: AddressFormat;
  readonly blockMs: number;
  /** Blocks after which a deposit is credited. */
  readonly confirmations: number;
  /** Blocks after which what was deposited may be withdrawn again. */
  readonly unlockConfirmations: number;
  /** What a withdrawal costs, in US dollars of the anchor day. */
  readonly feeDollars: number;
}

/** A coin on a chain. Amounts are in 10^-8. */
export interface CoinNetwork extends Network {
  readonly coin: string;
  readonly isDefault: boolean;
  readonly withdrawFee: bigint;
  readonly withdrawMin: bigint;
  readonly withdrawMax: bigint;
  /** A withdrawn amount is a multiple of it. */
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

/** The chains of a coin, its default first. Other coins are tokens on the two chains that all tokens are on. */
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

/** Money that no chain carries. */
export const FIAT_ASSETS: ReadonlySet<string> = new Set(['EUR']);

/** What may be withdrawn at once, in US dollars of the anchor day. */
const WITHDRAW_MAX_DOLLARS = 10_000_000;

const cache = new Map<string, readonly CoinNetwork[]>();

/** Returns the chains of a coin, its default one first; none for legal money and for what is no coin. */
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

/** Returns the chains of all coins. */
export function allNetworks(): readonly CoinNetwork[] {
  return [...ASSETS.keys()].flatMap(networksOf);
}

/** Returns the chain of a name that a coin is on, or its default chain; undefined where there is none. */
export function findNetwork(coin: string, name: string | undefined): CoinNetwork | undefined {
  const networks = networksOf(coin);
  return name === undefined ? networks[0] : networks.find(({ network }) => network === name);
}

/** Returns the pattern of a form's addresses, as the exchange shows it. */
export function addressPattern({ prefix, alphabet: letters, length }: AddressFormat): string {
  const capitals = letters === HEX ? `${letters}ABCDEF` : letters;
  return `^${prefix}[${capitals}]{${length === 44 ? '32,44' : length}}$`;
}

/** The pattern of tags. */
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
