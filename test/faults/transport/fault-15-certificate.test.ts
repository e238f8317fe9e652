/**
 * Fault 15: The certificate of the exchange is wrong, or the environment switches the check of certificates off.
 *
 * Certificates are always checked (exit code 5, nothing sent); with NODE_TLS_REJECT_UNAUTHORIZED=0 no request is signed: exit code 3.
 */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { OTHER_CERTIFICATE, OTHER_KEY } from '../../transport/certificates.ts';
import { ORDER, READ, runAt } from '../fault-exchange.ts';

async function startUntrusted() {
  const seen: (string | undefined)[] = [];
  const server = createServer({ cert: OTHER_CERTIFICATE, key: OTHER_KEY }, (request, response) => {
    response.sendDate = false;
    seen.push(request.url);
    response.end('{"serverTime":1}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

it('a certificate that cannot be checked ends the command with exit 5', async () => {
  const { origin, seen } = await startUntrusted();
  for (const line of [READ, ORDER]) {
    expect(failure(await runAt(origin, line))).toMatchObject({ kind: 'unavailable', exitCode: 5 });
  }
  expect(seen).toEqual([]);
});

it('no request is signed while the environment switches the check off: exit 3', async () => {
  const { origin, seen } = await startUntrusted();
  const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const error = failure(await runAt(origin, ORDER, { environment }));
  expect(error).toMatchObject({ kind: 'credentials', exitCode: 3 });
  expect(error.message).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0');
  // A public read is sent, and its certificate is checked nevertheless.
  expect(failure(await runAt(origin, READ, { environment })).exitCode).toBe(5);
  expect(seen).toEqual([]);
});
