/** Small leftovers, and turning them into the exchange's own coin (choice: what counts as small, and the charge). */
import type { Exchange } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import { freeOf } from '../ledger/postings.ts';
import { Refusal } from '../refusal.ts';
import { worthOf } from './rates.ts';
import { accountAt, type Place } from './wallet-types.ts';
import { payFrom, payInto } from './wallets.ts';

/** What leftovers become. */
const COIN = 'BNB';

/** A leftover is worth less, in 10^-8 BTC. */
const WORTH_MAX = 100_000n;

/** The charge in ten-thousandths. */
const CHARGE_PER_10000 = 200n;

export interface Leftover {
  readonly asset: string;
  readonly amount: bigint;
  readonly inBtc: bigint;
  /** In BNB, before the charge. */
  readonly inBnb: bigint;
  /** In BNB. */
  readonly charge: bigint;
}

export interface Swept extends Leftover {
  readonly tranId: number;
}

/** The share of the charge as text, as the exchange shows it. */
export const DRIBBLET_PERCENTAGE = '0.02';

/** Returns a user's leftovers in a wallet, by name of the asset. */
export function leftoversOf(
  exchange: Exchange,
  user: User,
  wallet: 'MAIN' | 'MARGIN',
  now: number,
): readonly Leftover[] {
  const account = accountAt(exchange.accounts, { user, wallet });
  return [...account.holdings.keys()].sort().flatMap((asset) => {
    const amount = freeOf(account, asset);
    if (asset === COIN || amount <= 0n) return [];
    const inBtc = worthOf(exchange.market, amount, asset, 'BTC', now);
    const inBnb = worthOf(exchange.market, amount, asset, COIN, now);
    if (inBtc >= WORTH_MAX || inBnb === 0n) return [];
    return [{ asset, amount, inBtc, inBnb, charge: (inBnb * CHARGE_PER_10000) / 10_000n }];
  });
}

/** Converts leftovers. Refuses an asset that is none with -1130, and has then converted nothing. */
export function sweep(
  exchange: Exchange,
  place: Place & { readonly wallet: 'MAIN' | 'MARGIN' },
  assets: readonly string[],
  now: number,
  nextId: () => number,
): readonly Swept[] {
  const found = leftoversOf(exchange, place.user, place.wallet, now);
  const chosen = [...new Set(assets)].map((asset) => found.find((one) => one.asset === asset));
  if (chosen.some((one) => one === undefined)) {
    throw new Refusal(400, -1130, "Data sent for parameter 'asset' is not valid.");
  }
  const dust = exchange.accounts.house('dust');
  return (chosen as Leftover[]).map((one) => {
    payFrom(exchange, place, dust, one, now);
    payInto(exchange, dust, place, { asset: COIN, amount: one.inBnb - one.charge }, now);
    exchange.accounts.ledger.pay(COIN, one.charge, dust, exchange.accounts.fees);
    return { ...one, tranId: nextId() };
  });
}
