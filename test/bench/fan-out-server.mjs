/**
 * A minimal WebSocket server that sends each text to each client once all are connected. Each batch of 1,000 texts is
 * framed once, and the same bytes are written to every socket: the least that a server of many clients can do.
 *
 * node fan-out-server.mjs file-of-texts clients
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [file, clients] = process.argv.slice(2);
const texts = JSON.parse(readFileSync(file, 'utf8'));
const AT_A_TIME = 1000;
/** The value that a server appends to a client's key (RFC 6455, section 1.3). */
const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

const sockets = [];
const server = createServer();
server.on('upgrade', (request, socket) => {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}${HANDSHAKE}`)
    .digest('base64');
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.on('error', () => {});
  sockets.push(socket);
  // The response must go out first, because a client expects it before any frame.
  if (sockets.length === Number(clients)) setTimeout(send, 200, 0);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));

function send(from) {
  const frames = Buffer.concat(texts.slice(from, from + AT_A_TIME).map(frameOf));
  for (const socket of sockets) socket.write(frames);
  if (from + AT_A_TIME < texts.length) setImmediate(send, from + AT_A_TIME);
}

/** Returns the text as one unmasked frame; every text of the benchmark is ASCII of less than 64 KiB. */
function frameOf(text) {
  const head = text.length < 126 ? [0x81, text.length] : [0x81, 126, text.length >> 8, text.length & 0xff];
  return Buffer.concat([Buffer.from(head), Buffer.from(text, 'latin1')]);
}
