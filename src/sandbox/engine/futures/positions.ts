/**
 * Positions and contract settings of users. In one-way mode a user has one position per contract (BOTH), in
 * hedge mode a LONG and a SHORT position, which share leverage and margin mode (public facts, Futures
 * mechanics).
 */

import type { User } from '../ledger/accounts.ts';
import type { Checkpointer } from '../state/checkpointer.ts';
import type { Contract } from './contracts.ts';
import { DEFAULT_LEVERAGE } from './margin-rules.ts';
import type { ContractSettings, FuturesPosition, PositionSide } from './orders.ts';

const ONE_WAY_SIDES: readonly PositionSide[] = ['BOTH'];
const HEDGE_SIDES: readonly PositionSide[] = ['LONG', 'SHORT'];

const DEFAULT_SETTINGS: ContractSettings = { leverage: DEFAULT_LEVERAGE, isIsolated: false };

export class Positions implements Iterable<FuturesPosition> {
  readonly #positions = new Map<string, FuturesPosition>();
  readonly #settings = new Map<string, ContractSettings>();
  /** Ids of the users in hedge mode. */
  readonly #hedgeModeUsers = new Set<number>();

  /** Iterates over all positions, empty ones included, in order of creation. */
  [Symbol.iterator](): Iterator<FuturesPosition> {
    return this.#positions.values();
  }

  isHedgeMode({ id }: User): boolean {
    return this.#hedgeModeUsers.has(id);
  }

  setHedgeMode({ id }: User, isHedgeMode: boolean): void {
    if (isHedgeMode) this.#hedgeModeUsers.add(id);
    else this.#hedgeModeUsers.delete(id);
  }

  /** Returns a user's position on one side of a contract; creates it if it does not exist. */
  getOrCreate(user: User, contract: Contract, side: PositionSide): FuturesPosition {
    const key = `${contractKey(user, contract)} ${side}`;
    let position = this.#positions.get(key);
    if (position === undefined) {
      position = { ...EMPTY_POSITION, user, contract, side, settings: this.mutableSettings(user, contract) };
      this.#positions.set(key, position);
    }
    return position;
  }

  /** Returns a user's position for reading; if there is none, an empty one that is not stored. */
  get(user: User, contract: Contract, side: PositionSide): FuturesPosition {
    const key = contractKey(user, contract);
    const settings = this.#settings.get(key) ?? DEFAULT_SETTINGS;
    return this.#positions.get(`${key} ${side}`) ?? { ...EMPTY_POSITION, user, contract, side, settings };
  }

  /** Returns a user's positions in a contract: one in one-way mode, LONG and SHORT in hedge mode. */
  positionsInContract(user: User, contract: Contract): readonly FuturesPosition[] {
    return (this.isHedgeMode(user) ? HEDGE_SIDES : ONE_WAY_SIDES).map((side) =>
      this.get(user, contract, side),
    );
  }

  /** Returns a user's settings of a contract for writing; creates them if they do not exist. */
  mutableSettings(user: User, contract: Contract): ContractSettings {
    const key = contractKey(user, contract);
    let settings = this.#settings.get(key);
    if (settings === undefined) {
      settings = { ...DEFAULT_SETTINGS };
      this.#settings.set(key, settings);
    }
    return settings;
  }

  /** Returns whether any contract of a user is set to isolated margin. */
  hasIsolatedContracts({ id }: User): boolean {
    return [...this.#settings].some(([key, { isIsolated }]) => isIsolated && key.startsWith(`${id} `));
  }

  checkpoint(checkpointer: Checkpointer): void {
    checkpointer.value(this.#positions);
    checkpointer.value(this.#settings);
    checkpointer.value(this.#hedgeModeUsers);
  }

  /** Returns a user's nonempty positions, of one settle asset or of all. */
  openPositions(user: User, asset?: string): readonly FuturesPosition[] {
    return [...this.#positions.values()].filter(
      (one) =>
        one.user === user && one.lots !== 0 && (asset === undefined || one.contract.settleAsset === asset),
    );
  }
}

const EMPTY_POSITION = { lots: 0, cost: 0n, margin: 0n, realizedProfit: 0n, updateTime: 0 } as const;

function contractKey(user: User, contract: Contract): string {
  return `${user.id} ${contract.name}`;
}
