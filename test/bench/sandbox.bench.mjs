/** A command on the embedded sandbox, against a bare GET of the same response over loopback. */
import { BOURSE, checkThat, childScript, compare, inFolder, runNode, withServer } from './measure.mjs';

const ROWS = 500;

/** The number of orders in the journal of the saved sandbox. */
const ORDERS = 30;

/** Returns the results of this benchmark. */
export function bench({ rounds, isSmoke }) {
  const orders = isSmoke ? 2 : ORDERS;
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
        name: `the same with ${orders} orders of users on it`,
        goal: 2.2,
        subject: {
          words: [BOURSE, 'market', 'klines', 'BTCUSDT', '1m', '--env', 'sandbox', '-o', 'json'],
          check: checkRows,
        },
        limit: { words: [childScript('get.cjs'), `${origin}/api/v3/klines?limit=${ROWS}`], check: checkRows },
        rounds,
        home: prepareTradedHome(home, orders),
      }),
    ]),
  );
}

/** Places orders on the saved sandbox of a home folder, and returns that folder. */
function prepareTradedHome(home, orders) {
  const order = ['trade', 'order', 'place', 'BTCUSDT', '--side', 'BUY', '--type', 'MARKET'];
  for (let placed = 0; placed < orders; placed += 1) {
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
