/**
 * The options account: totals, positions, user trades (interface document, Options account; records: public
 * facts).
 */
import { amountText } from '../../engine/ledger/amounts.ts';
import { impliedVolatility } from '../../engine/options/black-scholes.ts';
import { QUOTE } from '../../engine/options/contracts.ts';
import type { OptionsEngine } from '../../engine/options/engine.ts';
import { averageText, floatText, lotsText, priceText } from '../../engine/options/number-text.ts';
import type { OptionFill } from '../../engine/options/orders.ts';
import {
  accountGreeks,
  type OptionPositionValue,
  summarizeAccount,
  valuePositions,
} from '../../engine/options/summary.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { optionalId, userOf } from '../account-values.ts';
import { selectArchiveRows } from '../history-query.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { contractOf, optionsEngineOf } from './values.ts';

/** The request handlers by endpoint id. */
export const optionsAccountHandlers: Readonly<Record<string, Handler>> = {
  'options.account': account,
  'options.position': positions,
  'options.my-trades': myTrades,
};

/**
 * Returns the totals that the interface document lists and the fields that the live exchange sends in
 * addition.
 */
function account(call: SandboxCall): string {
  const engine = optionsEngineOf(call);
  const user = userOf(call);
  const one = summarizeAccount(engine, user, call.now);
  const [wallet, free] = [amountText(one.walletBalance), amountText(one.free)];
  const equity = amountText(one.walletBalance + one.marketValue);
  const unrealized = amountText(one.unrealized);
  return JSON.stringify({
    totalWalletBalance: wallet,
    totalMarginBalance: equity,
    totalPositionInitialMargin: amountText(one.positionMargin),
    totalOpenOrderInitialMargin: amountText(one.orderMargin),
    totalCrossWalletBalance: wallet,
    totalCrossUnPnl: unrealized,
    availableBalance: free,
    maxWithdrawAmount: free,
    asset: [
      {
        asset: QUOTE,
        marginBalance: wallet,
        equity,
        available: free,
        locked: amountText(one.positionMargin + one.orderMargin),
        unrealizedPNL: unrealized,
      },
    ],
    greek: engine.services.contracts.underlyings.map((underlying) => {
      const { delta, gamma, theta, vega } = accountGreeks(engine, user, underlying, call.now);
      return {
        underlying: underlying.name,
        delta: floatText(delta),
        gamma: floatText(gamma),
        theta: floatText(theta),
        vega: floatText(vega),
      };
    }),
    riskLevel: 'NORMAL',
    time: call.now,
  });
}

function positions(call: SandboxCall): string {
  const engine = optionsEngineOf(call);
  const wanted = call.params.has('symbol') ? contractOf(call).symbol : undefined;
  const rows = valuePositions(engine, userOf(call), call.now).filter(
    ({ position }) => wanted === undefined || position.contract.symbol === wanted,
  );
  return JSON.stringify(rows.map((one) => positionRecord(call, engine, one)));
}

function positionRecord(call: SandboxCall, engine: OptionsEngine, valued: OptionPositionValue) {
  const { position, mark, value, unrealized } = valued;
  const { contract, lots, cost } = position;
  const { priceDecimals, lotDecimals } = contract.underlying;
  const waiting = (isBuy: boolean) =>
    [...engine.instrumentOf(contract).book.allOrders()]
      .filter((order) => order.user === userOf(call) && order.isBuy === isBuy)
      .reduce((sum, order) => sum + order.remaining, 0);
  const [bids, asks] = [waiting(true), waiting(false)];
  const reducible = Math.max(0, Math.abs(lots) - (lots > 0 ? asks : bids));
  return {
    symbol: contract.symbol,
    side: lots > 0 ? 'LONG' : 'SHORT',
    quantity: lotsText(contract, lots),
    reducibleQty: lotsText(contract, lots > 0 ? reducible : -reducible),
    entryPrice: averageText(contract, cost, lots),
    markPrice: priceText(contract, mark),
    markValue: amountText(value),
    ror: cost === 0n ? amountText(0n) : amountText((unrealized * 10n ** 8n) / cost),
    unrealizedPNL: amountText(unrealized),
    positionCost: amountText(cost),
    strikePrice: contract.strikeText,
    expiryDate: contract.expiry.expiresAt,
    priceScale: priceDecimals,
    quantityScale: lotDecimals,
    optionSide: contract.isCall ? 'CALL' : 'PUT',
    quoteAsset: QUOTE,
    time: call.now,
    bidQuantity: lotsText(contract, bids),
    askQuantity: lotsText(contract, asks),
  };
}

function myTrades(call: SandboxCall): string {
  const engine = optionsEngineOf(call);
  const { symbol } = contractOf(call);
  const { fills } = engine.historyOf(userOf(call));
  const query = {
    fromId: optionalId(call, 'fromId'),
    startTime: optionalInteger(call, 'startTime'),
    endTime: optionalInteger(call, 'endTime'),
    limit: requiredInteger(call, 'limit'),
  };
  const rows = selectArchiveRows(fills, query, {}, ({ order }) => order.contract.symbol === symbol);
  return `[${rows.map((fill) => tradeRecord(engine, fill)).join(',')}]`;
}

function tradeRecord({ services }: OptionsEngine, fill: OptionFill): string {
  const { order, price, lots } = fill;
  const { contract } = order;
  const { priceDecimals, lotDecimals } = contract.underlying;
  const { terms } = services.quotes.quoteAt(contract, fill.time);
  const volatility = impliedVolatility(terms, price / 10 ** priceDecimals);
  const rest = {
    symbol: contract.symbol,
    price: priceText(contract, price),
    quantity: lotsText(contract, lots),
    fee: amountText(fill.fee),
    realizedProfit: amountText(fill.realizedProfit),
    side: order.isBuy ? 'BUY' : 'SELL',
    type: order.type,
    volatility: floatText(volatility ?? 0),
    liquidity: fill.isMaker ? 'MAKER' : 'TAKER',
    time: fill.time,
    priceScale: priceDecimals,
    quantityScale: lotDecimals,
    optionSide: contract.isCall ? 'CALL' : 'PUT',
    quoteAsset: QUOTE,
  };
  const ids = `"id":${fill.id},"tradeId":${fill.id},"orderId":${order.orderId}`;
  return `{${ids},${JSON.stringify(rest).slice(1)}`;
}
