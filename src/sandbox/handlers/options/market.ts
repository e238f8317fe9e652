/** Public market data of options (interface document, Options; records from the public facts, Options). */

import type { Interval } from '../../../catalogue/candle-intervals.ts';
import { rateLimitRows } from '../../../catalogue/limits/sets.ts';
import { DAY_MS } from '../../../core/time-units.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import { percentText } from '../../engine/market/number-text.ts';
import { optionGreeks } from '../../engine/options/black-scholes.ts';
import { type OptionContract, QUOTE } from '../../engine/options/contracts.ts';
import { listExercises } from '../../engine/options/expired-options.ts';
import { OPTION_RATES, rateText } from '../../engine/options/margin.ts';
import { floatText, indexText, lotsText, priceText } from '../../engine/options/number-text.ts';
import { amountForLots, indexAmount } from '../../engine/options/orders.ts';
import { maxOrderLots } from '../../engine/options/placement.ts';
import { RISK_FREE_RATE } from '../../engine/options/quotes.ts';
import { dayStatistics, optionCandles } from '../../engine/options/tickers.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { tradeFields } from './trade-records.ts';
import { contractOf, optionsEngineOf, requestedContracts, tradedContractOf, underlyingOf } from './values.ts';

/** The request handlers by endpoint id. */
export const optionsMarketHandlers: Readonly<Record<string, Handler>> = {
  'options.ping': () => '{}',
  'options.time': ({ now }) => `{"serverTime":${now}}`,
  'options.exchange-info': exchangeInfo,
  'options.depth': depth,
  'options.klines': candles,
  'options.mark': (call) => rowsPerContract(call, mark),
  'options.ticker': (call) => rowsPerContract(call, ticker),
  'options.index': index,
  'options.exercise-history': exerciseHistory,
  'options.open-interest': openInterest,
  'options.option-info': (call) => rowsPerContract(call, greeks),
  'options.trades': recentTrades,
};

function rowsPerContract(
  call: SandboxCall,
  row: (call: SandboxCall, contract: OptionContract) => object,
): string {
  return JSON.stringify(requestedContracts(call).map((contract) => row(call, contract)));
}

function exchangeInfo(call: SandboxCall): string {
  const { limits } = call.exchange;
  const { contracts, quotes } = optionsEngineOf(call).services;
  return JSON.stringify({
    timezone: 'UTC',
    serverTime: call.now,
    optionContracts: contracts.underlyings.map(({ name, base }) => ({
      baseAsset: base,
      quoteAsset: QUOTE,
      underlying: name,
      settleAsset: QUOTE,
    })),
    optionAssets: [{ name: QUOTE }],
    optionSymbols: contracts.tradingContracts(call.now).map((contract) => {
      const { lowLimit, highLimit } = quotes.quoteAt(contract, call.now);
      return symbolRecord(contract, lowLimit, highLimit);
    }),
    rateLimits: rateLimitRows(limits.optionsWeight, limits.orders.options),
  });
}

function symbolRecord(contract: OptionContract, lowLimit: number, highLimit: number) {
  const { symbol, underlying, isCall, strikeText, expiry } = contract;
  const [minQty, maxQty] = [lotsText(contract, 1), lotsText(contract, maxOrderLots(contract))];
  return {
    symbol,
    side: isCall ? 'CALL' : 'PUT',
    strikePrice: strikeText,
    underlying: underlying.name,
    unit: 1,
    expiryDate: expiry.expiresAt,
    makerFeeRate: rateText(OPTION_RATES.fee),
    takerFeeRate: rateText(OPTION_RATES.fee),
    liquidationFeeRate: rateText(OPTION_RATES.liquidationFee),
    minQty,
    maxQty,
    initialMargin: rateText(OPTION_RATES.initial),
    maintenanceMargin: rateText(OPTION_RATES.maintenance),
    minInitialMargin: rateText(OPTION_RATES.minInitial),
    minMaintenanceMargin: rateText(OPTION_RATES.minMaintenance),
    priceScale: underlying.priceDecimals,
    quantityScale: underlying.lotDecimals,
    quoteAsset: QUOTE,
    filters: [
      {
        filterType: 'PRICE_FILTER',
        minPrice: priceText(contract, lowLimit),
        maxPrice: priceText(contract, highLimit),
        tickSize: priceText(contract, 1),
      },
      { filterType: 'LOT_SIZE', minQty, maxQty, stepSize: lotsText(contract, 1) },
    ],
  };
}

/**
 * Returns the order book; the last update id is sent under both its old and its current field name (our
 * choice).
 */
function depth(call: SandboxCall): string {
  const contract = tradedContractOf(call);
  const book = optionsEngineOf(call).publicTrading.book(contract, requiredInteger(call, 'limit'), call.now);
  const side = (levels: typeof book.bids) =>
    levels.map(({ price, lots }) => [priceText(contract, price), lotsText(contract, lots)]);
  const { lastUpdateId, bids, asks } = book;
  return JSON.stringify({ T: call.now, u: lastUpdateId, lastUpdateId, bids: side(bids), asks: side(asks) });
}

/** Returns candles as rows of 12 values, as the live exchange sends them. */
function candles(call: SandboxCall): string {
  const contract = contractOf(call);
  const found = optionCandles(optionsEngineOf(call).publicTrading, contract, {
    interval: call.params.get('interval') as Interval,
    from: optionalInteger(call, 'startTime'),
    to: optionalInteger(call, 'endTime'),
    limit: requiredInteger(call, 'limit'),
    now: call.now,
  });
  return JSON.stringify(
    found.map(({ openTime, closeTime, summary }) => [
      openTime,
      priceText(contract, summary.open),
      priceText(contract, summary.high),
      priceText(contract, summary.low),
      priceText(contract, summary.close),
      lotsText(contract, summary.lots),
      closeTime,
      amountText(summary.amount),
      summary.count,
      lotsText(contract, summary.buyLots),
      amountText(summary.buyAmount),
      '0',
    ]),
  );
}

/** Returns the newest trades, oldest first. */
function recentTrades(call: SandboxCall): string {
  const contract = contractOf(call);
  const { publicTrading } = optionsEngineOf(call);
  const limit = requiredInteger(call, 'limit');
  const firstTime = publicTrading.firstTime(contract);
  let from = call.now - DAY_MS;
  let found = publicTrading.trades(contract, from, call.now);
  while (found.length < limit && from > firstTime) {
    from -= 7 * DAY_MS;
    found = publicTrading.trades(contract, from, call.now);
  }
  return JSON.stringify(
    found.slice(-limit).map((trade) => ({ id: trade.id, ...tradeFields(contract, trade) })),
  );
}

function mark(call: SandboxCall, contract: OptionContract) {
  const { quotes } = optionsEngineOf(call).services;
  const quote = quotes.quoteAt(contract, call.now);
  const { bidVolatility, askVolatility } = quotes.bestQuotes(contract, quote);
  const { delta, theta, gamma, vega } = optionGreeks(quote.terms);
  return {
    symbol: contract.symbol,
    markPrice: priceText(contract, quote.mark),
    bidIV: floatText(bidVolatility),
    askIV: floatText(askVolatility),
    markIV: floatText(quote.terms.volatility),
    delta: floatText(delta),
    theta: floatText(theta),
    gamma: floatText(gamma),
    vega: floatText(vega),
    highPriceLimit: priceText(contract, quote.highLimit),
    lowPriceLimit: priceText(contract, quote.lowLimit),
    riskFreeInterest: floatText(RISK_FREE_RATE),
  };
}

function greeks(call: SandboxCall, contract: OptionContract) {
  const { terms } = optionsEngineOf(call).services.quotes.quoteAt(contract, call.now);
  const { delta, gamma, theta, vega } = optionGreeks(terms);
  return {
    symbol: contract.symbol,
    delta: floatText(delta),
    gamma: floatText(gamma),
    theta: floatText(theta),
    vega: floatText(vega),
    markIV: floatText(terms.volatility),
  };
}

/** Returns the 24-hour ticker; before settlement the exercise price is the index price (our choice). */
function ticker(call: SandboxCall, contract: OptionContract) {
  const { services, publicTrading } = optionsEngineOf(call);
  const quote = services.quotes.quoteAt(contract, call.now);
  const { bids, asks } = publicTrading.book(contract, 1, call.now);
  const {
    openTime,
    summary,
    lastLots,
    firstId = 0,
  } = dayStatistics(publicTrading, contract, quote, call.now);
  const { open, high, low, close, lots, amount, count } = summary;
  return {
    symbol: contract.symbol,
    priceChange: `${close < open ? '-' : ''}${priceText(contract, Math.abs(close - open))}`,
    priceChangePercent: percentText(close - open, open),
    lastPrice: priceText(contract, close),
    lastQty: lotsText(contract, lastLots),
    open: priceText(contract, open),
    high: priceText(contract, high),
    low: priceText(contract, low),
    volume: lotsText(contract, lots),
    amount: amountText(amount),
    bidPrice: priceText(contract, bids[0]?.price ?? 0),
    askPrice: priceText(contract, asks[0]?.price ?? 0),
    openTime,
    closeTime: call.now,
    firstTradeId: firstId,
    tradeCount: count,
    strikePrice: contract.strikeText,
    exercisePrice: indexText(contract, quote.index),
  };
}

function index(call: SandboxCall): string {
  const underlying = underlyingOf(call);
  const ticks = optionsEngineOf(call).services.quotes.indexPriceAt(underlying, call.now);
  return JSON.stringify({ time: call.now, indexPrice: indexText({ underlying }, ticks) });
}

function exerciseHistory(call: SandboxCall): string {
  const { contracts, quotes } = optionsEngineOf(call).services;
  const underlyings = call.params.has('underlying') ? [underlyingOf(call)] : contracts.underlyings;
  const found = listExercises(contracts, quotes, underlyings, {
    from: optionalInteger(call, 'startTime'),
    to: optionalInteger(call, 'endTime'),
    limit: requiredInteger(call, 'limit'),
    now: call.now,
  });
  return JSON.stringify(
    found.map(({ contract, settlement, isInTheMoney }) => ({
      symbol: contract.symbol,
      strikePrice: contract.strikeText,
      realStrikePrice: indexText(contract, settlement),
      expiryDate: contract.expiry.expiresAt,
      strikeResult: isInTheMoney ? 'REALISTIC_VALUE_STRICKEN' : 'EXTRINSIC_VALUE_EXPIRED',
    })),
  );
}

function openInterest(call: SandboxCall): string {
  const { contracts, quotes } = optionsEngineOf(call).services;
  const asset = call.params.get('underlyingAsset');
  const day = fullExpiryDay(call.params.get('expiration'));
  const underlying = contracts.underlyings.find(({ base }) => base === asset);
  if (underlying === undefined) throw new SandboxRefusal(400, -1108, 'Invalid asset.');
  const wanted = contracts
    .tradingContracts(call.now)
    .filter((one) => one.underlying === underlying && (day === undefined || expiryDay(one) === day));
  const perUnit = indexAmount({ underlying }, quotes.indexPriceAt(underlying, call.now));
  return JSON.stringify(
    wanted.map((contract) => {
      const lots = quotes.openInterestLots(contract, call.now);
      return {
        symbol: contract.symbol,
        sumOpenInterest: lotsText(contract, lots),
        sumOpenInterestUsd: amountText(amountForLots(contract, perUnit, lots)),
        timestamp: String(call.now),
      };
    }),
  );
}

/** Returns an expiry date as YYYYMMDD, the form of the interface document; the live exchange uses YYMMDD. */
function fullExpiryDay(text: string | undefined): string | undefined {
  return text?.length === 6 ? `20${text}` : text;
}

function expiryDay({ expiry }: OptionContract): string {
  return new Date(expiry.expiresAt).toISOString().slice(0, 10).replaceAll('-', '');
}
