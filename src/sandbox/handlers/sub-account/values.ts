/** Reads whose sub-accounts a call is about. */

import { FUNDS } from '../../engine/funds/engine.ts';
import type { User } from '../../engine/ledger/accounts.ts';
import { type SandboxCall, SandboxRefusal } from '../../types.ts';
import { userOf } from '../account-values.ts';

/** Returns the caller, who has to be a master. */
export function masterOf(call: SandboxCall): User {
  const user = userOf(call);
  if (user.master !== undefined) throw notAllowed();
  return user;
}

/** Returns the sub-account that a call of its master names. Refuses an unknown address with -1130. */
export function subOf(call: SandboxCall, param = 'email'): User {
  return subAccountsOf(call).find(masterOf(call), call.params.get(param) ?? '', param);
}

/** Returns the sub-accounts that a call of their master is about: the one that it names, or all. */
export function subsOf(call: SandboxCall): readonly User[] {
  return call.params.has('email') ? [subOf(call)] : subAccountsOf(call).of(masterOf(call));
}

export function subAccountsOf({ exchange }: SandboxCall) {
  return exchange.engines.get(FUNDS).subAccounts;
}

/** Returns the refusal of what this account may not do. */
export function notAllowed(): SandboxRefusal {
  return new SandboxRefusal(401, -1002, 'You are not authorized to execute this request.');
}
