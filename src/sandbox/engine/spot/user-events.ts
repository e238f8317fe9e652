/**
 * The events of the spot user data stream (public facts, Spot user data stream): executions of orders,
 * balances changed by requests or the market, and transfers.
 */

import type { User } from '../ledger/accounts.ts';
import { amountText } from '../ledger/amounts.ts';
import type { UserEvents } from '../ledger/user-events.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { executionReport, listStatusEvent, type OrderExecution } from './execution-reports.ts';
import type { OrderList, SpotOrder } from './orders.ts';

/** Sends events of orders and balances. Executions are numbered even without a subscriber. */
export class SpotUserEvents {
  readonly #userEvents: UserEvents;
  /** The balances that have changed since they were last reported; empty between two requests. */
  readonly #changedBalances = new Map<User, Set<string>>();
  #executions = 0;

  constructor(userEvents: UserEvents) {
    this.#userEvents = userEvents;
  }

  /** Reports an execution to the user and returns its number. Executions are numbered from 1. */
  emitExecution(order: SpotOrder, execution: OrderExecution, time: number): number {
    this.#executions += 1;
    const id = this.#executions;
    if (this.#userEvents.hasListeners) {
      const { user } = order;
      this.#userEvents.emit({
        scope: 'spot',
        user,
        time,
        payload: () => executionReport(order, execution, id, time),
      });
    }
    return id;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#executions = checkpointer.value(this.#executions);
  }

  /** Reports the status of an order list to the user. */
  emitListStatus(list: OrderList, time: number): void {
    if (!this.#userEvents.hasListeners) return;
    this.#userEvents.emit({
      scope: 'spot',
      user: list.user,
      time,
      payload: () => listStatusEvent(list, time),
    });
  }

  /** Marks a balance as changed, so that `emitBalances` reports it. */
  markBalance(user: User, asset: string): void {
    if (!this.#userEvents.hasListeners) return;
    const changed = this.#changedBalances.get(user);
    if (changed === undefined) this.#changedBalances.set(user, new Set([asset]));
    else changed.add(asset);
  }

  /** Reports to every user the balances that changed since the previous call. */
  emitBalances(time: number): void {
    if (this.#changedBalances.size === 0) return;
    for (const [user, assets] of this.#changedBalances) {
      this.#userEvents.emit({
        scope: 'spot',
        user,
        time,
        payload: () => accountPosition(user, assets, time),
      });
    }
    this.#changedBalances.clear();
  }
}

/**
 * Reports a change of the spot wallet other than by trading, and the new balance. The amount is signed and in
 * 10^-8 of the asset.
 */
export function emitBalanceUpdate(
  userEvents: UserEvents,
  user: User,
  { asset, amount, time }: { readonly asset: string; readonly amount: bigint; readonly time: number },
): void {
  const payload = () =>
    `{"e":"balanceUpdate","E":${time},"a":"${asset}","d":"${amountText(amount)}","T":${time}}`;
  userEvents.emit({ scope: 'spot', user, time, payload });
  userEvents.emit({
    scope: 'spot',
    user,
    time,
    payload: () => accountPosition(user, new Set([asset]), time),
  });
}

function accountPosition({ account, updateTime }: User, assets: ReadonlySet<string>, time: number): string {
  const balances = [...assets].map((asset) => {
    const { free, locked } = account.balances.get(asset) ?? { free: 0n, locked: 0n };
    return `{"a":"${asset}","f":"${amountText(free)}","l":"${amountText(locked)}"}`;
  });
  return `{"e":"outboundAccountPosition","E":${time},"u":${updateTime},"B":[${balances.join(',')}]}`;
}
