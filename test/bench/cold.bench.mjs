/**
 * A candle query on a new exchange without cached data: the whole call against the time to format its rows as
 * text with the same code. Both run in one process, because the start of a process would take longer than
 * either.
 */

import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { checkThat, inFolder, line } from './measure.mjs';

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56, 789);
const ENTRY = `export { answerRequest } from '../../src/sandbox/exchange/requests.ts';
export { openExchange } from '../../src/sandbox/exchange/open-exchange.ts';
export { spotMarket } from '../../src/catalogue/spot/market.ts';
export { candlesText, spotMarketHandlers } from '../../src/sandbox/handlers/spot/market.ts';
export { zoneMinutesOf } from '../../src/catalogue/candle-intervals.ts';`;

/** The interval, the time zone, and the number of rows available of the 1,000 requested. */
const QUERIES = [
  ['1h', '0', 1000],
  ['1s', '0', 1000],
  ['1m', '0', 1000],
  ['1d', '0', 1000],
  ['1h', '05:45', 1000],
  ['1d', '05:45', 1000],
  ['1M', '0', 113],
];

/** The number of exchanges per round, because a single cold call is too short to measure. */
const CALLS = 8;
/** The rounds before the measured ones, in which V8 compiles the code. */
const WARM_ROUNDS = 3;

/** Returns the results of this benchmark. */
export function bench({ rounds, isSmoke }) {
  const calls = isSmoke ? 1 : CALLS;
  return inFolder(async (folder) => {
    const outfile = join(folder, 'exchange.mjs');
    const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire('/');" };
    await build({
      stdin: { contents: ENTRY, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
      banner,
      logLevel: 'error',
    });
    const { openExchange, answerRequest, spotMarket, spotMarketHandlers, candlesText, zoneMinutesOf } =
      await import(pathToFileURL(outfile).href);
    const clock = { now: () => NOW, monotonicMs: () => 0, sleep: async () => {} };
    // The same exchange that a single public read creates.
    const light = { clock, endpoints: spotMarket, handlers: spotMarketHandlers, engines: [] };
    return QUERIES.map(([interval, zone, count]) => {
      const target = `/api/v3/klines?symbol=BTCUSDT&interval=${interval}&timeZone=${zone}&limit=1000`;
      const request = { method: 'GET', target, headers: {}, body: '', client: 'bench' };
      const found = { subject: [], limit: [] };
      let seed = 0;
      const round = () => {
        const exchanges = Array.from({ length: calls }, () => openExchange({ ...light, seed: seed++ }));
        const [took, answers] = measureTime(() =>
          exchanges.map((exchange) => answerRequest(exchange, request)),
        );
        const rows = exchanges.map(({ market }) => {
          const symbol = market.find('BTCUSDT', NOW);
          const zoneMinutes = zoneMinutesOf(zone);
          return [symbol, market.candles({ symbol, interval, zoneMinutes, limit: 1000, now: NOW })];
        });
        const [written, texts] = measureTime(() => rows.map(([symbol, one]) => candlesText(symbol, one)));
        checkThat(
          rows.every(([, one]) => one.length === count),
          `${interval}: rows`,
        );
        const isSame = texts.every((text, place) => text === answers[place].body);
        checkThat(isSame && answers.every(({ status }) => status === 200), `${interval}: the same text`);
        return [took / calls, written / calls];
      };
      for (let warm = 0; warm < (isSmoke ? 0 : WARM_ROUNDS); warm += 1) round();
      for (let turn = 0; turn < rounds; turn += 1) {
        const [subject, limit] = round();
        found.subject.push(subject);
        found.limit.push(limit);
      }
      const name = `cold candles of ${interval}, zone ${zone}, ${count} rows`;
      return line({
        name,
        goal: 3,
        of: 'wallMs',
        subject: found.subject,
        limit: found.limit,
      });
    });
  });
}

function measureTime(run) {
  const began = process.hrtime.bigint();
  const result = run();
  return [Number(process.hrtime.bigint() - began) / 1e6, result];
}
