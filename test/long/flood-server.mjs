/**
 * Sends numbered trades to each connection as fast as it reads them, with pings in between, in a process of
 * its own. Writes the numbers of sent trades and answered pings to stdout after each million trades and each
 * pong.
 *
 * node flood-server.mjs [trades] [pause between blocks in ms]
 */
import { WebSocketServer } from 'ws';

const TRADES = Number(process.argv[2]);
/** The pause between blocks of trades; 0 to send as fast as the reader takes them. */
const PAUSE_MS = Number(process.argv[3] ?? 0);
const BLOCK = 500;
const FIRST_ID = 5_000_000_000;
const MILLION = 1_000_000;
/** The number of trades between pings. */
const PING_EVERY = 50_000;
const PING = Buffer.from([0x89, 0x02, 0x68, 0x69]);

const frame = frameOf(
  `{"e":"trade","E":1710506096000,"s":"BTCUSDT","t":${FIRST_ID},"p":"70123.45000000","q":"0.00123000","T":1710506096000,"m":true,"M":true}`,
);
const ID_AT = frame.indexOf(String(FIRST_ID));
const template = Buffer.concat(Array.from({ length: BLOCK }, () => frame));

/** Returns an unmasked text frame with a 16-bit length. */
function frameOf(text) {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 126, payload.length >> 8, payload.length & 0xff]), payload]);
}

/** Returns the frames of a block of trades, from a trade number on. */
function blockFrom(first, count) {
  const block = Buffer.from(template.subarray(0, count * frame.length));
  for (let index = 0; index < count; index += 1)
    block.latin1Write(String(FIRST_ID + first + index), index * frame.length + ID_AT);
  return block;
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('listening', () => process.stdout.write(`${server.address().port}\n`));
server.on('connection', (socket, request) => {
  const { socket: wire } = request;
  let hasBegun = false;
  socket.on('error', () => {});
  socket.on('message', (data) => {
    const { id } = JSON.parse(String(data));
    socket.send(JSON.stringify({ result: ['btcusdt@trade'], id }));
    if (!hasBegun) pour(socket, wire);
    hasBegun = true;
  });
});

function pour(socket, wire) {
  const counts = { sent: 0, pings: 0, pongs: 0 };
  const printCounts = () => process.stdout.write(`${JSON.stringify(counts)}\n`);
  let sent = 0;
  socket.on('pong', () => {
    counts.pongs += 1;
    printCounts();
  });
  const more = () => {
    while (sent < TRADES && !wire.destroyed) {
      const count = Math.min(BLOCK, TRADES - sent);
      const hasRoom = wire.write(blockFrom(sent, count));
      sent += count;
      counts.sent = sent;
      if (sent % PING_EVERY === 0) {
        counts.pings += 1;
        wire.write(PING);
      }
      if (sent % MILLION === 0) printCounts();
      if (!hasRoom) return wire.once('drain', more);
      if (PAUSE_MS > 0) return setTimeout(more, PAUSE_MS);
    }
  };
  more();
}
