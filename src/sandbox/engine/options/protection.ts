/**
 * Market maker protection (MMP): if fills of a user's MMP orders on an underlying exceed a limit within a
 * time window, the remaining MMP orders are cancelled and new ones are rejected for a time (interface
 * document and public facts, Options).
 */

import { blend } from '../market/noise.ts';
import type { Checkpointer } from '../state/checkpointer.ts';

export interface ProtectionSettings {
  readonly windowMs: number;
  /** How long a triggered protection lasts, in ms; 0 means until the protection is set again. */
  readonly frozenMs: number;
  /** The limit of the traded quantity, in 10^-8 of the underlying. */
  readonly quantityLimit: bigint;
  readonly deltaLimit: bigint;
}

/**
 * The largest number of trades stored per window; more trades than this have triggered the protection long
 * before.
 */
const WINDOW_TRADES_MAX = 10_000;

/** The settings that a protection has until they are restored from a checkpoint. */
const EMPTY_SETTINGS: ProtectionSettings = { windowMs: 0, frozenMs: 0, quantityLimit: 0n, deltaLimit: 0n };

/** One user's market maker protection on one underlying. */
export class MarketMakerProtection {
  #settings: ProtectionSettings;
  /** When the protection was last triggered, in ms; 0 if never. */
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

  /** Ends a freeze, and forgets the trades of the window. */
  reset(): void {
    this.#frozenUntil = 0;
    this.#trades = [];
  }

  isFrozen(now: number): boolean {
    return now < this.#frozenUntil;
  }

  /**
   * Records a trade and returns whether the sums of the time window now exceed a limit, which triggers the
   * protection.
   */
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

/** Returns the numeric id of an underlying, an arbitrary number. */
export function underlyingId(key: number): number {
  return (blend(key, 0x1d) >>> 0) % 1_000_000;
}
