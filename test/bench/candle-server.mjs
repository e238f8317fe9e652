/**
 * A loopback server of one-minute candles, in a process of its own so that it takes no CPU time from the
 * measured process. It limits weight per minute as the exchange does, with the used weight in a header and
 * 429 above the limit.
 *
 * node candle-server.mjs [latency in ms] [weight of a page] [weight limit] [pages that are made beforehand]
 */
import { createServer } from 'node:http';
import { candle, FIRST_OPEN_MS, MINUTE_MS } from './candles.mjs';

const [latencyMs = 0, pageWeight = 2, weightLimit = 6000, prepared = 0] = process.argv.slice(2).map(Number);
const PAGE_ROWS = 1000;
const kept = new Map();
const counts = { pages: 0, refused: 0 };
let window = 0;
let used = 0;

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://127.0.0.1');
  if (url.pathname === '/counts') return answer(response, 200, JSON.stringify(counts));
  if (url.pathname === '/api/v3/time') return answer(response, 200, `{"serverTime":${Date.now()}}`);
  if (url.pathname !== '/api/v3/klines') return answer(response, 404, '{}');
  if (latencyMs === 0) return serve(url, response);
  setTimeout(serve, latencyMs, url, response);
});

function serve(url, response) {
  const now = Date.now();
  if (window !== Math.floor(now / MINUTE_MS)) {
    window = Math.floor(now / MINUTE_MS);
    used = 0;
  }
  used += pageWeight;
  response.setHeader('x-mbx-used-weight-1m', String(used));
  if (used > weightLimit) {
    counts.refused += 1;
    response.setHeader('Retry-After', String(Math.ceil(((window + 1) * MINUTE_MS - now) / 1000)));
    return answer(response, 429, '{"code":-1003,"msg":"Too much request weight used."}');
  }
  counts.pages += 1;
  answer(response, 200, pageOf(url));
}

function answer(response, status, body) {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json;charset=UTF-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

/** Returns the candles of a time window, kept because only the client is measured. */
function pageOf({ searchParams }) {
  const time = (name, fallback) => Number(searchParams.get(name) ?? fallback);
  const first = Math.max(0, Math.ceil((time('startTime', FIRST_OPEN_MS) - FIRST_OPEN_MS) / MINUTE_MS));
  const end = Math.floor((time('endTime', Number.MAX_SAFE_INTEGER) - FIRST_OPEN_MS) / MINUTE_MS) + 1;
  return rowsFrom(first, Math.max(0, Math.min(Number(searchParams.get('limit') ?? 500), end - first)));
}

function rowsFrom(first, count) {
  const key = `${first} ${count}`;
  let page = kept.get(key);
  if (page === undefined) {
    page = JSON.stringify(Array.from({ length: count }, (_, index) => candle(first + index)));
    kept.set(key, page);
  }
  return page;
}

for (let page = 0; page < prepared; page += 1) rowsFrom(page * PAGE_ROWS, PAGE_ROWS);
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
