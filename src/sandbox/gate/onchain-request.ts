/**
 * Checks requests of the onchain wallet endpoint, which has its own headers and error codes (public facts) and takes no
 * API key.
 */
import { HOLDINGS_FAILURES } from '../../catalogue/onchain/holdings.ts';
import type { Endpoint } from '../../catalogue/types.ts';
import { checkArguments } from '../../request/check.ts';
import { SandboxRefusal } from '../types.ts';

/** The required headers and their allowed values; the user agent may begin with any client name. */
const HEADERS: readonly (readonly [name: string, allowed: RegExp])[] = [
  ['clienttype', /^web$/],
  ['clientversion', /^1\.2\.0$/],
  ['accept-encoding', /^identity$/],
  ['user-agent', /^\S+-web3\/1\.1 \(Skill\)$/],
];

/** Headers that carry a key or token, which this endpoint does not accept. */
const CREDENTIAL_HEADERS = ['x-mbx-apikey', 'authorization', 'cookie'];

/**
 * Returns the refusal of an onchain request, or undefined. `sent` is undefined if a parameter was sent twice.
 */
export function onchainRefusal(
  endpoint: Endpoint,
  headers: Readonly<Record<string, string>>,
  sent: ReadonlyMap<string, string> | undefined,
): SandboxRefusal | undefined {
  const wrong = HEADERS.find(([name, allowed]) => !allowed.test(headers[name] ?? ''));
  if (wrong !== undefined)
    return newRefusal('badParameter', `The header ${wrong[0]} is missing or not valid.`);
  const credential = CREDENTIAL_HEADERS.find((name) => headers[name] !== undefined);
  if (credential !== undefined)
    return newRefusal('badParameter', `The header ${credential} is not accepted here.`);
  if (sent === undefined) return newRefusal('badParameter', 'A parameter was sent twice.');
  // The onchain service ignores the case of letters in an address, so it cannot detect a wrong checksum.
  const address = sent.get('address');
  const folded = address === undefined ? sent : new Map(sent).set('address', normalizedAddress(address));
  const fault = checkArguments(endpoint, folded, {})[0];
  if (fault === undefined) return undefined;
  if (fault.rule === 'missing' || fault.rule === 'empty') {
    return newRefusal('badParameter', `The parameter ${fault.param ?? ''} is missing.`);
  }
  if (fault.param === 'chainId') return newRefusal('badAddressOrChain', 'This chain is not supported.');
  if (fault.param === 'address' || fault.rule === 'address-of-chain') {
    return newRefusal('badAddressOrChain', 'This is not an address of the chain.');
  }
  return newRefusal('badParameter', `The parameter ${fault.param ?? ''} is not valid.`);
}

/** Returns an EVM address in lower case (public facts), and a Base58 address unchanged, because its case is significant. */
export function normalizedAddress(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address;
}

function newRefusal(failure: keyof typeof HOLDINGS_FAILURES, text: string): SandboxRefusal {
  // Business errors have HTTP status 200 and `success: false` (our choice: the form is not published).
  return new SandboxRefusal(200, HOLDINGS_FAILURES[failure], text);
}
