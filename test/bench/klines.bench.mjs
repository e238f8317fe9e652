/** One page of 1,000 candles in each output format, against one bare GET of the same bytes. */
import { candle, closeOf } from './candles.mjs';
import { BOURSE, checkThat, childScript, compare, inFolder, withServer } from './measure.mjs';

const ROWS = 1000;

const FORMATS = [
  { format: 'json', goal: 1.25, check: checkJson },
  { format: 'ndjson', goal: 1.5, check: checkNdjson },
  { format: 'table', goal: 1.75, check: checkTable },
];

/** Returns the results of this benchmark. */
export function bench({ rounds }) {
  return inFolder((home) =>
    withServer('./candle-server.mjs', [], (origin) => {
      const limit = {
        words: [childScript('get.cjs'), `${origin}/api/v3/klines?limit=${ROWS}`],
        check: checkJson,
      };
      const klines = [BOURSE, 'market', 'klines', 'BTCUSDT', '1m', '--limit', String(ROWS)];
      const subject = ({ format, check }) => ({
        words: [...klines, '--host', `spot=${origin}`, '-o', format],
        check,
      });
      const lines = FORMATS.map((one) =>
        compare({
          name: `market klines, ${ROWS} rows as ${one.format}`,
          goal: one.goal,
          subject: subject(one),
          limit,
          rounds,
          home,
        }),
      );
      const memory = compare({
        name: `market klines, ${ROWS} rows as json, memory`,
        goal: 1.15,
        of: 'peakKb',
        subject: subject(FORMATS[0]),
        limit,
        rounds: Math.ceil(rounds / 2),
        home,
      });
      return [...lines, memory];
    }),
  );
}

function checkJson(stdout) {
  const rows = JSON.parse(String(stdout));
  checkThat(rows.length === ROWS, `${rows.length} rows as JSON`);
  checkThat(JSON.stringify(rows.at(-1)) === JSON.stringify(candle(ROWS - 1)), 'the last row as JSON');
}

function checkNdjson(stdout) {
  const rows = String(stdout).trimEnd().split('\n');
  checkThat(rows.length === ROWS, `${rows.length} rows as NDJSON`);
  checkThat(JSON.parse(rows.at(-1)).close === closeOf(ROWS - 1), 'the last close as NDJSON');
}

function checkTable(stdout) {
  const [heading, ...rows] = String(stdout).trimEnd().split('\n');
  checkThat(rows.length === ROWS, `${rows.length} rows as a table`);
  // Prices of this series have two decimals, and tables cut trailing zeros that no row needs.
  const at = heading.indexOf('CLOSE') === -1 ? /\bclose\b/i.exec(heading).index : heading.indexOf('CLOSE');
  const close = closeOf(ROWS - 1).replace(/0+$/, '');
  checkThat(
    rows
      .at(-1)
      .slice(at - 12, at + 12)
      .includes(close),
    `the last close in the table: ${rows.at(-1)}`,
  );
}
