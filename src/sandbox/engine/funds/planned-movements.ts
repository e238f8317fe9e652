/** Deposits, withdrawals and their scheduled events: plain data, so that a checkpoint can hold them. */
import type { User } from '../ledger/accounts.ts';
import type { CoinNetwork } from './networks.ts';

/** A scheduled event of a deposit or a withdrawal. */
export type FundsEvent =
  | { readonly type: 'confirm'; readonly deposit: Deposit }
  | { readonly type: 'unlock'; readonly deposit: Deposit }
  | { readonly type: 'approve'; readonly withdrawal: Withdrawal }
  | { readonly type: 'complete'; readonly withdrawal: Withdrawal }
  | { readonly type: 'fail'; readonly withdrawal: Withdrawal; readonly status: 1 | 3 | 5 };

/** Pending, confirmed, credited (interface document, Other status codes). */
export type DepositStatus = 0 | 6 | 1;

export interface Deposit {
  /** Number of the deposit on this exchange, from 1. */
  readonly number: number;
  readonly user: User;
  readonly wallet: 'MAIN' | 'FUNDING';
  readonly coin: string;
  /** In 10^-8. */
  readonly amount: bigint;
  readonly network: CoinNetwork;
  /** Whether it came from another user of the exchange, without a network transaction. */
  readonly isInternal: boolean;
  readonly insertTime: number;
  status: DepositStatus;
  completeTime: number | undefined;
}

/**
 * E-mail confirmation, cancelled, awaiting approval, rejected, processing, failed, completed (interface
 * document).
 */
export type WithdrawalStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export interface WithdrawalRequest {
  readonly user: User;
  readonly wallet: 'MAIN' | 'FUNDING';
  readonly network: CoinNetwork;
  /** The amount that leaves the wallet, in 10^-8; the fee is deducted from it. */
  readonly amount: bigint;
  readonly address: string;
  readonly tag: string;
  readonly orderId: string | undefined;
  /** The user's note on the address. */
  readonly note: string;
  /** The user whose deposit address it is; undefined for an external address. */
  readonly receiver: User | undefined;
  /** Whether the fee of an internal transfer is refunded to the receiver rather than to the sender. */
  readonly isFeeForReceiver: boolean;
}

export interface Withdrawal extends WithdrawalRequest {
  readonly id: string;
  readonly fee: bigint;
  readonly isInternal: boolean;
  readonly applyTime: number;
  status: WithdrawalStatus;
  /** Empty until the transaction was sent. */
  txId: string;
  /** When the transaction was sent to the network. */
  sentTime: number | undefined;
  completeTime: number | undefined;
  info: string;
}
