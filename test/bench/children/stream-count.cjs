'use strict';
// Minimal program that reads a stream: it counts the frames of a socket and their bytes.
const { createConnection } = require('node:net');

const [, , address, wanted] = process.argv;
const { hostname, port } = new URL(address);
let isOpen = false;
let rest = Buffer.alloc(0);
let count = 0;
let length = 0;

function take(chunk) {
  const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
  let at = 0;
  while (bytes.length - at >= 4) {
    const isLong = bytes[at + 1] === 126;
    const start = at + (isLong ? 4 : 2);
    const end = start + (isLong ? (bytes[at + 2] << 8) | bytes[at + 3] : bytes[at + 1]);
    if (end > bytes.length) break;
    at = end;
    if (bytes[start + 2] === 0x72) continue;
    count += 1;
    length += end - start;
  }
  rest = bytes.subarray(at);
  if (count < Number(wanted)) return;
  process.stdout.write(`${count} ${length}\n`);
  process.exit(0);
}

const ASK = '{"method":"LIST_SUBSCRIPTIONS","id":1}';
const socket = createConnection({ host: hostname, port: Number(port) }, () =>
  socket.write(
    `GET /ws/btcusdt@trade HTTP/1.1\r\nHost: ${hostname}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  ),
);
socket.on('data', (chunk) => {
  if (isOpen) return take(chunk);
  isOpen = true;
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | ASK.length, 0, 0, 0, 0]), Buffer.from(ASK)]));
});
