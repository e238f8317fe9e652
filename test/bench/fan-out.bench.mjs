/**
 * One stream to many clients: the trades of a jump of the sandbox's clock, against a minimal server that frames
 * the same texts once and writes the same bytes to as many clients. Measures the time from the first byte received
 * by any client to the last.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { BOURSE, checkThat, environmentFor, inFolder, line, withServer } from './measure.mjs';

const CLIENTS = 50;
/** The most rounds beside the first one, because of the limit of 300 connections per five minutes. */
const ROUNDS_MAX = 5;
const SPAN = '10m';
/** The time at which the sandbox begins: at some hours of other days the market has few trades in a span. */
const START = '2024-03-15T12:00:00Z';
/** The idle time in ms after which all messages count as received; it is not part of the measured time. */
const QUIET_MS = 1500;

/** Returns the result of this benchmark. */
export function bench({ rounds, isSmoke }) {
  return inFolder((home) =>
    measureFanOut(home, isSmoke ? 3 : CLIENTS, isSmoke ? 1 : Math.min(rounds, ROUNDS_MAX)),
  );
}

async function measureFanOut(home, clients, rounds) {
  const subject = [];
  const limit = [];
  const { hosts, end } = await serveSandbox(home);
  try {
    const runBareServer = (texts) => {
      const file = join(home, 'texts.json');
      writeFileSync(file, JSON.stringify(texts));
      return withServer('./fan-out-server.mjs', [file, clients], async (origin) => {
        const found = await receiveAll(`${origin.replace('http', 'ws')}/`, clients, () => {});
        checkThat(found.bytes === bytesOf(texts), `${found.bytes} bytes from the bare server`);
        return found.wallMs;
      });
    };
    // One round of each first, in which V8 compiles the code: a server lives longer than its first messages.
    for (let round = 0; round <= rounds; round += 1) {
      const url = `${hosts['spot-ws']}/ws/btcusdt@aggTrade`;
      const found = await receiveAll(url, clients, () => advance(home));
      const texts = textsOf(found.first);
      const ids = texts.map((text) => JSON.parse(text).a);
      checkThat(ids.length > 1000 && ids.every((id, index) => id === ids[0] + index), 'trades without a gap');
      checkThat(found.bytes === bytesOf(texts), `${found.bytes} bytes to each client`);
      const bareMs = await runBareServer(texts);
      if (round === 0) continue;
      subject.push(found.wallMs);
      limit.push(bareMs);
    }
  } finally {
    end();
  }
  return [
    line({
      name: `a stream to ${clients} clients`,
      // The goal is 0.8 times the rate.
      goal: 1.25,
      of: 'wallMs',
      subject,
      limit,
    }),
  ];
}

async function serveSandbox(home) {
  const typed = ['sandbox', 'serve', '--clock', 'stepped', '--start', START, '-o', 'json'];
  const child = spawn(process.execPath, [BOURSE, ...typed], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environmentFor(home),
  });
  const [said] = await once(child.stdout, 'data');
  const { hosts } = JSON.parse(String(said));
  return { hosts, end: () => child.kill() };
}

/** Advances the clock from a separate process, whose end the promise awaits: messages arrive meanwhile. */
function advance(home) {
  const child = spawn(process.execPath, [BOURSE, 'sandbox', 'advance', SPAN], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environmentFor(home),
  });
  return once(child, 'exit');
}

/**
 * Opens sockets, calls `begin`, and resolves with the received data of each once that has ended and no more arrives. A
 * machine that is busy elsewhere may pause in the middle of the messages.
 */
async function receiveAll(url, clients, begin) {
  const readers = await Promise.all(Array.from({ length: clients }, (_, index) => open(url, index === 0)));
  await begin();
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const last = Math.max(...readers.map((one) => one.lastAt));
      if (last > 0 && performance.now() - last > QUIET_MS) {
        clearInterval(timer);
        resolve();
      }
    }, 20);
  });
  for (const { socket } of readers) socket.destroy();
  const bytes = readers[0].bytes;
  checkThat(
    readers.every((one) => one.bytes === bytes),
    'the same bytes at every client',
  );
  const firstAt = Math.min(...readers.map((one) => one.firstAt));
  const lastAt = Math.max(...readers.map((one) => one.lastAt));
  return { bytes, wallMs: lastAt - firstAt, first: Buffer.concat(readers[0].chunks) };
}

/** Opens a client that only counts bytes, to cost little; one client also stores the data. */
async function open(url, keeps) {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const reader = { socket, bytes: 0, firstAt: Number.POSITIVE_INFINITY, lastAt: 0, chunks: [] };
  socket.write(
    `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
  );
  const [head] = await once(socket, 'data');
  const end = head.indexOf('\r\n\r\n') + 4;
  checkThat(end > 3 && String(head).startsWith('HTTP/1.1 101'), `a connection to ${url}`);
  const take = (chunk) => {
    if (chunk.length === 0) return;
    reader.bytes += chunk.length;
    reader.lastAt = performance.now();
    reader.firstAt = Math.min(reader.firstAt, reader.lastAt);
    if (keeps) reader.chunks.push(chunk);
  };
  take(head.subarray(end));
  socket.on('data', take);
  return reader;
}

/** Returns the payloads of unmasked text frames. */
function textsOf(bytes) {
  const texts = [];
  for (let at = 0; at < bytes.length; ) {
    const short = bytes[at + 1];
    const [from, length] = short < 126 ? [at + 2, short] : [at + 4, bytes.readUInt16BE(at + 2)];
    texts.push(bytes.toString('utf8', from, from + length));
    at = from + length;
  }
  return texts;
}

function bytesOf(texts) {
  return texts.reduce((sum, text) => sum + text.length + (text.length < 126 ? 2 : 4), 0);
}
