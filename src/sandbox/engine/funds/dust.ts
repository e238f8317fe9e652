/** Converts small balances (dust) to BNB (our choice: the limit below which a balance is dust, and the fee). */
import type { Exchange } from '../exchange.ts';
import type { User } from '../ledger/accounts.ts';
import { freeBalance } from '../ledger/postings.ts';
import { createRefusal } from '../refusal.ts';
import { convertedValue } from './rates.ts';
import { accountOf, type UserWallet } from './wallet-types.ts';
import { payFrom, payInto } from './wallets.ts';

/** The asset to which dust is converted. */
const DUST_COIN = 'BNB';

/** The value below which a balance is dust, in 10^-8 BTC. */
const DUST_LIMIT_BTC = 100_000n;

/** The conversion fee in ten-thousandths. */
const FEE_PER_10000 = 200n;

export interface DustAsset {
  readonly asset: string;
  readonly amount: bigint;
  readonly inBtc: bigint;
  /** The value in 10^-8 BNB, before the fee. */
  readonly inBnb: bigint;
  /** In 10^-8 BNB. */
  readonly fee: bigint;
}

export interface DustConversion extends DustAsset {
  readonly tranId: number;
}

/** The conversion fee as the fraction that the exchange shows. */
export const FEE_RATE_TEXT = '0.02';

/** Returns the dust balances of a user's wallet, sorted by asset. */
export function dustAssets(
  exchange: Exchange,
  user: User,
  wallet: 'MAIN' | 'MARGIN',
  now: number,
): readonly DustAsset[] {
  const account = accountOf(exchange.accounts, { user, wallet });
  return [...account.balances.keys()].sort().flatMap((asset) => {
    const amount = freeBalance(account, asset);
    if (asset === DUST_COIN || amount <= 0n) return [];
    const inBtc = convertedValue(exchange.market, amount, asset, 'BTC', now);
    const inBnb = convertedValue(exchange.market, amount, asset, DUST_COIN, now);
    if (inBtc >= DUST_LIMIT_BTC || inBnb === 0n) return [];
    return [{ asset, amount, inBtc, inBnb, fee: (inBnb * FEE_PER_10000) / 10_000n }];
  });
}

/**
 * Converts dust to BNB. Rejects with -1130 if one of the assets is not dust, and then converts none of them.
 */
export function convertDust(
  exchange: Exchange,
  userWallet: UserWallet & { readonly wallet: 'MAIN' | 'MARGIN' },
  assets: readonly string[],
  now: number,
  nextId: () => number,
): readonly DustConversion[] {
  const available = dustAssets(exchange, userWallet.user, userWallet.wallet, now);
  const selected = [...new Set(assets)].map((asset) => available.find((one) => one.asset === asset));
  if (selected.some((one) => one === undefined)) {
    throw createRefusal(-1130, "Data sent for parameter 'asset' is not valid.");
  }
  const dustAccount = exchange.accounts.houseAccount('dust');
  return (selected as DustAsset[]).map((one) => {
    payFrom(exchange, userWallet, dustAccount, one, now);
    payInto(exchange, dustAccount, userWallet, { asset: DUST_COIN, amount: one.inBnb - one.fee }, now);
    exchange.accounts.ledger.transfer(DUST_COIN, one.fee, dustAccount, exchange.accounts.fees);
    return { ...one, tranId: nextId() };
  });
}
