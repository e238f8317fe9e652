/** Converts small balances (dust) to another asset (our choice: the limit below which a balance is dust, and the fee). */
import type { Exchange } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import { freeBalance } from '../ledger/postings.ts';
import { createRefusal } from '../refusal.ts';
import { convertedValue } from './rates.ts';
import { accountOf, type UserWallet } from './wallet-types.ts';
import { payFrom, payInto } from './wallets.ts';

/** The asset to which dust is converted if no other is named. */
export const DUST_COIN = 'BNB';

/** The value below which a balance is dust, in 10^-8 BTC. */
export const DUST_LIMIT_BTC = 100_000n;

/** The conversion fee in ten-thousandths. */
const FEE_PER_10000 = 200n;

export interface DustAsset {
  readonly asset: string;
  readonly amount: bigint;
  readonly inBtc: bigint;
  /** The asset to which it is converted. */
  readonly target: string;
  /** The value in 10^-8 of the target asset, before the fee. */
  readonly inTarget: bigint;
  /** In 10^-8 of the target asset. */
  readonly fee: bigint;
}

export interface DustConversion extends DustAsset {
  readonly tranId: number;
}

/** The conversion fee as the fraction that the exchange shows. */
export const FEE_RATE_TEXT = '0.02';

/** A wallet with dust, and the asset to which the dust is converted. */
export interface DustRequest extends UserWallet {
  readonly user: User;
  readonly wallet: 'MAIN' | 'MARGIN';
  readonly target: string;
}

/** Returns the dust balances of a user's wallet, sorted by asset. */
export function dustAssets(
  exchange: Exchange,
  { target, ...userWallet }: DustRequest,
  now: number,
): readonly DustAsset[] {
  const account = accountOf(exchange.accounts, userWallet);
  return [...account.balances.keys()].sort().flatMap((asset) => {
    const amount = freeBalance(account, asset);
    if (asset === target || amount <= 0n) return [];
    const inBtc = convertedValue(exchange.market, amount, asset, 'BTC', now);
    const inTarget = convertedValue(exchange.market, amount, asset, target, now);
    if (inBtc >= DUST_LIMIT_BTC || inTarget === 0n) return [];
    return [{ asset, amount, inBtc, target, inTarget, fee: dustFee(inTarget) }];
  });
}

/** Returns the fee of a conversion, in the units of the amount. */
export function dustFee(amount: bigint): bigint {
  return (amount * FEE_PER_10000) / 10_000n;
}

/**
 * Converts dust. Rejects with -1130 if one of the assets is not dust, and then converts none of them.
 */
export function convertDust(
  exchange: Exchange,
  request: DustRequest,
  assets: readonly string[],
  now: number,
  nextId: () => number,
): readonly DustConversion[] {
  const { target, ...userWallet } = request;
  const available = dustAssets(exchange, request, now);
  const selected = [...new Set(assets)].map((asset) => available.find((one) => one.asset === asset));
  if (selected.some((one) => one === undefined)) {
    throw createRefusal(-1130, "Data sent for parameter 'asset' is not valid.");
  }
  const dustAccount = exchange.accounts.houseAccount('dust');
  return (selected as DustAsset[]).map((one) => {
    payFrom(exchange, userWallet, dustAccount, one, now);
    payInto(exchange, dustAccount, userWallet, { asset: target, amount: one.inTarget - one.fee }, now);
    exchange.accounts.ledger.transfer(target, one.fee, dustAccount, exchange.accounts.fees);
    return { ...one, tranId: nextId() };
  });
}
