/**
 * The limit of a paged run: the same pages over sixteen kept connections, whose bytes are counted and not read.
 *
 * node sixteen-sockets.cjs <port> <pages> <rows of a page> <open time of the first row> <interval in ms>
 */
const { connect } = require('node:net');

const [port, pages, rows, first, interval] = process.argv.slice(2).map(Number);
const SOCKETS = 16;
const HEAD_END = Buffer.from('\r\n\r\n');
let next = 0;
let bytes = 0;

function run() {
  const socket = connect(port, '127.0.0.1');
  let left = 0;
  socket.setNoDelay(true);
  const ask = () => {
    if (next === pages) return socket.end();
    const from = first + next * rows * interval;
    next += 1;
    socket.write(
      `GET /api/v3/klines?symbol=BTCUSDT&interval=1m&startTime=${from}&endTime=${from + rows * interval - 1}&limit=${rows} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
    );
  };
  socket.on('connect', ask);
  socket.on('data', (chunk) => {
    let body = chunk.length;
    if (left === 0) {
      // The head arrives in one piece on loopback.
      const end = chunk.indexOf(HEAD_END) + HEAD_END.length;
      left = Number(/content-length: (\d+)/i.exec(chunk.latin1Slice(0, end))[1]);
      body -= end;
    }
    left -= body;
    bytes += body;
    if (left === 0) ask();
  });
}

for (let at = 0; at < SOCKETS; at += 1) run();
process.on('exit', () => process.stdout.write(`${bytes}\n`));
