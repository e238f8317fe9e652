/**
 * C2C trade history (interface document, Earn, mining, fiat, C2C; record from public facts), generated from
 * the seed. It changes no balance of the sandbox.
 */

import { DAY_MS, MINUTE_MS } from '../../core/time-units.ts';
import { hexFor } from '../engine/funds/addresses.ts';
import { usdtPriceOf } from '../engine/funds/rates.ts';
import { amountText } from '../engine/ledger/amounts.ts';
import { chooseBy, type HistorySlot, listSlots } from '../engine/ledger/seeded-history.ts';
import type { Handler, SandboxCall } from '../types.ts';
import { userOf } from './account-values.ts';
import { pageOf, windowOf } from './history-pages.ts';

/** The request handlers by endpoint id. */
export const c2cHandlers: Readonly<Record<string, Handler>> = { 'c2c.orders': orders };

/**
 * The longest and default time window, in ms, and how long trades remain in the history (public facts, C2C).
 */
const WINDOW_MS = 30 * DAY_MS;
const RETENTION_MS = 183 * DAY_MS;

const TRADE_INTERVAL_MS = 2 * DAY_MS;

const ONE = 100_000_000n;

function orders(call: SandboxCall): string {
  const tradeType = call.params.get('tradeType')!;
  const window = windowOf(call, 'startTimestamp', 'endTimestamp', WINDOW_MS);
  const slots = listSlots({
    seed: call.exchange.seed,
    user: userOf(call),
    topic: `c2c ${tradeType}`,
    slotMs: TRADE_INTERVAL_MS,
    from: Math.max(window.from, call.now - RETENTION_MS),
    to: Math.min(window.to, call.now),
  });
  const data = pageOf(call, slots, 'page', 'rows').map((slot) => orderRecord(call, slot, tradeType));
  return JSON.stringify({ code: '000000', message: 'success', data, total: slots.length, success: true });
}

/** Returns an order whose price is within 1% of the market price at its time. */
function orderRecord({ exchange, now }: SandboxCall, slot: HistorySlot, tradeType: string) {
  const { market, seed } = exchange;
  const asset = chooseBy(slot.draw(1), ['USDT', 'USDT', 'BTC', 'ETH']);
  const marketPrice = (usdtPriceOf(market, asset, slot.time)! * ONE) / usdtPriceOf(market, 'EUR', slot.time)!;
  const unitPrice = (marketPrice * BigInt(9900 + Math.floor(slot.draw(2) * 200))) / 10_000n;
  const amount = (BigInt(50 + Math.floor(slot.draw(3) * 950)) * ONE * ONE) / unitPrice;
  const names = [seed, 'c2c', tradeType, slot.number];
  const isMaker = slot.draw(5) < 0.2;
  return {
    orderNumber: numberFor('order', names),
    advNo: numberFor('advertisement', names),
    tradeType,
    asset,
    fiat: 'EUR',
    fiatSymbol: '€',
    amount: amountText(amount),
    totalPrice: amountText((amount * unitPrice) / ONE),
    unitPrice: amountText(unitPrice),
    orderStatus: statusAt(slot, now),
    createTime: slot.time,
    commission: amountText(isMaker ? amount / 1000n : 0n),
    counterPartNickName: `customer-${hexFor(6, names)}`,
    advertisementRole: isMaker ? 'MAKER' : 'TAKER',
  };
}

/** Returns the status of a trade, which completes within half an hour unless it is cancelled. */
function statusAt(slot: HistorySlot, now: number): string {
  const age = now - slot.time;
  if (age < 5 * MINUTE_MS) return 'TRADING';
  const end = slot.draw(4);
  if (end < 0.06) return 'CANCELLED';
  if (end < 0.1) return 'CANCELLED_BY_SYSTEM';
  if (age < 20 * MINUTE_MS) return 'BUYER_PAYED';
  return age < 30 * MINUTE_MS ? 'DISTRIBUTING' : 'COMPLETED';
}

function numberFor(what: string, names: readonly (string | number)[]): string {
  return BigInt(`0x${hexFor(16, [what, ...names])}`)
    .toString()
    .padStart(20, '0');
}
