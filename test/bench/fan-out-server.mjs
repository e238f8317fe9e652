/**
 * A minimal `ws` server that sends each text to each client once all are connected. Each batch of 1,000 texts is framed
 * once, and the same bytes are written to every socket: the least that a server of many clients can do.
 *
 * node fan-out-server.mjs file-of-texts clients
 */
import { readFileSync } from 'node:fs';
import { WebSocketServer } from 'ws';
import { frameOf } from './frames.mjs';

const [file, clients] = process.argv.slice(2);
const texts = JSON.parse(readFileSync(file, 'utf8'));
const AT_A_TIME = 1000;

const wires = [];
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('listening', () => console.log(server.address().port));
server.on('connection', (socket, request) => {
  socket.on('error', () => {});
  wires.push(request.socket);
  // The upgrade response must go out first, because a client expects it before any frame.
  if (wires.length === Number(clients)) setTimeout(send, 200, 0);
});

function send(from) {
  const frames = Buffer.concat(texts.slice(from, from + AT_A_TIME).map(frameOf));
  for (const wire of wires) wire.write(frames);
  if (from + AT_A_TIME < texts.length) setImmediate(send, from + AT_A_TIME);
}
