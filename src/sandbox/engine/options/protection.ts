/**
 * Market maker protection: where a user's marked orders on an underlying are filled too much within a window, the
 * rest of them is cancelled and new ones are refused for a while (interface document, Options; public facts, Options).
 */

import { blend } from '../market/noise.ts';
import type { Checkpointer } from '../state/checkpointer.ts';

export interface ProtectionSettings {
  readonly windowMs: number;
  /** 0 freezes until it is set again. */
  readonly frozenMs: number;
  /** In 10^-8 of the underlying. */
  readonly quantityLimit: bigint;
  readonly deltaLimit: bigint;
}

/** Trades of the window that are remembered at most; more than that in 5 seconds has long triggered it. */
const WINDOW_TRADES_MAX = 10_000;

/** Those of a protection that an image is about to fill. */
const EMPTY_SETTINGS: ProtectionSettings = { windowMs: 0, frozenMs: 0, quantityLimit: 0n, deltaLimit: 0n };

/** One user's protection on one underlying. */
export class MarketMakerProtection {
  #settings: ProtectionSettings;
  /** 0 where it was never triggered. */
  lastTriggered = 0;
  #frozenUntil = 0;
  #trades: { readonly time: number; readonly quantity: bigint; readonly delta: bigint }[] = [];

  constructor(settings: ProtectionSettings = EMPTY_SETTINGS) {
    this.#settings = settings;
  }

  get settings(): ProtectionSettings {
    return this.#settings;
  }

  checkpoint(checkpointer: Checkpointer): void {
    this.#settings = checkpointer.value(this.#settings);
    this.lastTriggered = checkpointer.value(this.lastTriggered);
    this.#frozenUntil = checkpointer.value(this.#frozenUntil);
    this.#trades = checkpointer.value(this.#trades);
  }

  isFrozen(now: number): boolean {
    return now < this.#frozenUntil;
  }

  /** Notes a trade and returns whether it triggers the protection: the sums of the window exceed a limit. */
  recordTrade(trade: { readonly time: number; readonly quantity: bigint; readonly delta: bigint }): boolean {
    const { windowMs, frozenMs, quantityLimit, deltaLimit } = this.settings;
    this.#trades = [...this.#trades.filter(({ time }) => time > trade.time - windowMs), trade].slice(
      -WINDOW_TRADES_MAX,
    );
    const quantity = this.#trades.reduce((sum, one) => sum + one.quantity, 0n);
    const delta = this.#trades.reduce((sum, one) => sum + one.delta, 0n);
    if (quantity <= quantityLimit && delta <= deltaLimit && -delta <= deltaLimit) return false;
    this.lastTriggered = trade.time;
    this.#frozenUntil = frozenMs === 0 ? Number.POSITIVE_INFINITY : trade.time + frozenMs;
    this.#trades = [];
    return true;
  }
}

/** Returns the number that the exchange gives an underlying; it says nothing. */
export function underlyingId(key: number): number {
  return (blend(key, 0x1d) >>> 0) % 1_000_000;
}
