/** What the wallet section has put on its agenda: plain data, so that an image can keep it. */
import type { Deposit } from './deposits.ts';
import type { Withdrawal } from './withdrawals.ts';

export type Planned =
  | { readonly what: 'confirm'; readonly deposit: Deposit }
  | { readonly what: 'unlock'; readonly deposit: Deposit }
  | { readonly what: 'approve'; readonly withdrawal: Withdrawal }
  | { readonly what: 'complete'; readonly withdrawal: Withdrawal }
  | { readonly what: 'fail'; readonly withdrawal: Withdrawal; readonly status: 1 | 3 | 5 };
