/** Where money is: a wallet, and whose it is. */
import type { Accounts, User, WalletName } from '../ledger/accounts.ts';
import type { LedgerAccount } from '../ledger/postings.ts';

/** MAIN is the spot wallet. */
export type Wallet = 'MAIN' | WalletName;

/** A wallet and whose it is. */
export interface UserWallet {
  readonly user: User;
  readonly wallet: Wallet;
}

export interface Amount {
  readonly asset: string;
  /** In 10^-8 of the asset. */
  readonly amount: bigint;
}

/** Returns the account behind a wallet. */
export function accountOf(accounts: Accounts, { user, wallet }: UserWallet): LedgerAccount {
  return wallet === 'MAIN' ? user.account : accounts.walletOf(user, wallet);
}
