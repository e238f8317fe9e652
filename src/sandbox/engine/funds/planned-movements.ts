/** Deposits, withdrawals and their scheduled events: plain data, so that a checkpoint can hold them. */
import type { User } from '../ledger/accounts.ts';
import type { CoinNetwork } from './networks.ts';

/** A scheduled event of a deposit or a withdrawal, as plain data. */
export type FundsEvent =
  | { readonly type: 'confirm'; readonly deposit: Deposit }
  | { readonly type: 'unlock'; readonly deposit: Deposit }
  | { readonly type: 'approve'; readonly withdrawal: Withdrawal }
  | { readonly type: 'complete'; readonly withdrawal: Withdrawal }
  | { readonly type: 'fail'; readonly withdrawal: Withdrawal; readonly status: 1 | 3 | 5 };

/**
 * The status of a deposit: pending (0), credited but locked for withdrawal (6), completed (1) (interface
 * document, Other status codes).
 */
export type DepositStatus = 0 | 6 | 1;

export interface Deposit {
  /** The number of the deposit on this exchange, counted from 1. */
  readonly number: number;
  readonly user: User;
  readonly wallet: 'MAIN' | 'FUNDING';
  readonly coin: string;
  /** In 10^-8. */
  readonly amount: bigint;
  readonly network: CoinNetwork;
  /** Whether the deposit came from another user of the exchange, without a network transaction. */
  readonly isInternal: boolean;
  readonly insertTime: number;
  status: DepositStatus;
  completeTime: number | undefined;
}

/**
 * The status of a withdrawal: waiting for e-mail confirmation (0), cancelled (1), awaiting approval (2),
 * rejected (3), processing (4), failed (5), completed (6) (interface document).
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
  /** The note that the user added to the withdrawal address. */
  readonly note: string;
  /** The answers that the travel rule requires, as JSON text; undefined for a withdrawal without a questionnaire. */
  readonly questionnaire: string | undefined;
  /** The user to whose deposit address the withdrawal goes; undefined for an external address. */
  readonly receiver: User | undefined;
  /** Whether the fee of an internal transfer is refunded to the receiver rather than to the sender. */
  readonly isFeeForReceiver: boolean;
}

export interface Withdrawal extends WithdrawalRequest {
  /** The number of the withdrawal on this exchange, counted from 1. */
  readonly number: number;
  readonly id: string;
  readonly fee: bigint;
  readonly isInternal: boolean;
  readonly applyTime: number;
  status: WithdrawalStatus;
  /** The transaction id; empty until the transaction was sent. */
  txId: string;
  /** When the transaction was sent to the network, in ms. */
  sentTime: number | undefined;
  completeTime: number | undefined;
  info: string;
}
