/** Reads the master account and the sub-accounts of a request. */

import { FUNDS } from '../../engine/funds/engine.ts';
import type { User } from '../../engine/ledger/accounts.ts';
import { type SandboxCall, SandboxRefusal } from '../../types.ts';
import { userOf } from '../account-values.ts';

/** Returns the user who made the call; throws -1002 for a sub-account. */
export function requiredMaster(call: SandboxCall): User {
  const user = userOf(call);
  if (user.master !== undefined) throw notAllowed();
  return user;
}

/** Returns the sub-account that its master requests by email; throws -1130 for an unknown one. */
export function requestedSubAccount(call: SandboxCall, param = 'email'): User {
  return subAccountRegistry(call).find(requiredMaster(call), call.params.get(param) ?? '', param);
}

/** Returns the requested sub-account of the calling master, or all its sub-accounts. */
export function requestedSubAccounts(call: SandboxCall): readonly User[] {
  return call.params.has('email')
    ? [requestedSubAccount(call)]
    : subAccountRegistry(call).of(requiredMaster(call));
}

export function subAccountRegistry({ exchange }: SandboxCall) {
  return exchange.engines.get(FUNDS).subAccounts;
}

/** Returns the refusal of a request that this account is not authorized for. */
export function notAllowed(): SandboxRefusal {
  return new SandboxRefusal(401, -1002, 'You are not authorized to execute this request.');
}
