'use strict';
// Minimal program that prints each message of a stream as a line: the bytes of a socket, cut at the ends of
// frames.
const { createConnection } = require('node:net');
const { writeSync } = require('node:fs');

const [, , address, wanted] = process.argv;
const { hostname, port } = new URL(address);
const ASK = '{"method":"LIST_SUBSCRIPTIONS","id":1}';
let isOpen = false;
let rest = Buffer.alloc(0);
let count = 0;

function write(block) {
  for (let left = block; left.length > 0; ) left = left.subarray(writeSync(1, left));
}

function take(chunk) {
  const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  const out = Buffer.allocUnsafe(bytes.length);
  let filled = 0;
  let at = 0;
  while (bytes.length - at >= 4) {
    const isLong = bytes[at + 1] === 126;
    const start = at + (isLong ? 4 : 2);
    const end = start + (isLong ? bytes.readUInt16BE(at + 2) : bytes[at + 1]);
    if (end > bytes.length) break;
    at = end;
    if (bytes[start + 2] === 0x72) continue;
    bytes.copy(out, filled, start, end);
    filled += end - start + 1;
    out[filled - 1] = 0x0a;
    count += 1;
  }
  rest = bytes.subarray(at);
  write(out.subarray(0, filled));
  if (count >= Number(wanted)) process.exit(0);
}

const socket = createConnection({ host: hostname, port: Number(port) }, () =>
  socket.write(
    `GET /ws/btcusdt@trade HTTP/1.1\r\nHost: ${hostname}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  ),
);
socket.on('data', (chunk) => {
  if (isOpen) return take(chunk);
  isOpen = true;
  const frame = Buffer.concat([Buffer.from([0x81, 0x80 | ASK.length, 0, 0, 0, 0]), Buffer.from(ASK)]);
  socket.write(frame);
});
