'use strict';
// Minimal program that parses each message of a stream with ws.
const { WebSocket } = require('ws');

const [, , address, wanted] = process.argv;
const socket = new WebSocket(`${address}/ws/btcusdt@trade`, { perMessageDeflate: false });
let count = 0;
let length = 0;

socket.on('open', () => socket.send('{"method":"LIST_SUBSCRIPTIONS","id":1}'));
socket.on('message', (data) => {
  const trade = JSON.parse(data);
  if (trade.t === undefined) return;
  length += trade.p.length + trade.q.length;
  count += 1;
  if (count < Number(wanted)) return;
  process.stdout.write(`${count} ${length} ${trade.t}\n`);
  process.exit(0);
});
