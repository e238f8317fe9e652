/** Double-entry bookkeeping: the postings of a journal entry, and the balances that result from them. */
import { add, type Decimal, formatTrimmed, isZero, ZERO } from '../../core/decimal.ts';

/** A posting as the journal records it: account, asset and signed amount. */
export type PostingRecord = {
  readonly account: string;
  readonly asset: string;
  readonly amount: string;
};

export interface Posting {
  readonly account: string;
  readonly asset: string;
  readonly amount: Decimal;
}

/** The postings of one journal entry: merged by account and asset, sorted, without zeros. */
export class Postings {
  /** An entry has about six postings, so a list is searched sooner than a map of keys made of account and asset. */
  readonly #postings: Posting[] = [];

  post(account: string, asset: string, amount: Decimal): void {
    const index = this.#indexOf(account, asset);
    if (index === -1) this.#postings.push({ account, asset, amount });
    else this.#postings[index] = { account, asset, amount: add(this.#postings[index]!.amount, amount) };
  }

  /** Returns the sum posted to an account in an asset. */
  amountOf(account: string, asset: string): Decimal {
    return this.#postings[this.#indexOf(account, asset)]?.amount ?? ZERO;
  }

  #indexOf(account: string, asset: string): number {
    return this.#postings.findIndex((one) => one.account === account && one.asset === asset);
  }

  /** Returns the postings by account, then asset. Throws if the postings of an asset do not sum to zero. */
  list(): readonly Posting[] {
    const all = this.#postings.filter(({ amount }) => !isZero(amount));
    const sums = new Map<string, Decimal>();
    for (const { asset, amount } of all) sums.set(asset, add(sums.get(asset) ?? ZERO, amount));
    for (const [asset, sum] of sums) {
      if (!isZero(sum)) throw new Error(`the postings of ${asset} sum to ${formatTrimmed(sum)} instead of 0`);
    }
    return all.sort((a, b) => compareTexts(a.account, b.account) || compareTexts(a.asset, b.asset));
  }
}

/** Compares two texts by their UTF-16 code units, for sorting. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The balances of one book: the sums of all its postings. */
export class Balances {
  readonly #accounts = new Map<string, Map<string, Decimal>>();

  add(postings: readonly Posting[]): void {
    for (const { account, asset, amount } of postings) {
      let assets = this.#accounts.get(account);
      if (assets === undefined) {
        assets = new Map();
        this.#accounts.set(account, assets);
      }
      assets.set(asset, add(assets.get(asset) ?? ZERO, amount));
    }
  }

  balanceOf(account: string, asset: string): Decimal {
    return this.#accounts.get(account)?.get(asset) ?? ZERO;
  }

  /** Returns all balances, those that became zero included. */
  all(): readonly Posting[] {
    return [...this.#accounts].flatMap(([account, assets]) =>
      [...assets].map(([asset, amount]) => ({ account, asset, amount })),
    );
  }

  /** Returns the balances as decimal strings, by account and asset, without zeros. */
  printed(): ReadonlyMap<string, ReadonlyMap<string, string>> {
    const printed = new Map<string, ReadonlyMap<string, string>>();
    for (const [account, assets] of this.#accounts) {
      const amounts = [...assets].filter(([, amount]) => !isZero(amount));
      if (amounts.length === 0) continue;
      printed.set(account, new Map(amounts.map(([asset, amount]) => [asset, formatTrimmed(amount)])));
    }
    return printed;
  }
}
