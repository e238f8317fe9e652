/**
 * Answers of the WebSocket API that prove nothing, to every method that writes: through `ws call`, `ws session` and
 * `--via ws` they leave the write unknown, and the write is in the journal before the exchange receives it.
 */
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { WS_APIS, type WsApiProduct } from '../../../src/catalogue/ws-apis.ts';
import { WS_METHODS } from '../../../src/catalogue/ws-methods.ts';
import { commandsByEndpoint } from '../../../src/commands/command-index.ts';
import { endpointOf } from '../../../src/commands/ws/method-call.ts';
import { parseJson } from '../../../src/core/json.ts';
import { buildRequest } from '../../../src/request/prepare.ts';
import { optionWords } from '../../../src/request/typed-arguments.ts';
import { judgeProof } from '../../../src/request/write-proof.ts';
import { leastArgumentsToday } from '../../catalogue/sweep-arguments.ts';
import { endpointsRecordedIn, recordedAs } from '../../wire/journal-at-arrival.ts';
import { MEANINGLESS_BODIES, startMeaninglessExchange } from '../../wire/meaningless-answers.ts';
import { bourse, temporaryFolder, type WorldOptions } from '../world.ts';
import { patientClock } from '../ws-relay.ts';

const METHODS = WS_METHODS.filter(({ effect }) => effect === 'write' || effect === 'funds');
const COMMANDS = await commandsByEndpoint();
const KEYS = { BOURSE_API_KEY: 'K3y'.repeat(21), BOURSE_API_SECRET: 'S3cret'.repeat(10) };
const COMPLETE_BODIES = MEANINGLESS_BODIES.filter((body) => body !== 'OK' && !body.endsWith(':'));

/** Starts a WebSocket API that answers each call with this result, and REST that refuses queries. */
async function startDoors(api: WsApiProduct, body: string) {
  const sent: string[] = [];
  const home = temporaryFolder();
  /** The endpoints in the journal when the first call arrived. */
  let recorded: readonly string[] | undefined;
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => {
    socket.on('message', async (data) => {
      const { id, method } = JSON.parse(String(data)) as { id: unknown; method: string };
      sent.push(method);
      recorded ??= await endpointsRecordedIn(home);
      socket.send(`{"id":${JSON.stringify(id)},"status":200,"result":${body}}`);
    });
  });
  const relay = await startMeaninglessExchange({ method: 'POST', path: '/none' }, body);
  onTestFinished(async () => {
    for (const client of server.clients) client.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { restHost, host } = WS_APIS[api];
  const run = (words: readonly string[], more: WorldOptions = {}) =>
    bourse([...words, `--host=${restHost}=${relay.origin}`, `--host=${host}=${url}`, '--interface=today'], {
      ...more,
      clock: patientClock(),
      home,
      environment: KEYS,
    });
  return { run, sent, recorded: () => recorded };
}

/**
 * Returns the calls of each method with the body that it tries: another one through each door. That no other body
 * proves a method is tested without a run.
 */
const callsThrough = (door: number) =>
  METHODS.map((method, index) => ({
    api: method.api,
    name: method.method,
    body: bodyOf(3 * index + door),
    endpoint: endpointOf(method),
  }));
const bodyOf = (number: number) => COMPLETE_BODIES[number % COMPLETE_BODIES.length]!;

describe(`each of ${METHODS.length} methods, answered with nothing that proves it`, () => {
  it.each(METHODS.map((method) => ({ api: method.api, name: method.method, method })))(
    '$api $name is proved by no body',
    ({ method }) => {
      const request = buildRequest(endpointOf(method), leastArgumentsToday(endpointOf(method)));
      const proving = COMPLETE_BODIES.filter(
        (body) => judgeProof(request, parseJson(body)).is !== 'unproved',
      );
      expect(proving).toEqual([]);
    },
  );

  it.each(callsThrough(0))('ws call $api $name: $body', async ({ api, name, endpoint, body }) => {
    const { run, sent, recorded } = await startDoors(api, body);
    const { code, stdout } = await run([
      'ws',
      'call',
      name,
      `--on=${api}`,
      ...[...leastArgumentsToday(endpoint)].map((pair) => pair.join('=')),
      '--yes',
    ]);
    expect([code, stdout, sent, recorded()]).toEqual([7, '', [name], recordedAs(endpoint)]);
  });

  it.each(callsThrough(1))('ws session $api $name: $body', async ({ api, name, endpoint, body }) => {
    const { run, sent, recorded } = await startDoors(api, body);
    const params = Object.fromEntries(leastArgumentsToday(endpoint));
    const line = `${JSON.stringify({ id: 1, method: name, params })}\n`;
    const { code, stdout } = await run(['ws', 'session', `--on=${api}`, '--yes'], {
      stdin: line,
    });
    expect([code, sent, recorded()]).toEqual([7, [name], recordedAs(endpoint)]);
    expect(JSON.parse(stdout)).toMatchObject({ bourse: 'unanswered', error: { execution: 'unknown' } });
  });

  const routed = ENDPOINTS.filter(({ effect, wsMethod }) => effect === 'write' && wsMethod !== undefined).map(
    (endpoint, index) => ({ name: endpoint.id, body: bodyOf(3 * index + 2), endpoint }),
  );

  it.each(routed)('--via ws $name: $body', async ({ endpoint, body }) => {
    const { run, sent, recorded } = await startDoors(endpoint.product as WsApiProduct, body);
    const { line, verb } = COMMANDS.get(endpoint.id)!;
    const own = ['yes', 'skip-filters'].filter((name) => verb.options?.some((one) => one.name === name));
    const words = [...line.split(' '), ...optionWords(endpoint, leastArgumentsToday(endpoint))];
    const { code, stdout } = await run([...words, ...own.map((name) => `--${name}`), '--via', 'ws']);
    expect([code, stdout, sent, recorded()]).toEqual([7, '', [endpoint.wsMethod], recordedAs(endpoint)]);
  });
});
