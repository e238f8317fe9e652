/**
 * What users of the spot exchange are told as it happens (public facts, Spot user data stream): each execution of
 * an order, the balances that a command or the market touched, and money that came or went otherwise.
 */

import type { User } from '../ledger/accounts.ts';
import { amountText } from '../ledger/amounts.ts';
import type { UserEvents } from '../ledger/user-events.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import { executionReport, listStatusEvent, type OrderExecution } from './execution-reports.ts';
import type { OrderList, SpotOrder } from './orders.ts';

/** Tells of orders and balances. Executions are numbered whether anybody listens or not. */
export class SpotUserEvents {
  readonly #userEvents: UserEvents;
  /** Empty between two commands. */
  readonly #changedBalances = new Map<User, Set<string>>();
  #executions = 0;

  constructor(userEvents: UserEvents) {
    this.#userEvents = userEvents;
  }

  /** Tells what happened to an order and returns the number of the execution; they ascend from 1. */
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

  /** Tells how a list stands. */
  emitListStatus(list: OrderList, time: number): void {
    if (!this.#userEvents.hasListeners) return;
    this.#userEvents.emit({
      scope: 'spot',
      user: list.user,
      time,
      payload: () => listStatusEvent(list, time),
    });
  }

  /** Notes that a balance changed; `tellBalances` tells of it. */
  markBalance(user: User, asset: string): void {
    if (!this.#userEvents.hasListeners) return;
    const changed = this.#changedBalances.get(user);
    if (changed === undefined) this.#changedBalances.set(user, new Set([asset]));
    else changed.add(asset);
  }

  /** Tells every user what the balances are that were touched since the last time. */
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
 * Tells of money that came into the spot wallet or left it other than by trading, and what the balance is now. The amount
 * is in 10^-8 of the asset and signed.
 */
export function emitBalanceUpdate(
  userEvents: UserEvents,
  user: User,
  { asset, amount, time }: { readonly asset: string; readonly amount: bigint; readonly time: number },
): void {
  const payload = () =>
    `{"e":"balanceUpdate","E":${time},"a":"${asset}","d":"${amountText(amount)}","T":${time}}`;
  userEvents.emit({ scope: 'spot', user, time, payload: payload });
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
