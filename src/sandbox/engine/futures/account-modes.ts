/**
 * Modes of users' accounts: multi-assets mode, in which several assets are margin of the positions, and commission
 * paid in BNB (public facts, USD-M trading: multiAssetsMargin, feeBurn).
 */
import type { User } from '../ledger/accounts.ts';
import type { MarketSymbol } from '../market/symbols.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { assetIndexOf, type MarginAsset, marginAssets, marginValue } from './asset-index.ts';
import { minOf } from './integer-math.ts';
import { type FuturesMarket, priceOf, RATE_DECIMALS } from './market.ts';
import type { FuturesWallet } from './wallet.ts';

const ONE = 10n ** BigInt(RATE_DECIMALS);

/**
 * The asset in which commissions may be paid, and the percentage by which they are then lower (public facts:
 * 10 %).
 */
const FEE_ASSET = 'BNB';
const FEE_PERCENT = 90n;

/** A balance that is margin in multi-assets mode. */
export interface Collateral {
  readonly margin: MarginAsset;
  /** Below 0 for a debt. */
  readonly balance: bigint;
}

export class AccountModes {
  readonly #wallet: FuturesWallet;
  readonly #market: FuturesMarket;
  /** Ids of the users in multi-assets mode, and of those who pay commissions in BNB. */
  readonly #multiAssetsUsers = new Set<number>();
  readonly #feeBurnUsers = new Set<number>();

  constructor(wallet: FuturesWallet, market: FuturesMarket) {
    this.#wallet = wallet;
    this.#market = market;
  }

  isMultiAssets({ id }: User): boolean {
    return this.#multiAssetsUsers.has(id);
  }

  setMultiAssets({ id }: User, isMultiAssets: boolean): void {
    if (isMultiAssets) this.#multiAssetsUsers.add(id);
    else this.#multiAssetsUsers.delete(id);
  }

  /** Returns whether the user pays commissions in BNB, as long as the futures wallet has enough. */
  paysFeesInBnb({ id }: User): boolean {
    return this.#feeBurnUsers.has(id);
  }

  setFeeBurn({ id }: User, isOn: boolean): void {
    if (isOn) this.#feeBurnUsers.add(id);
    else this.#feeBurnUsers.delete(id);
  }

  /** Returns the user's balances that are margin in multi-assets mode. */
  collateralOf(user: User, at: number): readonly Collateral[] {
    return marginAssets(this.#market)
      .filter(({ listedAt }) => listedAt <= at)
      .map((margin) => ({ margin, balance: this.#wallet.walletBalance(user, margin.asset) }))
      .filter(({ balance }) => balance !== 0n);
  }

  /** Returns the value in dollars (10^-8) at which the user's balances count as margin. */
  collateralValue(user: User, at: number): bigint {
    return this.collateralOf(user, at).reduce(
      (sum, { margin, balance }) =>
        sum + marginValue(margin, balance, assetIndexOf(this.#market, margin, at).index),
      0n,
    );
  }

  /**
   * Returns the amount of an asset that counts as margin of a given value in dollars (10^-8); undefined for
   * an asset that is not margin.
   */
  amountWorth(asset: string, dollars: bigint, at: number): bigint | undefined {
    const margin = this.#find(asset, at);
    return margin && (dollars * ONE) / assetIndexOf(this.#market, margin, at).bid;
  }

  /**
   * Returns the commission in BNB that replaces one in USDT, less the discount; undefined unless the user
   * chose to pay in BNB and the wallet has enough (our choice: at the index price of BNB).
   */
  feeInBnb(
    user: User,
    fee: bigint,
    at: number,
  ): { readonly asset: string; readonly amount: bigint } | undefined {
    const margin = this.paysFeesInBnb(user) ? this.#find(FEE_ASSET, at) : undefined;
    if (margin === undefined) return undefined;
    const amount = (fee * FEE_PERCENT * ONE) / (100n * assetIndexOf(this.#market, margin, at).index);
    return this.#wallet.walletBalance(user, FEE_ASSET) < amount ? undefined : { asset: FEE_ASSET, amount };
  }

  /**
   * Sells the user's other margin assets at their bid rates until a debt of `dollars` (10^-8 USDT) is paid,
   * the most valuable first. Returns the amounts sold and bought.
   */
  exchangeForDollars(user: User, dollars: bigint, at: number): readonly AssetExchange[] {
    const offers = this.collateralOf(user, at)
      .filter(({ margin, balance }) => margin.index !== undefined && balance > 0n)
      .map(({ margin, balance }) => {
        const { bid } = assetIndexOf(this.#market, margin, at);
        return { asset: margin.asset, balance, bid, value: (balance * bid) / ONE };
      })
      .sort((a, b) => (a.value < b.value ? 1 : -1));
    const exchanges: AssetExchange[] = [];
    let missing = dollars;
    for (const { asset, balance, bid, value } of offers) {
      if (missing <= 0n) break;
      const bought = minOf(value, missing);
      const sold = bought === value ? balance : minOf(balance, (bought * ONE) / bid + 1n);
      this.#wallet.exchange(user, { asset, amount: sold }, { asset: 'USDT', amount: bought });
      exchanges.push({ asset, sold, bought });
      missing -= bought;
    }
    return exchanges;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#multiAssetsUsers);
    checkpointer.value(this.#feeBurnUsers);
  }

  #find(asset: string, at: number): MarginAsset | undefined {
    return marginAssets(this.#market).find((one) => one.asset === asset && one.listedAt <= at);
  }
}

/** An amount of an asset that was sold, and the USDT bought for it. */
export interface AssetExchange {
  readonly asset: string;
  readonly sold: bigint;
  readonly bought: bigint;
}

/**
 * Returns the value in dollars (10^-8) at which a balance counts as margin when its index is at a price in
 * ticks.
 */
export function collateralAtTicks(
  { margin, balance }: Collateral,
  symbol: MarketSymbol,
  ticks: number,
): bigint {
  return marginValue(margin, balance, priceOf(symbol, ticks));
}
