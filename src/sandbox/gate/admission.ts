/**
 * Authentication: checks the API key, its permissions and addresses, the signature and the timestamp of a request
 * (interface document, Authentication; public facts, Request rules). The order of the checks is our choice: a caller
 * without a valid key learns nothing else.
 */

import { effectiveValue, isDisputed, isSigned } from '../../catalogue/define.ts';
import { FUTURES_PRODUCTS } from '../../catalogue/futures-products.ts';
import * as LIMITS from '../../catalogue/limits/signing.ts';
import type { Endpoint, Product } from '../../catalogue/types.ts';
import { createVerifier, type Verifier } from '../../signing/verify.ts';
import type { Accounts, ApiKey, Permission, User } from '../engine/ledger/accounts.ts';
import { SandboxRefusal, type WireRequest } from '../types.ts';

/** A request with its parameters parsed, before authentication. */
export interface IncomingCall {
  readonly endpoint: Endpoint;
  readonly request: WireRequest;
  /** The raw query string without the question mark. */
  readonly query: string;
  readonly sent: ReadonlyMap<string, string>;
  /** The exchange time (ms). */
  readonly now: number;
  /**
   * The machine's time (ms), if it differs from the exchange time: requests signed with the time of the
   * client's own clock are accepted too.
   */
  readonly machineNow: number | undefined;
}

const KEY_HEADER = 'x-mbx-apikey';
const KEY_PATTERN = /^[A-Za-z0-9]{64}$/;
const WHOLE_NUMBER_PATTERN = '^[0-9]{1,20}$';

/** The value from which on a timestamp is in microseconds. */
const MICROSECONDS_FROM = 1e14;

/** The address with which requests of this process itself are checked against a key's allowed addresses. */
const LOOPBACK = '127.0.0.1';
const EMBEDDED = 'embedded';

/** The permission for calls that trade or move funds, by product; `transfers` for any other product. */
const TRADE_PERMISSIONS: Partial<Readonly<Record<Product, Permission>>> = {
  spot: 'spot',
  margin: 'margin',
  usdm: 'futures',
  coinm: 'futures',
  options: 'options',
  convert: 'spot',
  earn: 'spot',
};

/** The products whose refusals contain the client's address (public facts, General and request codes). */
const PRODUCTS_NAMING_ADDRESS: readonly Product[] = FUTURES_PRODUCTS;

/** The verifier of each API key, so that a public key is parsed only once. */
const verifiers = new WeakMap<ApiKey, Verifier>();

/** Returns the user of a request (undefined for a public endpoint), or the refusal. */
export function authenticate(accounts: Accounts, incoming: IncomingCall): User | SandboxRefusal | undefined {
  const security = effectiveValue(incoming.endpoint.security) ?? 'NONE';
  if (security === 'NONE') return undefined;
  const key = checkKey(accounts, incoming);
  if (key instanceof SandboxRefusal) return key;
  return (requiresSignature(incoming) ? signatureRefusal(key, incoming) : undefined) ?? key.user;
}

/**
 * Returns whether a request needs a signature. An endpoint that only one of the two listings marks as signed
 * accepts requests with and without one (public facts, Request rules).
 */
function requiresSignature({ endpoint: { security }, sent }: IncomingCall): boolean {
  if (!isDisputed(security) || sent.has('signature')) return isSigned(effectiveValue(security));
  return isSigned(security.first) && isSigned(security.second);
}

/**
 * Returns the user of a request on a connection with a logged-on key, or the refusal. Checks the timestamp and the
 * key's permissions, but no signature.
 */
export function authenticateSession(accounts: Accounts, incoming: IncomingCall): User | SandboxRefusal {
  const key = checkKey(accounts, incoming);
  if (key instanceof SandboxRefusal) return key;
  return timestampRefusal(incoming) ?? key.user;
}

/**
 * Returns the user of the API key in the header without further checks, in order to find the answer to an
 * earlier call.
 */
export function findCaller(accounts: Accounts, request: WireRequest): User | undefined {
  return findKeyOf(accounts, request)?.user;
}

/** Returns the API key that a request names, whether or not it may make the request. */
export function findKeyOf(accounts: Accounts, request: WireRequest): ApiKey | undefined {
  const text = request.headers[KEY_HEADER];
  return text === undefined ? undefined : accounts.findKey(text);
}

function checkKey(accounts: Accounts, { endpoint, request }: IncomingCall): ApiKey | SandboxRefusal {
  const text = request.headers[KEY_HEADER] ?? '';
  if (!KEY_PATTERN.test(text)) return new SandboxRefusal(400, -2014, 'API-key format invalid.');
  const key = accounts.findKey(text);
  const address = request.client === EMBEDDED ? LOOPBACK : request.client;
  const hasPermission = key?.permissions.has(requiredPermission(endpoint)) === true;
  const isAllowedAddress = key?.addresses === undefined || key.addresses.includes(address);
  if (key !== undefined && hasPermission && isAllowedAddress) return key;
  const addressText = PRODUCTS_NAMING_ADDRESS.includes(endpoint.product) ? `, request ip: ${address}` : '';
  return new SandboxRefusal(401, -2015, `Invalid API-key, IP, or permissions for action.${addressText}`);
}

/** Returns the permission that a key needs for an endpoint. */
export function requiredPermission({
  security,
  product,
  requiredPermission: keyNeeds,
}: Endpoint): Permission {
  if (keyNeeds !== undefined) return keyNeeds;
  return effectiveValue(security) === 'TRADE' ? (TRADE_PERMISSIONS[product] ?? 'transfers') : 'reading';
}

function signatureRefusal(key: ApiKey, incoming: IncomingCall): SandboxRefusal | undefined {
  const { endpoint, sent } = incoming;
  const signature = sent.get('signature') ?? '';
  // One endpoint lists no timestamp: if a request to it has none, only its signature is checked.
  const needsTime = endpoint.listsNoTimestamp !== true || sent.has('timestamp');
  if (needsTime && (sent.get('timestamp') ?? '') === '') return missingParameter('timestamp');
  if (signature === '') return missingParameter('signature');
  const formRefusal = needsTime ? timeFormRefusal(sent) : undefined;
  if (formRefusal !== undefined) return formRefusal;
  if (!verifierFor(key).verify(signedPayload(incoming), signature)) {
    return new SandboxRefusal(401, -1022, 'Signature for this request is not valid.');
  }
  return needsTime ? freshnessRefusal(incoming) : undefined;
}

function timestampRefusal(incoming: IncomingCall): SandboxRefusal | undefined {
  if ((incoming.sent.get('timestamp') ?? '') === '') return missingParameter('timestamp');
  return timeFormRefusal(incoming.sent) ?? freshnessRefusal(incoming);
}

function freshnessRefusal({ sent, now, machineNow }: IncomingCall): SandboxRefusal | undefined {
  const refusal = timeRefusal(sent, now);
  if (refusal === undefined || machineNow === undefined) return refusal;
  return timeRefusal(sent, machineNow) === undefined ? undefined : refusal;
}

/** Returns the signed payload: raw query and raw body joined without a separator, both without the signature. */
function signedPayload({ query, request }: IncomingCall): string {
  return withoutSignature(query) + withoutSignature(request.body);
}

function withoutSignature(text: string): string {
  if (!text.includes('signature=')) return text;
  return text
    .split('&')
    .filter((pair) => !pair.startsWith('signature='))
    .join('&');
}

function verifierFor(key: ApiKey): Verifier {
  let verifier = verifiers.get(key);
  if (verifier === undefined) {
    verifier = createVerifier(key.secret);
    verifiers.set(key, verifier);
  }
  return verifier;
}

function timeFormRefusal(sent: ReadonlyMap<string, string>): SandboxRefusal | undefined {
  if (!new RegExp(WHOLE_NUMBER_PATTERN).test(sent.get('timestamp') ?? '')) {
    return illegalCharacters('timestamp', WHOLE_NUMBER_PATTERN);
  }
  const window = sent.get('recvWindow');
  if (window === undefined) return undefined;
  // A recvWindow may have up to 3 decimals, as on the exchange today.
  if (!/^[0-9]{1,10}(\.[0-9]{1,3})?$/.test(window))
    return illegalCharacters('recvWindow', WHOLE_NUMBER_PATTERN);
  if (Number(window) > LIMITS.recvWindowMax.value) {
    const text = `'recvWindow' contains unexpected value. Cannot be greater than ${LIMITS.recvWindowMax.value}.`;
    return new SandboxRefusal(400, -1102, text);
  }
  return Number(window) < 1
    ? new SandboxRefusal(400, -1130, "Data sent for parameter 'recvWindow' is not valid.")
    : undefined;
}

/** Returns the refusal of a timestamp outside of recvWindow (interface document, Authentication). */
function timeRefusal(sent: ReadonlyMap<string, string>, now: number): SandboxRefusal | undefined {
  const sentTimestamp = Number(sent.get('timestamp'));
  const timestamp = sentTimestamp >= MICROSECONDS_FROM ? sentTimestamp / 1000 : sentTimestamp;
  const windowMs = Number(sent.get('recvWindow') ?? LIMITS.recvWindowDefault.value);
  if (timestamp >= now + LIMITS.timestampAhead.value) {
    const text = `Timestamp for this request was ${LIMITS.timestampAhead.value}ms ahead of the server's time.`;
    return new SandboxRefusal(401, -1021, text);
  }
  if (now - timestamp <= windowMs) return undefined;
  return new SandboxRefusal(401, -1021, 'Timestamp for this request is outside of the recvWindow.');
}

function missingParameter(name: string): SandboxRefusal {
  const text = `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`;
  return new SandboxRefusal(400, -1102, text);
}

function illegalCharacters(name: string, range: string): SandboxRefusal {
  const text = `Illegal characters found in parameter '${name}'; legal range is '${range}'.`;
  return new SandboxRefusal(400, -1100, text);
}
