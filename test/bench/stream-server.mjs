/**
 * Sends numbered trades to each connection as fast as it reads them, in a process of its own so that it takes
 * no CPU time from the measured process. Frames are built once; control frames are answered.
 *
 * node stream-server.mjs [trades]
 */
import { WebSocketServer } from 'ws';
import { frameOf } from './frames.mjs';

const TRADES = Number(process.argv[2]);
const BLOCK = 500;

function trade(id) {
  // Prices and quantities change from trade to trade; their lengths don't.
  const price = `70${100 + (id % 797)}.${10 + (id % 89)}000000`;
  const quantity = `0.00${100 + (id % 887)}000`;
  return `{"e":"trade","E":${1710506096000 + id},"s":"BTCUSDT","t":${5000000000 + id},"p":"${price}","q":"${quantity}","T":${1710506096000 + id},"m":true,"M":true}`;
}

const blocks = Array.from({ length: Math.ceil(TRADES / BLOCK) }, (_, block) =>
  Buffer.concat(
    Array.from({ length: Math.min(BLOCK, TRADES - block * BLOCK) }, (_, index) =>
      frameOf(trade(block * BLOCK + index)),
    ),
  ),
);

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('listening', () => process.stdout.write(`${server.address().port}\n`));
server.on('connection', (socket, request) => {
  const { socket: wire } = request;
  socket.on('error', () => {});
  socket.on('message', (data) => {
    const { id } = JSON.parse(String(data));
    socket.send(JSON.stringify({ result: ['btcusdt@trade'], id }));
    pour(wire);
  });
});

function pour(wire) {
  let at = 0;
  const more = () => {
    while (at < blocks.length && !wire.destroyed) {
      at += 1;
      if (!wire.write(blocks[at - 1])) return wire.once('drain', more);
    }
  };
  more();
}
