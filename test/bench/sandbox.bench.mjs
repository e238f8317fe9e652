/** The exchange inside the command's own process, against the same command's answer from a bare GET over loopback. */
import { BOURSE, checkThat, childScript, compare, inFolder, runNode, withServer } from './measure.mjs';

const ROWS = 500;

/** Orders that the journal of a traded sandbox holds. */
const ORDERS = 30;

/** Returns the lines of this benchmark. */
export function bench({ rounds }) {
  return inFolder((home) =>
    withServer('./candle-server.mjs', [], (origin) => [
      compare({
        name: `market klines, ${ROWS} rows of the sandbox within`,
        goal: 2,
        subject: {
          words: [BOURSE, 'market', 'klines', 'BTCUSDT', '1m', '--env', 'sandbox', '-o', 'json'],
          check: checkRows,
        },
        limit: { words: [childScript('get.cjs'), `${origin}/api/v3/klines?limit=${ROWS}`], check: checkRows },
        rounds,
        home,
      }),
      compare({
        name: `the same with ${ORDERS} orders of users on it`,
        goal: 2.2,
        subject: {
          words: [BOURSE, 'market', 'klines', 'BTCUSDT', '1m', '--env', 'sandbox', '-o', 'json'],
          check: checkRows,
        },
        limit: { words: [childScript('get.cjs'), `${origin}/api/v3/klines?limit=${ROWS}`], check: checkRows },
        rounds,
        home: traded(home),
      }),
    ]),
  );
}

/** Trades on the saved sandbox of a home, and returns the home. */
function traded(home) {
  const order = ['trade', 'order', 'place', 'BTCUSDT', '--side', 'BUY', '--type', 'MARKET'];
  for (let placed = 0; placed < ORDERS; placed += 1) {
    const done = runNode([BOURSE, ...order, '--quantity', '0.001', '--env', 'sandbox'], { home });
    checkThat([0, 6].includes(done.code), `an order was answered with ${done.code}: ${done.stderr}`);
  }
  return home;
}

function checkRows(stdout) {
  const rows = JSON.parse(String(stdout));
  checkThat(rows.length === ROWS, `${rows.length} candles of the sandbox`);
  const isInOrder = rows.every((row, index) => index === 0 || row[0] === rows[index - 1][0] + 60_000);
  checkThat(isInOrder, 'candles of the sandbox in order');
}
