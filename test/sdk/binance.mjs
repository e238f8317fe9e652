/** The `binance` package, with its baseUrl set and nothing else changed. */
import { readFileSync } from 'node:fs';
import { MainClient } from 'binance';
import { checksOf, HOUR, raw, refused, SPOT, START, same, sameInQuiet } from './checks.mjs';

const { version } = JSON.parse(
  readFileSync(new URL('./node_modules/binance/package.json', import.meta.url), 'utf8'),
);
const { check, end } = checksOf(`binance ${version}`);
// Its getServerTime goes to the public address whatever the baseUrl, so it is not asked here.
const client = new MainClient({ baseUrl: SPOT, beautifyResponses: false });

const still = (name, path, query, call) =>
  check(name, () =>
    sameInQuiet(
      () => raw(path, query),
      call,
      (found, answer) => same(found, answer),
    ),
  );

await still('testConnectivity', '/api/v3/ping', {}, () => client.testConnectivity());
await check('getExchangeInfo', async () => {
  const timeless = ({ serverTime: _time, ...rest }) => rest;
  same(timeless(await client.getExchangeInfo()), timeless(await raw('/api/v3/exchangeInfo')));
  same(
    timeless(await client.getExchangeInfo({ symbols: ['BTCUSDT', 'ETHUSDT'] })),
    timeless(await raw('/api/v3/exchangeInfo', { symbols: '["BTCUSDT","ETHUSDT"]' })),
  );
});

const closed = { symbol: 'BTCUSDT', startTime: START, endTime: START + 24 * HOUR };
const hourly = { ...closed, interval: '1h' };
await still('getKlines', '/api/v3/klines', hourly, () => client.getKlines(hourly));
await still('getUIKlines', '/api/v3/uiKlines', hourly, () => client.getUIKlines(hourly));
await still('getAggregateTrades', '/api/v3/aggTrades', closed, () => client.getAggregateTrades(closed));
const older = { symbol: 'BTCUSDT', fromId: 1000, limit: 50 };
await still('getHistoricalTrades', '/api/v3/historicalTrades', older, () =>
  client.getHistoricalTrades(older),
);
const few = { symbol: 'BTCUSDT', limit: 5 };
await still('getRecentTrades', '/api/v3/trades', few, () => client.getRecentTrades(few));
await still('getOrderBook', '/api/v3/depth', few, () => client.getOrderBook(few));
const one = { symbol: 'BTCUSDT' };
await still('getSymbolPriceTicker', '/api/v3/ticker/price', one, () => client.getSymbolPriceTicker(one));
await still('getSymbolOrderBookTicker', '/api/v3/ticker/bookTicker', one, () =>
  client.getSymbolOrderBookTicker(one),
);

const lasting = ({ openTime: _open, closeTime: _close, ...rest }) => rest;
await check('get24hrChangeStatistics', () =>
  sameInQuiet(
    async () => lasting(await raw('/api/v3/ticker/24hr', one)),
    () => client.get24hrChangeStatistics(one),
    (found, answer) => same(lasting(found), answer),
  ),
);
await check('getAvgPrice', () =>
  sameInQuiet(
    async () => (await raw('/api/v3/avgPrice', one)).price,
    () => client.getAvgPrice(one),
    (found, answer) => same(found.price, answer),
  ),
);

await check('a symbol that is not there comes back with its code', async () => {
  const error = await refused(() => client.getOrderBook({ symbol: 'NOPEUSDT' }));
  same([error.code, error.message], [-1121, 'Invalid symbol.']);
});

end();
