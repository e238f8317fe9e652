import type { Clock } from '../../src/core/clock.ts';
import { demoKeys } from '../../src/sandbox/engine/ledger/demo-keys.ts';
import {
  createExchange,
  type ExchangeOptions,
  type SandboxExchange,
} from '../../src/sandbox/exchange/create-exchange.ts';
import { answerRequest } from '../../src/sandbox/exchange/requests.ts';
import type { WireAnswer, WireRequest } from '../../src/sandbox/types.ts';
import { createSigner } from '../../src/signing/signer.ts';
import { signText } from '../signing/permitted.ts';
import { manualClock } from './manual-clock.ts';

/** An API key and its secret. */
export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

export type Params = Readonly<Record<string, string | number>>;

/** Returns an exchange of seed 1 on a manual clock. */
export function createTestExchange(changed: Partial<ExchangeOptions> = {}): SandboxExchange {
  return createExchange({ clock: manualClock(), seed: 1, ...changed });
}

const keysBySeed = new Map<number, Credentials>();

/** Returns the keys of the demo account of a seed, which are derived once. */
function keysOf(seed: number): Credentials {
  const keys = keysBySeed.get(seed) ?? demoKeys(seed);
  keysBySeed.set(seed, keys);
  return keys;
}

/** Returns a signed request with all parameters in the query. */
export function signedRequest(
  exchange: Pick<SandboxExchange, 'seed'> & { readonly clock: Pick<Clock, 'now'> },
  method: string,
  path: string,
  params: Params = {},
  keys: Credentials = keysOf(exchange.seed),
): WireRequest {
  const query = new URLSearchParams({
    ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
    timestamp: String(exchange.clock.now()),
  }).toString();
  const signature = signText(createSigner({ secret: keys.apiSecret }, keys.apiKey), query);
  return {
    method,
    target: `${path}?${query}&signature=${encodeURIComponent(signature)}`,
    headers: { 'x-mbx-apikey': keys.apiKey },
    body: '',
    client: '127.0.0.1',
  };
}

/** Sends a signed request and returns the response. */
export function sendSigned(
  exchange: SandboxExchange,
  method: string,
  path: string,
  params: Params = {},
  keys?: Credentials,
): WireAnswer {
  return answerRequest(exchange, signedRequest(exchange, method, path, params, keys));
}

/** Sends a signed request that must succeed and returns its JSON body. */
export function requestJson(...args: Parameters<typeof sendSigned>) {
  const { status, body } = sendSigned(...args);
  if (status !== 200) throw new Error(`${args[1]} ${args[2]}: ${status} ${body}`);
  return JSON.parse(body);
}

/** Sends a GET without a key that must succeed and returns its JSON body. */
export function requestPublicJson(exchange: SandboxExchange, target: string) {
  const { status, body } = answerRequest(exchange, {
    method: 'GET',
    target,
    headers: {},
    body: '',
    client: 'test',
  });
  if (status !== 200) throw new Error(`${target}: ${status} ${body}`);
  return JSON.parse(body);
}
