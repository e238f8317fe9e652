/**
 * What users hold of contracts and how they have set them. In one-way mode a user has one position in a contract, BOTH;
 * in hedge mode a LONG and a SHORT one, which share leverage and margin type (public facts, Futures mechanics).
 */

import type { User } from '../ledger/accounts.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { Contract } from './contracts.ts';
import { LEVERAGE_DEFAULT } from './margin-rules.ts';
import type { ContractSettings, Position, PositionSide } from './orders.ts';

const ONE_WAY: readonly PositionSide[] = ['BOTH'];
const HEDGED: readonly PositionSide[] = ['LONG', 'SHORT'];

const SETTINGS_USUAL: ContractSettings = { leverage: LEVERAGE_DEFAULT, isIsolated: false };

export class Positions implements Iterable<Position> {
  readonly #positions = new Map<string, Position>();
  readonly #settings = new Map<string, ContractSettings>();
  /** Ids of the users in hedge mode. */
  readonly #hedged = new Set<number>();

  /** Returns every position, also those that hold nothing, the first that was opened first. */
  [Symbol.iterator](): Iterator<Position> {
    return this.#positions.values();
  }

  isHedged({ id }: User): boolean {
    return this.#hedged.has(id);
  }

  setHedged({ id }: User, isHedged: boolean): void {
    if (isHedged) this.#hedged.add(id);
    else this.#hedged.delete(id);
  }

  /** Returns a user's position on a side of a contract, with the usual settings where there was none. */
  of(user: User, contract: Contract, side: PositionSide): Position {
    const key = `${keyOf(user, contract)} ${side}`;
    let position = this.#positions.get(key);
    if (position === undefined) {
      position = { ...EMPTY, user, contract, side, settings: this.settingsOf(user, contract) };
      this.#positions.set(key, position);
    }
    return position;
  }

  /** Returns a position without making one: reading leaves no trace. */
  seen(user: User, contract: Contract, side: PositionSide): Position {
    const key = keyOf(user, contract);
    const settings = this.#settings.get(key) ?? SETTINGS_USUAL;
    return this.#positions.get(`${key} ${side}`) ?? { ...EMPTY, user, contract, side, settings };
  }

  /** Returns a user's positions in a contract as the mode has them: one, or a long and a short one. */
  inContract(user: User, contract: Contract): readonly Position[] {
    return (this.isHedged(user) ? HEDGED : ONE_WAY).map((side) => this.seen(user, contract, side));
  }

  /** Returns what a user has set for a contract, to be changed. */
  settingsOf(user: User, contract: Contract): ContractSettings {
    const key = keyOf(user, contract);
    let settings = this.#settings.get(key);
    if (settings === undefined) {
      settings = { ...SETTINGS_USUAL };
      this.#settings.set(key, settings);
    }
    return settings;
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#positions);
    checkpointer.value(this.#settings);
    checkpointer.value(this.#hedged);
  }

  /** Returns the positions of a user that hold something, of one settle asset or of all. */
  held(user: User, asset?: string): readonly Position[] {
    return [...this.#positions.values()].filter(
      (one) =>
        one.user === user && one.lots !== 0 && (asset === undefined || one.contract.settleAsset === asset),
    );
  }
}

const EMPTY = { lots: 0, cost: 0n, margin: 0n, realized: 0n, updateTime: 0 } as const;

function keyOf(user: User, contract: Contract): string {
  return `${user.id} ${contract.name}`;
}
