/** User data events of options (public facts, Option streams: the events of the older streams). */
import type { User } from '../ledger/accounts.ts';
import { amountText } from '../ledger/amounts.ts';
import type { OptionsContext } from './context.ts';
import type { OptionUnderlying } from './contracts.ts';
import { averageText, floatText, lotsText, priceText } from './number-text.ts';
import type { OptionOrder } from './orders.ts';
import { accountGreeks, summarizeAccount } from './summary.ts';

/** Emits the update of an order that was placed, filled or closed. */
export function emitOrderUpdate(
  { services, histories }: OptionsContext,
  order: OptionOrder,
  time: number,
): void {
  if (!services.userEvents.hasListeners) return;
  const payload = () => {
    const { contract, executed, price, lots, isBuy } = order;
    const signed = (count: number) => (isBuy ? lotsText(contract, count) : lotsText(contract, -count));
    return JSON.stringify({
      e: 'ORDER_TRADE_UPDATE',
      E: time,
      o: [
        {
          T: order.time,
          t: time,
          s: contract.symbol,
          c: order.clientOrderId,
          oid: String(order.orderId),
          p: priceText(contract, price),
          q: signed(lots),
          stp: 0,
          r: order.reduceOnly,
          po: order.postOnly,
          S: order.status,
          e: signed(executed),
          ec: amountText(order.value),
          f: amountText(order.fee),
          tif: order.timeInForce,
          oty: order.type,
          fi: histories.fillsOf(order).map((fill) => ({
            t: String(fill.id),
            p: priceText(contract, fill.price),
            q: signed(fill.lots),
            T: fill.time,
            m: fill.isMaker ? 'MAKER' : 'TAKER',
            f: amountText(fill.fee),
          })),
        },
      ],
    });
  };
  services.userEvents.emit({ scope: 'options', user: order.user, time, payload });
}

/** Emits balances, positions and greeks after a trade or an exercise. */
export function emitAccountUpdate(
  context: OptionsContext,
  user: User,
  underlying: OptionUnderlying,
  time: number,
): void {
  const { userEvents } = context.services;
  if (!userEvents.hasListeners) return;
  const payload = () => {
    const summary = summarizeAccount(context, user, time);
    const greeks = accountGreeks(context, user, underlying, time);
    return JSON.stringify({
      e: 'ACCOUNT_UPDATE',
      E: time,
      B: [
        {
          a: 'USDT',
          b: amountText(summary.walletBalance),
          m: amountText(summary.marketValue),
          u: amountText(summary.unrealized),
          U: time,
          M: amountText(summary.maintenance),
          i: amountText(summary.positionMargin),
        },
      ],
      G: [
        {
          ui: underlying.name,
          d: floatText(greeks.delta),
          t: floatText(greeks.theta),
          g: floatText(greeks.gamma),
          v: floatText(greeks.vega),
        },
      ],
      P: summary.positions.map(({ position, value }) => ({
        s: position.contract.symbol,
        c: lotsText(position.contract, position.lots),
        r: lotsText(position.contract, position.lots),
        p: amountText(value),
        a: averageText(position.contract, position.cost, position.lots),
      })),
      uid: user.id,
    });
  };
  userEvents.emit({ scope: 'options', user, time, payload });
}

/** Emits the event that the positions of a user are being liquidated. */
export function emitRiskLevelChange(context: OptionsContext, user: User, time: number): void {
  const { userEvents } = context.services;
  if (!userEvents.hasListeners) return;
  const payload = () => {
    const { walletBalance, marketValue, maintenance } = summarizeAccount(context, user, time);
    return JSON.stringify({
      e: 'RISK_LEVEL_CHANGE',
      E: time,
      s: 'LIQUIDATION',
      mb: amountText(walletBalance + marketValue),
      mm: amountText(maintenance),
    });
  };
  userEvents.emit({ scope: 'options', user, time, payload });
}
