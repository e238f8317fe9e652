/**
 * Serves the library to a thousand clients at once and prints how long calls take and how much memory the server has: idle
 * clients, clients that send their headers slowly, bodies of 1 MiB that stop before their end, and a body of 1 GiB.
 *
 * node test/long/serve-connections.mjs [connections]
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { inFolder, memoryOf, pause, startBourse } from './stream-process.mjs';

const CONNECTIONS = Number(process.argv[2] ?? 1000);
const CALLS = 100;
const GIGABYTE = 2 ** 30;
/** The longest time that a server gives to headers, with the time between its checks, in ms. */
const HEADERS_MS = 12_000;

/** Opens connections that send this text and nothing more; returns them and how many are still open. */
async function openConnections(port, text) {
  const sockets = [];
  const counts = { open: 0 };
  for (let at = 0; at < CONNECTIONS; at += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.on('close', () => {
      counts.open -= 1;
    });
    socket.resume();
    await new Promise((resolve) => socket.once('connect', resolve));
    counts.open += 1;
    socket.write(text);
    sockets.push(socket);
  }
  await pause(500);
  return { counts, close: () => sockets.forEach((socket) => void socket.destroy()) };
}

function call(port, token, agent) {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}` };
    const options = { port, host: '127.0.0.1', method: 'POST', path: '/v1/market.time', headers, agent };
    const sent = request(options, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Returns the median and the longest time of calls one after another, in ms. */
async function callTimes(port, token) {
  const agent = new Agent({ keepAlive: true });
  const times = [];
  for (let at = 0; at < CALLS; at += 1) {
    const start = performance.now();
    const status = await call(port, token, agent);
    if (status !== 200) throw new Error(`a call was answered with ${status}`);
    times.push(performance.now() - start);
  }
  agent.destroy();
  times.sort((a, b) => a - b);
  return { median: times[CALLS / 2], longest: times.at(-1) };
}

/** Sends a body of zeros until the server has answered or closed the connection; returns the status and the bytes sent. */
function sendLargeBody(port, token) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const head = `POST /v1/market.time HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 0x20), Buffer.from('\r\n')]);
    const send = () => {
      while (!socket.destroyed && socket.bytesWritten < GIGABYTE) {
        if (!socket.write(chunk)) return void socket.once('drain', send);
      }
    };
    socket.on('data', (bytes) => {
      received += bytes;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve({ status: received.split(' ')[1], bytes: socket.bytesWritten }));
    socket.write(head);
    send();
  });
}

await inFolder(async (home) => {
  const { child, ended } = startBourse(home, ['serve', '--env', 'sandbox']);
  const address = await new Promise((resolve) => {
    child.stderr.on('data', (text) => {
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text);
      if (found !== null) resolve(Number(found[1]));
    });
  });
  const { token } = JSON.parse(readFileSync(join(home, 'state', 'serve.json'), 'utf8'));
  const report = async (what) => {
    const { median, longest } = await callTimes(address, token);
    const { now, peak } = memoryOf(child.pid);
    console.log(
      `${what}: ${CALLS} calls, median ${median.toFixed(1)} ms, longest ${longest.toFixed(1)} ms; ${now.toFixed(0)} MB, peak ${peak.toFixed(0)} MB`,
    );
  };
  await report('before');
  const idle = await openConnections(address, '');
  await report(`${idle.counts.open} idle connections`);
  idle.close();
  const slow = await openConnections(address, 'POST /v1/market.time HTTP/1.1\r\nHost: ');
  await report(`${slow.counts.open} connections with slow headers`);
  await pause(HEADERS_MS);
  console.log(`  ${slow.counts.open} of them open after ${HEADERS_MS / 1000} s`);
  const head = `POST /v1/market.time HTTP/1.1\r\nHost: 127.0.0.1:${address}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 1048576\r\n\r\n`;
  const bodies = await openConnections(address, head + ' '.repeat(1_048_000));
  await report(`${bodies.counts.open} bodies of 1 MiB that stop before their end`);
  bodies.close();
  const { status, bytes } = await sendLargeBody(address, token);
  await report(`a body of 1 GiB, answered with ${status} after ${(bytes / 2 ** 20).toFixed(1)} MiB`);
  child.kill('SIGTERM');
  console.log(`exit code ${(await ended).code}`);
});
