/** The carrier of requests: over the network, to a running sandbox, or to a sandbox in this process. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { RequestCarrier } from '../../src/app/request-carrier.ts';
import type { Settings } from '../../src/app/settings.ts';
import type { PublishedSandbox } from '../../src/sandbox/storage/state-folder.ts';
import { fixedClock } from '../acceptance/world.ts';
import { answering, answerOf, startRawServer } from '../transport/raw-server.ts';
import { answer, NEVER, orderRequest, readRequest } from '../transport/requests.ts';
import { recordingKeys, settingsOf, worldWith } from './stubs.ts';

type SandboxPart = NonNullable<ConstructorParameters<typeof RequestCarrier>[1]>;

/** Returns a sandbox part whose embedded sandbox answers with the body "embedded". */
function sandboxPart(published?: PublishedSandbox) {
  const send = vi.fn(async () => answer(200, 'embedded'));
  const close = vi.fn(async () => {});
  const embedSandbox = vi.fn<SandboxPart['embedSandbox']>(async () => ({ send, close }));
  const findSandbox = vi.fn<SandboxPart['findSandbox']>(async () => published);
  return { embedSandbox, findSandbox, send, close };
}

function openCarrier(
  settings: Settings,
  part?: SandboxPart,
  { running, keys }: { running?: PublishedSandbox; keys?: ReturnType<typeof recordingKeys> } = {},
) {
  const world = worldWith(fixedClock());
  const options = { world, settings, sandboxFolder: '/sandbox', isOneOfMany: false, keys };
  return new RequestCarrier(options, part, running);
}

/** Starts a server that answers each request with the body "network". */
async function startNetwork() {
  const server = await startRawServer(answering(answerOf(200, 'network')));
  onTestFinished(() => server.close());
  return server;
}

function sandboxAt(origin: string, instance = 'first'): PublishedSandbox {
  return { instance, hosts: { spot: origin } } as unknown as PublishedSandbox;
}

describe('the request carrier', () => {
  it('sends over the network outside the sandbox environment', async () => {
    const { origin } = await startNetwork();
    const carrier = openCarrier(settingsOf('testnet', `spot=${origin}`));
    expect((await carrier.send(readRequest(), NEVER)).body).toBe('network');
  });

  it('sends all requests to one embedded sandbox where no sandbox runs', async () => {
    const part = sandboxPart();
    const carrier = openCarrier(settingsOf('sandbox'), part);
    expect((await carrier.send(readRequest(), NEVER)).body).toBe('embedded');
    await carrier.send(readRequest(), NEVER);
    expect(part.embedSandbox).toHaveBeenCalledTimes(1);
  });

  it('opens the embedded sandbox as public without keys, and as private with keys', async () => {
    const part = sandboxPart();
    await openCarrier(settingsOf('sandbox'), part).send(readRequest(), NEVER);
    await openCarrier(settingsOf('sandbox'), part, { keys: recordingKeys() }).send(orderRequest(), NEVER);
    expect(part.embedSandbox.mock.calls.map(([, , isPublic]) => isPublic)).toEqual([true, false]);
  });

  it('sends to the host of the user over the network, also in the sandbox environment', async () => {
    const { origin } = await startNetwork();
    const part = sandboxPart();
    const carrier = openCarrier(settingsOf('sandbox', `spot=${origin}`), part);
    expect((await carrier.send(readRequest(), NEVER)).body).toBe('network');
    expect(part.embedSandbox).not.toHaveBeenCalled();
  });

  it('sends to the running sandbox over the network', async () => {
    const { origin } = await startNetwork();
    const part = sandboxPart();
    const carrier = openCarrier(settingsOf('sandbox'), part, { running: sandboxAt(origin) });
    expect((await carrier.send(readRequest(), NEVER)).body).toBe('network');
    expect(part.embedSandbox).not.toHaveBeenCalled();
  });

  it('embeds a sandbox where the running one has ended', async () => {
    const server = await startRawServer();
    await server.close();
    const part = sandboxPart();
    const carrier = openCarrier(settingsOf('sandbox'), part, { running: sandboxAt(server.origin) });
    expect((await carrier.send(orderRequest(), NEVER)).body).toBe('embedded');
  });

  it('rejects where the running sandbox is still published but refuses connections', async () => {
    const server = await startRawServer();
    await server.close();
    const running = sandboxAt(server.origin);
    const part = sandboxPart(running);
    const carrier = openCarrier(settingsOf('sandbox'), part, { running });
    await expect(carrier.send(orderRequest(), NEVER)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(part.embedSandbox).not.toHaveBeenCalled();
  });

  it('does not repeat an order that the running sandbox may have executed', async () => {
    const server = await startRawServer([{ do: 'read-request' }, { do: 'reset' }]);
    onTestFinished(() => server.close());
    const part = sandboxPart();
    const carrier = openCarrier(settingsOf('sandbox'), part, { running: sandboxAt(server.origin) });
    await expect(carrier.send(orderRequest(), NEVER)).rejects.toMatchObject({
      facts: { execution: 'unknown' },
    });
    expect(part.send).not.toHaveBeenCalled();
  });

  it('closes the embedded sandbox', async () => {
    const part = sandboxPart();
    const carrier = openCarrier(settingsOf('sandbox'), part);
    await carrier.send(readRequest(), NEVER);
    await carrier.close();
    expect(part.close).toHaveBeenCalledTimes(1);
  });
});

describe('the path of a request', () => {
  const request = readRequest({ pathToday: '/api/v3/ping-today' });

  it("is today's path at the public hosts", () => {
    expect(openCarrier(settingsOf('testnet')).destinationOf(request).path).toBe('/api/v3/ping-today');
  });

  it('is the documented path in the sandbox and at the host of the user', () => {
    expect(openCarrier(settingsOf('sandbox'), sandboxPart()).destinationOf(request).path).toBe(
      '/api/v3/ping',
    );
    const atUserHost = openCarrier(settingsOf('testnet', 'spot=http://127.0.0.1:9'));
    expect(atUserHost.destinationOf(request).path).toBe('/api/v3/ping');
  });
});

describe('the scope of rate limits', () => {
  it('is the environment at the public hosts', () => {
    expect(openCarrier(settingsOf('testnet')).limitScopeOf(readRequest())).toBe('testnet');
  });

  it('is the address of the host that the user names', () => {
    const carrier = openCarrier(settingsOf('testnet', 'spot=http://127.0.0.1:9'));
    expect(carrier.limitScopeOf(readRequest())).toBe('127.0.0.1:9');
  });

  it('is the instance of the running sandbox, and undefined for an embedded one', () => {
    const running = sandboxAt('http://127.0.0.1:9', 'abc');
    const carrier = openCarrier(settingsOf('sandbox'), sandboxPart(), { running });
    expect(carrier.limitScopeOf(readRequest())).toBe('sandbox abc');
    expect(openCarrier(settingsOf('sandbox'), sandboxPart()).limitScopeOf(readRequest())).toBeUndefined();
  });
});
