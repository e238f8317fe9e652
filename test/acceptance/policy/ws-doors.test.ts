/** With a policy that refuses by default, no write reaches the WebSocket API through any of its doors but cancellations. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { WS_APIS, type WsApiProduct } from '../../../src/catalogue/ws-apis.ts';
import { WS_METHODS } from '../../../src/catalogue/ws-methods.ts';
import { commandsByEndpoint } from '../../../src/commands/command-index.ts';
import { endpointOf } from '../../../src/commands/ws/method-call.ts';
import { optionWords } from '../../../src/request/typed-arguments.ts';
import { leastArgumentsToday } from '../../catalogue/sweep-arguments.ts';
import { startMeaninglessExchange } from '../../wire/meaningless-answers.ts';
import { bourse, temporaryFolder, type WorldOptions } from '../world.ts';
import { patientClock } from '../ws-relay.ts';

const METHODS = WS_METHODS.filter(({ effect }) => effect === 'write' || effect === 'funds');
const ROUTED = ENDPOINTS.filter(({ effect, wsMethod }) => effect === 'write' && wsMethod !== undefined);
const COMMANDS = await commandsByEndpoint();
const KEYS = { BOURSE_API_KEY: 'K3y'.repeat(21), BOURSE_API_SECRET: 'S3cret'.repeat(10) };

/** Starts a WebSocket API that refuses every call, and a home whose policy refuses every write. */
async function startRefused(api: WsApiProduct) {
  const sent: string[] = [];
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { id, method } = JSON.parse(String(data)) as { id: unknown; method: string };
      sent.push(method);
      socket.send(JSON.stringify({ id, status: 400, error: { code: -1100, msg: 'Recorded.' } }));
    });
  });
  const relay = await startMeaninglessExchange({ method: 'POST', path: '/none' }, '{}');
  onTestFinished(async () => {
    for (const client of server.clients) client.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
  const home = temporaryFolder();
  mkdirSync(join(home, 'config'), { mode: 0o700 });
  const text = JSON.stringify({ version: 1, default: 'refuse', rules: [] });
  writeFileSync(join(home, 'config', 'policy.json'), text, { mode: 0o600 });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { restHost, host } = WS_APIS[api];
  const hosts = [`--host=${restHost}=${relay.origin}`, `--host=${host}=${url}`, '--interface=today'];
  const run = async (words: readonly string[], more: WorldOptions = {}) => {
    await bourse([...words, ...hosts], { ...more, clock: patientClock(), home, environment: KEYS });
    return [...sent];
  };
  return { run };
}

const isCancellation = (method: string) => /cancel(All)?$/i.test(method);

describe(`under default: refuse, of ${METHODS.length} methods and ${ROUTED.length} commands`, () => {
  it.each(METHODS.map((method) => ({ api: method.api, name: method.method, method })))(
    '$api $name leaves only if it cancels',
    async ({ api, name, method }) => {
      const wire = leastArgumentsToday(endpointOf(method));
      const expected = isCancellation(name) ? [name] : [];
      const byCall = await startRefused(api);
      const pairs = [...wire].map((pair) => pair.join('='));
      expect(await byCall.run(['ws', 'call', name, ...pairs, `--on=${api}`, '--yes'])).toEqual(expected);
      const bySession = await startRefused(api);
      const line = `${JSON.stringify({ id: 1, method: name, params: Object.fromEntries(wire) })}\n`;
      expect(await bySession.run(['ws', 'session', `--on=${api}`, '--yes'], { stdin: line })).toEqual(
        expected,
      );
    },
  );

  it.each(ROUTED.map((endpoint) => ({ name: endpoint.id, endpoint })))(
    '$name --via ws leaves only if it cancels',
    async ({ endpoint }) => {
      const { line, verb } = COMMANDS.get(endpoint.id)!;
      const own = ['yes', 'skip-filters'].filter((name) => verb.options?.some((one) => one.name === name));
      const words = [...line.split(' '), ...optionWords(endpoint, leastArgumentsToday(endpoint))];
      const { run } = await startRefused(endpoint.product as WsApiProduct);
      const sent = await run([...words, ...own.map((name) => `--${name}`), '--via', 'ws']);
      const writes = sent.filter((one) => METHODS.some(({ method }) => method === one));
      expect(writes).toEqual(isCancellation(endpoint.wsMethod!) ? [endpoint.wsMethod] : []);
    },
  );
});
