import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/core/time-units.ts';
import { unixMs } from '../../../src/core/words.ts';
import { createMarket } from '../../../src/sandbox/engine/market/market.ts';
import {
  impliedVolatility,
  optionGreeks,
  optionPrice,
} from '../../../src/sandbox/engine/options/black-scholes.ts';
import { OptionContracts } from '../../../src/sandbox/engine/options/contracts.ts';
import { cumulativeNormal, logarithm } from '../../../src/sandbox/engine/options/normal.ts';
import { OptionQuotes } from '../../../src/sandbox/engine/options/quotes.ts';
import { dayCode, expiriesAt, parseDay } from '../../../src/sandbox/engine/options/schedule.ts';
import { optionCandles } from '../../../src/sandbox/engine/options/tickers.ts';

const NOW = 1_706_702_400_000;

const market = createMarket({ seed: 1 });
const contracts = new OptionContracts(market);
const quotes = new OptionQuotes(market);

describe('the mathematics of the model', () => {
  it.each([
    [0, 0.5],
    [1, 0.841_344_746_068_543],
    [-1.96, 0.024_997_895_148_22],
    [2.5, 0.993_790_334_674_224],
    [-6, 9.865_876_450_377e-10],
    [7.5, 0.999_999_999_999_968],
  ])('calculates the normal distribution at %d', (value, probability) => {
    expect(Math.abs(cumulativeNormal(value) - probability)).toBeLessThan(2e-7);
  });

  it('has a logarithm that agrees with Math.log', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (value) => {
        expect(Math.abs(logarithm(value) - Math.log(value))).toBeLessThan(
          1e-13 * (1 + Math.abs(Math.log(value))),
        );
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(() => logarithm(0)).toThrow(RangeError);
  });

  /** A textbook case: S 42, K 40, r 10 %, sigma 20 %, half a year. */
  it('prices the textbook call and put', () => {
    const terms = { spot: 42, strike: 40, years: 0.5, rate: 0.1, volatility: 0.2 };
    expect(optionPrice({ ...terms, isCall: true })).toBeCloseTo(4.7594, 4);
    expect(optionPrice({ ...terms, isCall: false })).toBeCloseTo(0.8086, 4);
  });

  const someTerms = fc.record({
    spot: fc.double({ min: 50, max: 200, noNaN: true }),
    strike: fc.double({ min: 50, max: 200, noNaN: true }),
    years: fc.double({ min: 0.01, max: 1, noNaN: true }),
    rate: fc.constant(0.04),
    volatility: fc.double({ min: 0.2, max: 1.5, noNaN: true }),
  });

  it('satisfies put-call parity', () => {
    fc.assert(
      fc.property(someTerms, (terms) => {
        const call = optionPrice({ ...terms, isCall: true });
        const put = optionPrice({ ...terms, isCall: false });
        expect(call - put).toBeCloseTo(terms.spot - terms.strike * Math.exp(-terms.rate * terms.years), 5);
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it('finds the implied volatility of a price', () => {
    fc.assert(
      fc.property(someTerms, fc.boolean(), (terms, isCall) => {
        const { vega } = optionGreeks({ ...terms, isCall });
        fc.pre(vega > 0.01);
        const found = impliedVolatility({ ...terms, isCall }, optionPrice({ ...terms, isCall }));
        expect(found).toBeCloseTo(terms.volatility, 3);
      }),
      { numRuns: 100, seed: 1 },
    );
    const worthless = { isCall: true, spot: 100, strike: 90, years: 0.1, rate: 0 };
    expect(impliedVolatility(worthless, 5)).toBeUndefined();
  });

  it('has greeks equal to the derivatives of the price', () => {
    fc.assert(
      fc.property(someTerms, fc.boolean(), (terms, isCall) => {
        const at = (changed: object) => optionPrice({ ...terms, isCall, ...changed });
        const { delta, vega, theta } = optionGreeks({ ...terms, isCall });
        expect((at({ spot: terms.spot + 0.05 }) - at({ spot: terms.spot - 0.05 })) / 0.1).toBeCloseTo(
          delta,
          2,
        );
        const risen = at({ volatility: terms.volatility + 0.005 });
        expect(risen - at({ volatility: terms.volatility - 0.005 })).toBeCloseTo(vega, 2);
        fc.pre(terms.years > 0.1);
        expect(at({ years: terms.years - 1 / 365 }) - at({})).toBeCloseTo(theta, 1);
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});

describe('the listing of options', () => {
  it('has daily, weekly and monthly expiries, all at 08:00 UTC', () => {
    const days = expiriesAt(NOW).map(({ expiresAt: at }) => dayCode(at));
    expect(days).toEqual([
      '240201',
      '240202',
      '240203',
      '240209',
      '240216',
      '240223',
      '240329',
      '240426',
      '240531',
      '240628',
      '240726',
    ]);
    for (const { expiresAt: at } of expiriesAt(NOW))
      expect(new Date(at).toISOString().slice(11, 19)).toBe('08:00:00');
    expect(parseDay('240230')).toBeUndefined();
  });

  it('fixes strikes at the listing of an expiry, around the index price of that time', () => {
    const symbolsAt = (at: number) =>
      contracts
        .tradingContracts(at)
        .filter(({ symbol }) => symbol.startsWith('BTC-240329-'))
        .map(({ symbol }) => symbol);
    const first = symbolsAt(NOW);
    expect(first.length).toBe(30);
    expect(first.every((symbol) => /^BTC-240329-\d+-[CP]$/.test(symbol))).toBe(true);
    expect(symbolsAt(NOW + 30 * DAY_MS)).toEqual(first);
    expect(new OptionContracts(createMarket({ seed: 1 })).tradingContracts(NOW).length).toBe(
      contracts.tradingContracts(NOW).length,
    );
    const [one] = contracts.tradingContracts(NOW);
    expect(contracts.find(one!.symbol, NOW)).toBe(one);
    expect(contracts.find(one!.symbol, one!.expiry.listedAt - 1)).toBeUndefined();
    expect(contracts.find('BTC-240201-1-C', NOW)).toBeUndefined();
  });
});

describe('the market of an option', () => {
  const traded = contracts.tradingContracts(NOW);
  const sample = traded.filter((_, index) => index % 37 === 0);

  it('has a mark price between best bid and ask, sorted levels, and prices within their limits', () => {
    for (const contract of sample) {
      const quote = quotes.quoteAt(contract, NOW);
      const { bid, ask } = quotes.bestQuotes(contract, quote);
      expect(bid).toBeLessThan(ask);
      expect(bid).toBeLessThanOrEqual(quote.mark);
      expect(ask).toBeGreaterThanOrEqual(quote.mark);
      const { bids, asks } = quotes.book(contract, 20, NOW);
      expect([...bids].sort((a, b) => b.price - a.price)).toEqual(bids);
      expect([...asks].sort((a, b) => a.price - b.price)).toEqual(asks);
      for (const { price, lots } of [...bids, ...asks]) {
        expect(price).toBeGreaterThanOrEqual(quote.lowLimit);
        expect(price).toBeLessThanOrEqual(quote.highLimit);
        expect(Number.isSafeInteger(lots) && lots > 0).toBe(true);
      }
    }
  });

  it('has trades with ids without gaps in any time range', () => {
    for (const contract of sample.slice(0, 6)) {
      const trades = quotes.trades(contract, NOW - DAY_MS, NOW);
      expect(trades.map(({ id }) => id)).toEqual(trades.map((_, index) => trades[0]!.id + index));
      const middle = NOW - DAY_MS / 2;
      expect([
        ...quotes.trades(contract, NOW - DAY_MS, middle),
        ...quotes.trades(contract, middle, NOW),
      ]).toEqual(trades);
      expect(quotes.lastTrade(contract, NOW)).toEqual(trades.at(-1));
      expect(quotes.trades(contract, 0, contract.expiry.expiresAt)[0]?.id).toBe(1);
    }
  });

  it('has candles consistent with its trades, and long candles consistent with short ones', () => {
    const contract = traded.find(({ symbol }) => symbol.startsWith('ETH-240223'))!;
    const query = { from: NOW - DAY_MS, to: undefined, limit: 1500, now: NOW };
    const hours = optionCandles(quotes, contract, { ...query, interval: '1h' });
    const minutes = optionCandles(quotes, contract, { ...query, interval: '5m' });
    const trades = quotes.trades(contract, hours[0]!.openTime - 1, NOW);
    expect(hours.length).toBe(25);
    for (const candles of [hours, minutes]) {
      expect(candles.reduce((sum, { summary }) => sum + summary.count, 0)).toBe(trades.length);
      expect(candles.reduce((sum, { summary }) => sum + summary.amount, 0n)).toBe(
        hours.reduce((sum, { summary }) => sum + summary.amount, 0n),
      );
      expect(candles.at(-1)!.summary.close).toBe(trades.at(-1)!.price);
    }
    for (const { openTime, closeTime, summary } of hours) {
      const within = minutes.filter((one) => one.openTime >= openTime && one.openTime <= closeTime);
      const traded = within.filter((one) => one.summary.count > 0);
      if (traded.length === 0) continue;
      expect(summary.high).toBe(Math.max(...traded.map((one) => one.summary.high)));
      expect(summary.low).toBe(Math.min(...traded.map((one) => one.summary.low)));
    }
    const newest = optionCandles(quotes, contract, { ...query, from: undefined, limit: 3, interval: '1h' });
    expect(newest).toEqual(hours.slice(-3));
  });

  it('settles at the average index price of the last half hour', () => {
    const [underlying] = contracts.underlyings;
    const expiry = expiriesAt(NOW - DAY_MS)[0]!.expiresAt;
    const { low, high } = market.summary(underlying!.spot, expiry - 1_800_000, expiry);
    const settlement = quotes.settlementPrice(underlying!, expiry);
    expect(settlement).toBeGreaterThanOrEqual(low);
    expect(settlement).toBeLessThanOrEqual(high);
  });

  it('is the same for the same seed, and differs between seeds', () => {
    const again = new OptionQuotes(createMarket({ seed: 1 }));
    const other = new OptionQuotes(createMarket({ seed: 2 }));
    const contract = traded[300]!;
    expect(again.quoteAt(contract, NOW)).toEqual(quotes.quoteAt(contract, NOW));
    expect(other.quoteAt(contract, NOW).index).not.toBe(quotes.quoteAt(contract, NOW).index);
    expect(market.lastPrice(contract.underlying.spot, unixMs(NOW))).toBe(
      quotes.indexPriceAt(contract.underlying, NOW),
    );
  });
});
