/**
 * Fiat orders and payments (interface document, Earn, mining, fiat, C2C; records from public facts, Fiat,
 * C2C, convert), generated from the seed. They change no balance of the sandbox.
 */

import { DAY_MS, HOUR_MS } from '../../core/time-units.ts';
import { hexFor } from '../engine/funds/addresses.ts';
import { usdtPriceOf } from '../engine/funds/rates.ts';
import { amountText } from '../engine/ledger/amounts.ts';
import { chooseBy, type HistorySlot, listSlots } from '../engine/ledger/seeded-history.ts';
import type { Handler, SandboxCall } from '../types.ts';
import { userOf } from './account-values.ts';
import { pageOf, windowOf } from './history-pages.ts';

/** The request handlers by endpoint id. */
export const fiatHandlers: Readonly<Record<string, Handler>> = {
  'fiat.orders': orders,
  'fiat.payments': payments,
};

/** The default time window (public facts, Fiat). */
const WINDOW_MS = 30 * DAY_MS;

/** The average time between two orders and between two payments, in ms. */
const ORDER_INTERVAL_MS = 5 * DAY_MS;
const PAYMENT_INTERVAL_MS = 3 * DAY_MS;

/** How long an order and a payment take to complete, in ms. */
const ORDER_DURATION_MS = 2 * HOUR_MS;
const PAYMENT_DURATION_MS = HOUR_MS / 6;

/** The fee in ten-thousandths. */
const FEE_PER_10000 = 180n;

const CENT = 1_000_000n;

function orders(call: SandboxCall): string {
  const isDeposit = call.params.get('transactionType') === '0';
  const slots = historySlots(call, isDeposit ? 'fiat deposits' : 'fiat withdrawals', ORDER_INTERVAL_MS);
  return envelope(call, slots, (slot) => orderRecord(call, slot, isDeposit));
}

function orderRecord({ exchange, now }: SandboxCall, slot: HistorySlot, isDeposit: boolean) {
  const indicated = randomCents(20, 5000, slot.draw(1));
  const isFailed = slot.draw(2) < 0.08;
  const isDone = slot.time + ORDER_DURATION_MS <= now;
  const fee = isFailed ? 0n : feeOn(indicated);
  return {
    orderNo: numberFor([exchange.seed, 'fiat order', isDeposit ? 0 : 1, slot.number]),
    fiatCurrency: chooseBy(slot.draw(3), ['EUR', 'EUR', 'USD']),
    indicatedAmount: centsText(indicated),
    amount: centsText(isFailed ? 0n : indicated - fee),
    totalFee: centsText(fee),
    method: chooseBy(slot.draw(4), isDeposit ? ['BankAccount', 'SEPA', 'Card'] : ['BankAccount', 'SEPA']),
    status: isDone ? (isFailed ? 'Failed' : 'Successful') : 'Processing',
    createTime: slot.time,
    updateTime: isDone ? slot.time + ORDER_DURATION_MS : slot.time,
  };
}

function payments(call: SandboxCall): string {
  const isBuy = call.params.get('transactionType') === '0';
  const slots = historySlots(call, isBuy ? 'fiat buys' : 'fiat sells', PAYMENT_INTERVAL_MS);
  return envelope(call, slots, (slot) => paymentRecord(call, slot, isBuy));
}

/** Returns a payment at the market price of its time. */
function paymentRecord({ exchange, now }: SandboxCall, slot: HistorySlot, isBuy: boolean) {
  const { market, seed } = exchange;
  const crypto = chooseBy(slot.draw(1), ['BTC', 'ETH', 'BNB', 'SOL', 'USDT']);
  const fiat = chooseBy(slot.draw(2), ['EUR', 'USD']);
  const dollars = fiat === 'EUR' ? usdtPriceOf(market, 'EUR', slot.time)! : 100_000_000n;
  const price = (usdtPriceOf(market, crypto, slot.time)! * 100_000_000n) / dollars;
  const paid = randomCents(20, 800, slot.draw(3));
  const fee = feeOn(paid);
  const sold = (paid * 100_000_000n) / price;
  const obtained = isBuy
    ? { sourceAmount: centsText(paid), obtainAmount: amountText(((paid - fee) * 100_000_000n) / price) }
    : { sourceAmount: amountText(sold), obtainAmount: centsText((sold * price) / 100_000_000n - fee) };
  const isDone = slot.time + PAYMENT_DURATION_MS <= now;
  const isFailed = slot.draw(4) < 0.08;
  return {
    orderNo: numberFor([seed, 'fiat payment', isBuy ? 0 : 1, slot.number]),
    ...obtained,
    fiatCurrency: fiat,
    cryptoCurrency: crypto,
    totalFee: centsText(fee),
    price: amountText(price),
    status: isDone ? (isFailed ? 'Failed' : 'Completed') : 'Processing',
    ...(isBuy ? { paymentMethod: chooseBy(slot.draw(5), ['Credit Card', 'Cash Balance']) } : {}),
    createTime: slot.time,
    updateTime: isDone ? slot.time + PAYMENT_DURATION_MS : slot.time,
  };
}

function historySlots(call: SandboxCall, of: string, slotMs: number): readonly HistorySlot[] {
  const { from, to } = windowOf(call, 'beginTime', 'endTime', WINDOW_MS);
  return listSlots({
    seed: call.exchange.seed,
    user: userOf(call),
    topic: of,
    slotMs,
    from,
    to: Math.min(to, call.now),
  });
}

function envelope(
  call: SandboxCall,
  slots: readonly HistorySlot[],
  record: (slot: HistorySlot) => object,
): string {
  const data = pageOf(call, slots, 'page', 'rows').map(record);
  return JSON.stringify({ code: '000000', message: 'success', data, total: slots.length, success: true });
}

function randomCents(least: number, most: number, chance: number): bigint {
  return BigInt(Math.floor((least + chance * (most - least)) * 100)) * CENT;
}

function feeOn(amount: bigint): bigint {
  return ((amount * FEE_PER_10000) / 10_000n / CENT) * CENT;
}

/** Returns a fiat amount as text, truncated to cents. */
function centsText(amount: bigint): string {
  return amountText(amount).slice(0, -6);
}

function numberFor(names: readonly (string | number)[]): string {
  return BigInt(`0x${hexFor(16, names)}`)
    .toString()
    .padStart(20, '0');
}
