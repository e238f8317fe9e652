/** Wallets of users and amounts of assets. */
import type { Accounts, User, WalletName } from '../ledger/accounts.ts';
import type { LedgerAccount } from '../ledger/postings.ts';

/** The name of a wallet; MAIN means the spot wallet. */
export type Wallet = 'MAIN' | WalletName;

/** One wallet of one user. */
export interface UserWallet {
  readonly user: User;
  readonly wallet: Wallet;
}

export interface Amount {
  readonly asset: string;
  /** In 10^-8 of the asset. */
  readonly amount: bigint;
}

/** Returns the ledger account of a wallet. */
export function accountOf(accounts: Accounts, { user, wallet }: UserWallet): LedgerAccount {
  return wallet === 'MAIN' ? user.account : accounts.walletOf(user, wallet);
}
