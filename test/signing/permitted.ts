/** Signatures for tests that sign without a sender, and so without a policy that permits it. */
import { isWriteEffect } from '../../src/catalogue/define.ts';
import { permitRead, permitWrite } from '../../src/policy/permit.ts';
import type { PermittedCall } from '../../src/request/permit.ts';
import type { SigningRight } from '../../src/request/signature.ts';
import type { Signer } from '../../src/request/signer.ts';

/** Returns the right to sign a request once. */
export function rightTo(request: PermittedCall, signer: Signer): SigningRight {
  return { signer, permit: isWriteEffect(request.effect) ? permitWrite(request) : permitRead(request) };
}

/** Returns the signature of a text. */
export function signText(signer: Signer, payload: string): string {
  const target = { endpoint: 'raw', host: 'spot', method: 'GET', path: '/' } as const;
  const permit = permitRead({ ...target, query: payload, body: undefined, effect: 'read' });
  return signer.sign(permit, { target, payload, form: 'rest' });
}
