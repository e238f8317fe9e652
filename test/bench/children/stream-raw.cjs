'use strict';
// Minimal program that prints each message of a stream as a line with ws and batched writes.
const { writeSync } = require('node:fs');
const { WebSocket } = require('ws');

const [, , address, wanted] = process.argv;
const socket = new WebSocket(`${address}/ws/btcusdt@trade`, { perMessageDeflate: false });
const line = Buffer.from('\n');
let count = 0;
let waiting = [];

function flush() {
  const block = Buffer.concat(waiting);
  waiting = [];
  for (let rest = block; rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
}

socket.on('open', () => socket.send('{"method":"LIST_SUBSCRIPTIONS","id":1}'));
socket.on('message', (data) => {
  if (data[2] === 0x72) return;
  if (waiting.length === 0) setImmediate(flush);
  waiting.push(data, line);
  count += 1;
  if (count < Number(wanted)) return;
  flush();
  process.exit(0);
});
