/**
 * Calls an exchange through a published client, as its users do: one candle, or a year of candles with sixteen pages at once.
 * Prints the number of rows.
 *
 * node peer.mjs CLIENT ORIGIN PAGES FIRST_OPEN_MS
 */
import { createRequire } from 'node:module';

const [client, origin, pages, first] = process.argv.slice(2);
const PAGE_MS = 1000 * 60_000;
/** The published clients are installed beside the checks that use them: npm run check:clients. */
const load = createRequire(new URL('../../sdk/package.json', import.meta.url));

/** Returns a function that fetches a page of one-minute candles. */
const OPEN = {
  'node:http': () => {
    const { get, Agent } = load('node:http');
    const agent = new Agent({ keepAlive: true, maxSockets: 16 });
    return (query) =>
      new Promise((resolve, reject) => {
        get(`${origin}/api/v3/klines?${new URLSearchParams(query)}`, { agent }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part) => {
            text += part;
          });
          answer.on('end', () => resolve(JSON.parse(text)));
        }).on('error', reject);
      });
  },
  'bourse, library': async () => {
    const { openBourse } = await import('../../../dist/library/index.mjs');
    const x = openBourse({ env: 'live', hosts: { spot: origin } });
    return (query) => x.market.klines(query);
  },
  binance: () => {
    const { MainClient } = load('binance');
    const x = new MainClient({ baseUrl: origin });
    return (query) => x.getKlines(query);
  },
  '@binance/spot': async () => {
    const { Spot } = load('@binance/spot');
    const { restAPI } = new Spot({ configurationRestAPI: { apiKey: '', basePath: origin } });
    return async (query) => (await restAPI.klines(query)).data();
  },
  ccxt: () => {
    const { binance } = load('ccxt');
    const x = new binance({ enableRateLimit: false });
    x.urls.api.public = `${origin}/api/v3`;
    return (query) => x.publicGetKlines(query);
  },
};

const page = await OPEN[client]();
let rows = 0;
if (pages === '0') rows = (await page({ symbol: 'BTCUSDT', interval: '1m', limit: 1 })).length;
else {
  let next = 0;
  const work = async () => {
    while (next < Number(pages)) {
      const startTime = Number(first) + next * PAGE_MS;
      next += 1;
      const query = {
        symbol: 'BTCUSDT',
        interval: '1m',
        startTime,
        endTime: startTime + PAGE_MS - 1,
        limit: 1000,
      };
      const { length } = await page(query);
      rows += length;
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
}
process.stdout.write(`${rows}\n`);
