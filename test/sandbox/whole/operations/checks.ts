/**
 * Invariants of balances: no money appears or vanishes, no account is overdrawn, and locked amounts equal
 * what open orders and positions require. After each operation only the changed accounts are checked; all
 * accounts at intervals.
 */
import type { User } from '../../../../src/sandbox/engine/ledger/accounts.ts';
import type { AssetBalance, LedgerAccount } from '../../../../src/sandbox/engine/ledger/postings.ts';
import { OPTIONS } from '../../../../src/sandbox/engine/options/engine.ts';
import type { SandboxExchange } from '../../../../src/sandbox/exchange/create-exchange.ts';
import { engineOf } from '../../../../src/sandbox/handlers/futures/engines.ts';
import type { OpenOrder, OpenOrders } from './open-orders.ts';

const UNIT = 100_000_000n;

/** The user and scope whose orders lock the balances of an account. */
interface AccountOwner {
  readonly user: User;
  readonly scope: string;
}

export class BalanceChecks {
  readonly #exchange: SandboxExchange;
  readonly #orders: OpenOrders;
  readonly #changed = new Map<LedgerAccount, Set<string>>();
  /** The balances after the previous operation. */
  readonly #previous = new Map<LedgerAccount, Map<string, AssetBalance>>();
  readonly #owners = new Map<LedgerAccount, AccountOwner>();

  constructor(exchange: SandboxExchange, orders: OpenOrders) {
    this.#exchange = exchange;
    this.#orders = orders;
    this.#watchLedger();
    this.#recordBalances();
  }

  /**
   * Returns the first violated invariant of the accounts that an operation changed. `isFutures` adds the
   * margin check, which requires a futures operation without idle time.
   */
  fault(isFutures = false): string | undefined {
    const sums = new Map<string, bigint>();
    for (const [account, assets] of this.#changed) {
      for (const asset of assets) {
        const { free, locked } = account.balances.get(asset)!;
        const before = this.#previousOf(account, asset);
        sums.set(asset, (sums.get(asset) ?? 0n) + free + locked - before.free - before.locked);
        before.free = free;
        before.locked = locked;
        if (locked < 0n || (free < 0n && !account.mayGoNegative))
          return `${account.name} has ${free} ${locked} ${asset}`;
      }
    }
    for (const [asset, sum] of sums) if (sum !== 0n) return `${asset} changed by ${sum} in all`;
    const changed = [...this.#changed];
    this.#changed.clear();
    return firstFault(changed, ([account, assets]) => {
      return this.#lockFault(account) ?? (isFutures ? this.#marginFault(account, assets) : undefined);
    });
  }

  /** Returns the first violated invariant of any account. */
  findFault(): string | undefined {
    const { ledger } = this.#exchange.accounts;
    for (const [asset, sum] of ledger.totals()) if (sum !== 0n) return `${asset} sums to ${sum}`;
    return firstFault(ledger.accounts, (account) => {
      for (const [asset, { free, locked }] of account.balances) {
        const previous = this.#previousOf(account, asset);
        if (previous.free !== free || previous.locked !== locked)
          return `${account.name} ${asset} changed unseen`;
      }
      return this.#lockFault(account);
    });
  }

  /** Records every account that the ledger changes. */
  #watchLedger(): void {
    const { ledger } = this.#exchange.accounts;
    const markChanged = (account: LedgerAccount, asset: string) => {
      const assets = this.#changed.get(account);
      if (assets === undefined) this.#changed.set(account, new Set([asset]));
      else assets.add(asset);
    };
    const { transfer: pay, lock, unlock } = ledger;
    ledger.transfer = (asset, amount, from, to) => {
      pay.call(ledger, asset, amount, from, to);
      markChanged(from, asset);
      markChanged(to, asset);
    };
    ledger.lock = (asset, amount, account) => {
      lock.call(ledger, asset, amount, account);
      markChanged(account, asset);
    };
    ledger.unlock = (asset, amount, account) => {
      unlock.call(ledger, asset, amount, account);
      markChanged(account, asset);
    };
  }

  #recordBalances(): void {
    for (const account of this.#exchange.accounts.ledger.accounts) {
      for (const [asset, { free, locked }] of account.balances) {
        Object.assign(this.#previousOf(account, asset), { free, locked });
      }
    }
  }

  #previousOf(account: LedgerAccount, asset: string): AssetBalance {
    let assets = this.#previous.get(account);
    if (assets === undefined) {
      assets = new Map();
      this.#previous.set(account, assets);
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
    // Locked futures balances are the margin at the last change; prices have moved since.
    if (scope === 'usdm' || scope === 'coinm') return undefined;
    const required =
      scope === 'options'
        ? this.#optionRequirements(user)
        : spotRequirements(this.#orders.ordersOf(user.name, scope));
    return firstFault([...account.balances], ([asset, { locked }]) => {
      const requiredAmount = required.get(asset) ?? 0n;
      return locked === requiredAmount
        ? undefined
        : `${account.name} locks ${locked} ${asset}, its orders need ${requiredAmount}`;
    });
  }

  /** Locked futures balances must equal the margin of positions and orders at the last change. */
  #marginFault(account: LedgerAccount, assets: ReadonlySet<string>): string | undefined {
    const { user, scope } = this.#ownerOf(account) ?? {};
    if (user === undefined || (scope !== 'usdm' && scope !== 'coinm')) return undefined;
    const exchange = this.#exchange;
    const { accounts: futuresAccounts } = engineOf({ exchange, endpoint: { product: scope } } as never);
    return firstFault([...assets], (asset) => {
      const { free, locked } = account.balances.get(asset)!;
      const { wallet, available } = futuresAccounts.marginsOf(user, asset, exchange.clock.now());
      const requiredAmount = wallet - available;
      const total = free + locked;
      const held = requiredAmount < 0n ? 0n : requiredAmount < total ? requiredAmount : total;
      return locked === held ? undefined : `${account.name} locks ${locked} ${asset}, its margin is ${held}`;
    });
  }

  #optionRequirements(user: User): ReadonlyMap<string, bigint> {
    let requiredAmount = 0n;
    for (const { book, positions } of this.#exchange.engines.get(OPTIONS).activeInstruments) {
      requiredAmount += positions.get(user.id)?.margin ?? 0n;
      for (const order of book.allOrders()) if (order.user === user) requiredAmount += order.reserved;
    }
    return new Map([['USDT', requiredAmount]]);
  }

  #ownerOf(account: LedgerAccount): AccountOwner | undefined {
    const previous = this.#owners.get(account);
    if (previous !== undefined) return previous;
    for (const user of this.#exchange.accounts.users) {
      if (user.account === account) this.#owners.set(account, { user, scope: 'spot' });
      for (const [wallet, item] of user.wallets) {
        if (item === account) this.#owners.set(account, { user, scope: scopeOf(wallet) });
      }
    }
    return this.#owners.get(account);
  }
}

/**
 * Returns the amounts that open orders lock: quote asset for buys, base asset for sells, the larger order for
 * a list.
 */
function spotRequirements(orders: readonly OpenOrder[]): ReadonlyMap<string, bigint> {
  const groups = new Map<string, { readonly asset: string; readonly requiredAmount: bigint }>();
  for (const order of orders) {
    const { symbol, orderId, isBuy, list, quantity, executed, price, stopPrice } = order;
    const remaining = quantity - executed;
    const [base, quote] = assetsOf(symbol);
    const requiredAmount = isBuy ? (remaining * (price === 0n ? stopPrice : price)) / UNIT : remaining;
    const key = list < 0 ? `${symbol} ${orderId}` : `list ${list}`;
    const previous = groups.get(key)?.requiredAmount ?? 0n;
    groups.set(key, {
      asset: isBuy ? quote : base,
      requiredAmount: requiredAmount > previous ? requiredAmount : previous,
    });
  }
  const required = new Map<string, bigint>();
  for (const { asset, requiredAmount } of groups.values())
    required.set(asset, (required.get(asset) ?? 0n) + requiredAmount);
  return required;
}

function assetsOf(symbol: string): readonly [base: string, quote: string] {
  const quote = ['USDT', 'BTC'].find((item) => symbol.endsWith(item))!;
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

function firstFault<T>(all: readonly T[], fault: (item: T) => string | undefined): string | undefined {
  for (const item of all) {
    const found = fault(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
