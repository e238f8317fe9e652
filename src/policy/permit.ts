/** Makes the permits without which no call is signed. No other folder makes one. */
import { isWriteEffect } from '../catalogue/define.ts';
import { Permit, type PermittedCall, permitError } from '../request/permit.ts';

/** Returns the permit of a call that changes nothing, which needs no decision. Throws kind `refused` for a write. */
export function permitRead(call: PermittedCall): Permit {
  if (isWriteEffect(call.effect)) throw permitError(call, 'the policy was not asked about it');
  return new Permit(call);
}

/** Returns the permit of a write. Only for the gate of writes, which has asked the policy. */
export function permitWrite(call: PermittedCall): Permit {
  return new Permit(call);
}
