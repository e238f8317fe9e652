/**
 * Answers of the WebSocket API that prove nothing, to every method that writes: through `ws call`, `ws session` and
 * `--via ws` they leave the write unknown.
 */

import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { WS_METHODS } from '../../../src/catalogue/ws-methods.ts';
import { commandsByEndpoint } from '../../../src/commands/command-index.ts';
import { endpointOf } from '../../../src/commands/ws/method-call.ts';
import { optionWords } from '../../../src/request/typed-arguments.ts';
import { leastArguments } from '../../catalogue/sweep-arguments.ts';
import { MEANINGLESS_BODIES, startMeaninglessExchange } from '../../wire/meaningless-answers.ts';
import { bourse, temporaryFolder, type WorldOptions } from '../world.ts';
import { patientClock } from '../ws-relay.ts';

const METHODS = WS_METHODS.filter(({ effect }) => effect === 'write' || effect === 'funds');
const COMMANDS = await commandsByEndpoint();
const KEYS = { BOURSE_API_KEY: 'K3y'.repeat(21), BOURSE_API_SECRET: 'S3cret'.repeat(10) };
const COMPLETE_BODIES = MEANINGLESS_BODIES.filter((body) => body !== 'OK' && !body.endsWith(':'));

/** Starts a WebSocket API that answers each call with this result, and REST that refuses queries. */
async function startDoors(body: string) {
  const sent: string[] = [];
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { id, method } = JSON.parse(String(data)) as { id: unknown; method: string };
      sent.push(method);
      socket.send(`{"id":${JSON.stringify(id)},"status":200,"result":${body}}`);
    });
  });
  const relay = await startMeaninglessExchange({ method: 'POST', path: '/none' }, body);
  onTestFinished(async () => {
    for (const client of server.clients) client.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const home = temporaryFolder();
  const run = (words: readonly string[], more: WorldOptions = {}) =>
    bourse([...words, `--host=spot=${relay.origin}`, `--host=ws-api=${url}`], {
      ...more,
      clock: patientClock(),
      home,
      environment: KEYS,
    });
  return { run, sent };
}

const bodiesOf = (index: number) =>
  Array.from({ length: 3 }, (_, at) => COMPLETE_BODIES[(index * 3 + at) % COMPLETE_BODIES.length]!);
const calls = METHODS.flatMap((method, index) =>
  bodiesOf(index).map((body) => ({
    name: method.method,
    body,
    method,
    wire: leastArguments(endpointOf(method)),
  })),
);

describe(`an answer that proves nothing, to each of ${METHODS.length} methods`, () => {
  it.each(calls)('ws call $name: $body', async ({ name, wire, body }) => {
    const { run, sent } = await startDoors(body);
    const { code, stdout } = await run([
      'ws',
      'call',
      name,
      ...[...wire].map((pair) => pair.join('=')),
      '--yes',
    ]);
    expect([code, stdout, sent]).toEqual([7, '', [name]]);
  });

  it.each(calls)('ws session $name: $body', async ({ name, wire, body }) => {
    const { run, sent } = await startDoors(body);
    const line = `${JSON.stringify({ id: 1, method: name, params: Object.fromEntries(wire) })}\n`;
    const { code, stdout } = await run(['ws', 'session', '--yes'], { stdin: line });
    expect([code, sent]).toEqual([7, [name]]);
    expect(JSON.parse(stdout)).toMatchObject({ bourse: 'unanswered', error: { execution: 'unknown' } });
  });

  const routed = ENDPOINTS.filter(
    ({ effect, wsMethod }) => effect === 'write' && wsMethod !== undefined,
  ).flatMap((endpoint, index) => bodiesOf(index).map((body) => ({ name: endpoint.id, body, endpoint })));

  it.each(routed)('--via ws $name: $body', async ({ endpoint, body }) => {
    const { run, sent } = await startDoors(body);
    const { line, verb } = COMMANDS.get(endpoint.id)!;
    const own = ['yes', 'skip-filters'].filter((name) => verb.options?.some((one) => one.name === name));
    const words = [...line.split(' '), ...optionWords(endpoint, leastArguments(endpoint))];
    const { code, stdout } = await run([...words, ...own.map((name) => `--${name}`), '--via', 'ws']);
    expect([code, stdout, sent]).toEqual([7, '', [endpoint.wsMethod]]);
  });
});
