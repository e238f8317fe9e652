/**
 * A minimal `ws` server that sends each text to each client once all are connected, in batches of 1,000.
 *
 * node fan-out-server.mjs file-of-texts clients
 */
import { readFileSync } from 'node:fs';
import { WebSocketServer } from 'ws';

const [file, clients] = process.argv.slice(2);
const texts = JSON.parse(readFileSync(file, 'utf8'));
const AT_A_TIME = 1000;

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
server.on('listening', () => console.log(server.address().port));
server.on('connection', () => {
  // The upgrade response must go out first, because a client expects it before any frame.
  if (server.clients.size === Number(clients)) setTimeout(send, 200, 0);
});

function send(from) {
  for (const text of texts.slice(from, from + AT_A_TIME)) {
    for (const client of server.clients) client.send(text);
  }
  if (from + AT_A_TIME < texts.length) setImmediate(send, from + AT_A_TIME);
}
