/** A server with a thousand clients that send their headers slowly, or not at all. */
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { served } from './served-library.ts';

const CONNECTIONS = 1000;

/** Opens a connection that sends this text and nothing more; resolves with the promise of what it receives until it closes. */
function openSlow(port: number, text: string, sockets: Socket[]): Promise<{ closed: Promise<string> }> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    const closed = new Promise<string>((resolveClosed) => {
      socket.once('close', () => resolveClosed(received));
    });
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.write(text);
      resolve({ closed });
    });
  });
}

it('answers calls in the middle of 1,000 slow clients, and closes their connections at the time limit', async () => {
  const limits = { headersTimeoutMs: 300, requestTimeoutMs: 300, checkIntervalMs: 50 };
  const { port, call } = await served({ limits });
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const text = (at: number) => (at % 2 === 0 ? '' : 'POST /v1/market.time HTTP/1.1\r\nHost: ');
  const slow = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, at) => openSlow(port, text(at), sockets)),
  );
  expect((await call('market.time', {})).status).toBe(200);
  const answers = await Promise.all(slow.map(({ closed }) => closed));
  expect(new Set(answers.map((answer) => answer.split('\r\n')[0]))).toEqual(
    new Set(['HTTP/1.1 408 Request Timeout']),
  );
});
