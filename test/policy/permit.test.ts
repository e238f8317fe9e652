/**
 * Permits: no signature and no API key without one, good for one use and for exactly one call. Swept over every write, in
 * both forms in which calls are signed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWriteEffect } from '../../src/catalogue/define.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { WS_METHODS } from '../../src/catalogue/ws-methods.ts';
import { endpointOf, hostOption, wireOf } from '../../src/commands/ws/method-call.ts';
import { unixMs } from '../../src/core/words.ts';
import { permitRead, permitWrite } from '../../src/policy/permit.ts';
import { buildRequest } from '../../src/request/prepare.ts';
import { withKey, withSignature } from '../../src/request/signature.ts';
import type { PreparedRequest } from '../../src/request/types.ts';
import { createSigner } from '../../src/signing/signer.ts';
import { jsonParams, signedParams } from '../../src/stream/ws-signature.ts';
import { leastArguments } from '../catalogue/sweep-arguments.ts';
import { listCodeFiles, SRC } from '../house/import-graph.mjs';

const signer = createSigner({ secret: 'secret-of-the-test' }, 'key-of-the-test');
const TIMES = { timestamp: unixMs(1_710_506_096_789), recvWindow: 5000 };
const WRITES = ENDPOINTS.filter(({ effect }) => isWriteEffect(effect));
const METHODS = WS_METHODS.filter(({ security }) => security === 'SIGNED' || security === 'KEY');

/** Returns requests that differ from a request by one character of its parameters, or in what they call. */
function othersOf(request: PreparedRequest): readonly PreparedRequest[] {
  const text = request.query + (request.body ?? '');
  const replaced = (changed: string): PreparedRequest =>
    request.body === undefined ? { ...request, query: changed } : { ...request, body: changed };
  const last = text.at(-1) === '1' ? '2' : '1';
  return [
    replaced(text === '' ? 'a=1' : `${text.slice(0, -1)}${last}`),
    replaced(text === '' ? 'a=1' : `${text}&a=1`),
    { ...request, path: `${request.path}/` },
    { ...request, method: request.method === 'POST' ? 'DELETE' : 'POST' },
    { ...request, endpoint: 'raw' },
    { ...request, host: request.host === 'spot' ? 'usdm' : 'spot' },
  ];
}

const REFUSED = expect.objectContaining({ kind: 'refused' });

describe('a permit', () => {
  it(`signs each of ${WRITES.length} writes once, and none that differs from it`, () => {
    for (const endpoint of WRITES) {
      const request = buildRequest(endpoint, leastArguments(endpoint));
      const permit = permitWrite(request);
      expect(withSignature(request, { signer, permit }, TIMES).headers).toHaveProperty('X-MBX-APIKEY');
      expect(() => withSignature(request, { signer, permit }, TIMES)).toThrow(REFUSED);
      for (const other of othersOf(request)) {
        const right = () => ({ signer, permit: permitWrite(other) });
        expect(() => withSignature(request, right(), TIMES), endpoint.id).toThrow(REFUSED);
        expect(() => withKey(request, right()), endpoint.id).toThrow(REFUSED);
      }
      expect(() => permitRead(request), endpoint.id).toThrow(REFUSED);
    }
  });

  it(`signs each of ${METHODS.length} calls of the WebSocket API once, and none that differs from it`, () => {
    for (const method of METHODS) {
      const wire = leastArguments(endpointOf(method));
      const request = buildRequest(endpointOf(method), wire, hostOption(method).host);
      const params = jsonParams(wire, method.params);
      const permit = permitWrite(request);
      const sign = (right: typeof permit) =>
        signedParams(method, params, { signer, permit: right, request, times: TIMES });
      expect(wireOf(sign(permit)), method.method).toEqual(wire);
      expect(() => sign(permit)).toThrow(REFUSED);
      for (const other of othersOf(request))
        expect(() => sign(permitWrite(other)), method.method).toThrow(REFUSED);
    }
  });

  it('allows no parameter to be added under the name of a time, and no separator within a value', () => {
    const own = {
      ...buildRequest(WRITES[0]!, new Map([['a', '1&b=2']])),
      body: undefined,
      query: 'a=1%26b%3D2',
    };
    const rest = (payload: string) => () => permitWrite(own).use({ target: own, payload, form: 'rest' });
    expect(rest('a=1%26b%3D2&timestamp=5')).not.toThrow();
    expect(rest('a=1&b=2&timestamp=5')).toThrow(REFUSED);
    expect(rest('a=1%26b%3D2&timestamp=5&c=3')).toThrow(REFUSED);
    expect(rest('a=1%26b%3D2&timestamp=5x')).toThrow(REFUSED);
    expect(rest('a=1%26b%3D2timestamp=5')).toThrow(REFUSED);
    const ws = (payload: string) => () => permitWrite(own).use({ target: own, payload, form: 'ws' });
    expect(ws('a=1&b=2&apiKey=k&timestamp=5')).not.toThrow();
    expect(ws('a=1&b=2&apiKey=k&timestamp=5&z=1')).toThrow(REFUSED);
    expect(ws('a=1&b=3&apiKey=k&timestamp=5')).toThrow(REFUSED);
  });
});

describe('the sources', () => {
  const files = listCodeFiles().filter((file) => !file.startsWith('generated/'));
  const filesWith = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(join(SRC, file), 'utf8')));

  it('make permits in the folder policy only, and those of writes for the gate of writes only', () => {
    expect(filesWith(/\bnew Permit\(/)).toEqual(['policy/permit.ts']);
    expect(filesWith(/\bpermitWrite\b/)).toEqual(['app/write-policy.ts', 'policy/permit.ts']);
  });

  it('sign in one place only, which uses a permit up', () => {
    expect(filesWith(/\bcreateHmac\(|\bsignWith\(/).filter((file) => !file.startsWith('sandbox/'))).toEqual([
      'policy/plan.ts',
      // The fingerprint of a key.
      'signing/key.ts',
      'signing/signer.ts',
      'signing/verify.ts',
    ]);
  });
});
