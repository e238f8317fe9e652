/** Deposits, withdrawals, and what is on the agenda for them: plain data, so that an image can keep it. */
import type { User } from '../ledger/accounts.ts';
import type { CoinNetwork } from './networks.ts';

/** What is to happen to one of them. */
export type FundsEvent =
  | { readonly type: 'confirm'; readonly deposit: Deposit }
  | { readonly type: 'unlock'; readonly deposit: Deposit }
  | { readonly type: 'approve'; readonly withdrawal: Withdrawal }
  | { readonly type: 'complete'; readonly withdrawal: Withdrawal }
  | { readonly type: 'fail'; readonly withdrawal: Withdrawal; readonly status: 1 | 3 | 5 };

/** Pending, confirmed, credited (interface document, Other status codes). */
export type DepositStatus = 0 | 6 | 1;

export interface Deposit {
  /** Of all deposits of the exchange, from 1. */
  readonly number: number;
  readonly user: User;
  readonly wallet: 'MAIN' | 'FUNDING';
  readonly coin: string;
  /** In 10^-8. */
  readonly amount: bigint;
  readonly network: CoinNetwork;
  /** It came from within the exchange and needed no chain. */
  readonly isInternal: boolean;
  readonly insertTime: number;
  status: DepositStatus;
  completeTime: number | undefined;
}

/** E-mail confirmation, cancelled, awaiting approval, rejected, processing, failed, completed (interface document). */
export type WithdrawalStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export interface WithdrawalRequest {
  readonly user: User;
  readonly wallet: 'MAIN' | 'FUNDING';
  readonly network: CoinNetwork;
  /** What leaves the wallet, in 10^-8: the fee is taken from it. */
  readonly amount: bigint;
  readonly address: string;
  readonly tag: string;
  readonly orderId: string | undefined;
  /** The caller's note on the address. */
  readonly note: string;
  /** Whose deposit address it is, where it is one of the exchange's. */
  readonly receiver: User | undefined;
  /** Of a transfer within the exchange: the receiver gets the fee, not the sender. */
  readonly isFeeForReceiver: boolean;
}

export interface Withdrawal extends WithdrawalRequest {
  readonly id: string;
  readonly fee: bigint;
  readonly isInternal: boolean;
  readonly applyTime: number;
  status: WithdrawalStatus;
  /** Empty until the chain has it. */
  txId: string;
  /** When the chain got it. */
  sentTime: number | undefined;
  completeTime: number | undefined;
  info: string;
}
