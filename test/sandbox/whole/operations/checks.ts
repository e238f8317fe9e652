/**
 * What must hold after every operation: money adds up, nobody is overdrawn, and what is locked is what open orders and
 * positions need. Only what an operation touched is looked at after each; everything now and then.
 */
import type { User } from '../../../../src/sandbox/engine/ledger/accounts.ts';
import type { AssetBalance, LedgerAccount } from '../../../../src/sandbox/engine/ledger/postings.ts';
import { OPTIONS } from '../../../../src/sandbox/engine/options/engine.ts';
import type { SandboxExchange } from '../../../../src/sandbox/exchange/create-exchange.ts';
import { engineOf } from '../../../../src/sandbox/handlers/futures/engines.ts';
import type { OpenOrder, OpenOrders } from './open-orders.ts';

const UNIT = 100_000_000n;

/** A spot or margin account: whose orders lock its money. */
interface Owner {
  readonly user: User;
  readonly scope: string;
}

export class Checks {
  readonly #exchange: SandboxExchange;
  readonly #orders: OpenOrders;
  readonly #touched = new Map<LedgerAccount, Set<string>>();
  /** Holdings as they were after the last operation. */
  readonly #known = new Map<LedgerAccount, Map<string, AssetBalance>>();
  readonly #owners = new Map<LedgerAccount, Owner>();

  constructor(exchange: SandboxExchange, orders: OpenOrders) {
    this.#exchange = exchange;
    this.#orders = orders;
    this.#watch();
    this.#remember();
  }

  /**
   * Returns the first thing that is wrong with what an operation touched; `areFutures` where it was one of futures and no
   * time passed with it.
   */
  fault(areFutures = false): string | undefined {
    const sums = new Map<string, bigint>();
    for (const [account, assets] of this.#touched) {
      for (const asset of assets) {
        const { free, locked } = account.balances.get(asset)!;
        const before = this.#knownOf(account, asset);
        sums.set(asset, (sums.get(asset) ?? 0n) + free + locked - before.free - before.locked);
        before.free = free;
        before.locked = locked;
        if (locked < 0n || (free < 0n && !account.mayGoNegative))
          return `${account.name} has ${free} ${locked} ${asset}`;
      }
    }
    for (const [asset, sum] of sums) if (sum !== 0n) return `${asset} changed by ${sum} in all`;
    const touched = [...this.#touched];
    this.#touched.clear();
    return firstOf(touched, ([account, assets]) => {
      return this.#lockFault(account) ?? (areFutures ? this.#marginFault(account, assets) : undefined);
    });
  }

  /** Returns the first thing that is wrong anywhere. */
  wholeFault(): string | undefined {
    const { ledger } = this.#exchange.accounts;
    for (const [asset, sum] of ledger.totals()) if (sum !== 0n) return `${asset} sums to ${sum}`;
    return firstOf(ledger.accounts, (account) => {
      for (const [asset, { free, locked }] of account.balances) {
        const known = this.#knownOf(account, asset);
        if (known.free !== free || known.locked !== locked) return `${account.name} ${asset} changed unseen`;
      }
      return this.#lockFault(account);
    });
  }

  /** Hears of every movement of money. */
  #watch(): void {
    const { ledger } = this.#exchange.accounts;
    const touch = (account: LedgerAccount, asset: string) => {
      const assets = this.#touched.get(account);
      if (assets === undefined) this.#touched.set(account, new Set([asset]));
      else assets.add(asset);
    };
    const { transfer: pay, lock, unlock } = ledger;
    ledger.transfer = (asset, amount, from, to) => {
      pay.call(ledger, asset, amount, from, to);
      touch(from, asset);
      touch(to, asset);
    };
    ledger.lock = (asset, amount, account) => {
      lock.call(ledger, asset, amount, account);
      touch(account, asset);
    };
    ledger.unlock = (asset, amount, account) => {
      unlock.call(ledger, asset, amount, account);
      touch(account, asset);
    };
  }

  #remember(): void {
    for (const account of this.#exchange.accounts.ledger.accounts) {
      for (const [asset, { free, locked }] of account.balances) {
        Object.assign(this.#knownOf(account, asset), { free, locked });
      }
    }
  }

  #knownOf(account: LedgerAccount, asset: string): AssetBalance {
    let assets = this.#known.get(account);
    if (assets === undefined) {
      assets = new Map();
      this.#known.set(account, assets);
    }
    let holding = assets.get(asset);
    if (holding === undefined) {
      holding = { free: 0n, locked: 0n };
      assets.set(asset, holding);
    }
    return holding;
  }

  #lockFault(account: LedgerAccount): string | undefined {
    if (!account.name.startsWith('user ')) {
      const held = [...account.balances].find(([, { locked }]) => locked !== 0n);
      return held === undefined ? undefined : `${account.name} locks ${held[0]}`;
    }
    const owner = this.#ownerOf(account);
    if (owner === undefined) return undefined;
    const { user, scope } = owner;
    // What futures hold back is their margin as of the last change, and prices move since.
    if (scope === 'usdm' || scope === 'coinm') return undefined;
    const needs =
      scope === 'options' ? this.#optionNeeds(user) : spotNeeds(this.#orders.of(user.name, scope));
    return firstOf([...account.balances], ([asset, { locked }]) => {
      const need = needs.get(asset) ?? 0n;
      return locked === need
        ? undefined
        : `${account.name} locks ${locked} ${asset}, its orders need ${need}`;
    });
  }

  /** What futures hold back is the margin of positions and orders at the moment of the last change. */
  #marginFault(account: LedgerAccount, assets: ReadonlySet<string>): string | undefined {
    const { user, scope } = this.#ownerOf(account) ?? {};
    if (user === undefined || (scope !== 'usdm' && scope !== 'coinm')) return undefined;
    const exchange = this.#exchange;
    const { accounts: books } = engineOf({ exchange, endpoint: { product: scope } } as never);
    return firstOf([...assets], (asset) => {
      const { free, locked } = account.balances.get(asset)!;
      const { wallet, available } = books.marginsOf(user, asset, exchange.clock.now());
      const need = wallet - available;
      const most = free + locked;
      const held = need < 0n ? 0n : need < most ? need : most;
      return locked === held ? undefined : `${account.name} locks ${locked} ${asset}, its margin is ${held}`;
    });
  }

  #optionNeeds(user: User): ReadonlyMap<string, bigint> {
    let need = 0n;
    for (const { book, positions } of this.#exchange.engines.get(OPTIONS).activeInstruments) {
      need += positions.get(user.id)?.margin ?? 0n;
      for (const order of book.allOrders()) if (order.user === user) need += order.reserved;
    }
    return new Map([['USDT', need]]);
  }

  #ownerOf(account: LedgerAccount): Owner | undefined {
    const known = this.#owners.get(account);
    if (known !== undefined) return known;
    for (const user of this.#exchange.accounts.users) {
      if (user.account === account) this.#owners.set(account, { user, scope: 'spot' });
      for (const [wallet, one] of user.wallets) {
        if (one === account) this.#owners.set(account, { user, scope: scopeOf(wallet) });
      }
    }
    return this.#owners.get(account);
  }
}

/** Returns what orders lock: to buy, the quote asset at their price; to sell, the base asset; a list locks for the larger. */
function spotNeeds(orders: readonly OpenOrder[]): ReadonlyMap<string, bigint> {
  const groups = new Map<string, { readonly asset: string; readonly need: bigint }>();
  for (const order of orders) {
    const { symbol, orderId, isBuy, list, quantity, executed, price, stopPrice } = order;
    const left = quantity - executed;
    const [base, quote] = assetsOf(symbol);
    const need = isBuy ? (left * (price === 0n ? stopPrice : price)) / UNIT : left;
    const key = list < 0 ? `${symbol} ${orderId}` : `list ${list}`;
    const known = groups.get(key)?.need ?? 0n;
    groups.set(key, { asset: isBuy ? quote : base, need: need > known ? need : known });
  }
  const needs = new Map<string, bigint>();
  for (const { asset, need } of groups.values()) needs.set(asset, (needs.get(asset) ?? 0n) + need);
  return needs;
}

function assetsOf(symbol: string): readonly [base: string, quote: string] {
  const quote = ['USDT', 'BTC'].find((one) => symbol.endsWith(one))!;
  return [symbol.slice(0, -quote.length), quote];
}

function scopeOf(wallet: string): string {
  const scopes: Readonly<Record<string, string>> = {
    UMFUTURE: 'usdm',
    CMFUTURE: 'coinm',
    OPTION: 'options',
    MARGIN: 'margin',
  };
  return scopes[wallet] ?? wallet.replace('ISOLATED', 'margin');
}

function firstOf<T>(all: readonly T[], fault: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const found = fault(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
