/**
 * Money and positions of options. Premiums go from buyer to seller; whoever trades with the procedural market trades
 * with the market's account, which also pays and receives what exercise is worth: over all accounts nothing is lost.
 */
import type { Accounts, User } from '../ledger/accounts.ts';
import { type Account, freeOf } from '../ledger/postings.ts';
import { QUOTE } from './contracts.ts';
import type { OptionDesk } from './instrument.ts';
import { feeOf, initialMargin } from './margin.ts';
import { type OptionFill, type OptionOrder, type Position, premiumOf } from './orders.ts';
import type { Quotes } from './quotes.ts';

/** One match; a side without an order is the procedural market's. */
export interface OptionMatch {
  readonly taker: OptionOrder | undefined;
  readonly maker: OptionOrder | undefined;
  readonly price: number;
  readonly lots: number;
  readonly time: number;
}

export class Clearing {
  readonly #accounts: Accounts;
  readonly #quotes: Quotes;

  constructor(accounts: Accounts, quotes: Quotes) {
    this.#accounts = accounts;
    this.#quotes = quotes;
  }

  walletOf(user: User): Account {
    return this.#accounts.walletOf(user, 'OPTION');
  }

  /** Returns what a user can spend. */
  freeOf(user: User): bigint {
    return freeOf(this.walletOf(user), QUOTE);
  }

  /** Sets money aside for an order. */
  hold(order: OptionOrder, amount: bigint): void {
    this.#accounts.ledger.lock(QUOTE, amount, this.walletOf(order.user));
    order.held += amount;
  }

  /** Frees what is set aside for so many of an order's lots that are left. */
  release(order: OptionOrder, lots: number): void {
    const share = order.left === 0 ? order.held : (order.held * BigInt(lots)) / BigInt(order.left);
    this.#accounts.ledger.unlock(QUOTE, share, this.walletOf(order.user));
    order.held -= share;
  }

  /** Carries a match out and returns the sides that are users', the maker's first. */
  execute(desk: OptionDesk, match: OptionMatch): readonly OptionFill[] {
    const { taker, maker, price, lots } = match;
    const { market, ledger } = this.#accounts;
    const orders = [maker, taker].filter((order) => order !== undefined);
    for (const order of orders) this.release(order, lots);
    const accountOf = (order: OptionOrder | undefined) =>
      order === undefined ? market : this.walletOf(order.user);
    const takerBuys = taker?.isBuy ?? !maker!.isBuy;
    const [buyer, seller] = takerBuys ? [taker, maker] : [maker, taker];
    ledger.pay(QUOTE, premiumOf(desk.contract, price, lots), accountOf(buyer), accountOf(seller));
    const isBuyerMaker = !takerBuys;
    const id = desk.tape.print({ price, lots, time: match.time, isBuyerMaker, taker });
    return orders.map((order) => this.#fill(desk, match, order, id));
  }

  /** Moves money between a user and the market, as exercise does; what the user lacks the insurance account pays. */
  settle(user: User, amount: bigint, time: number): void {
    const { ledger, market } = this.#accounts;
    if (amount >= 0n) ledger.pay(QUOTE, amount, market, this.walletOf(user));
    else this.#payFrom(user, -amount, market);
    user.updateTime = time;
  }

  /** Takes a fee for closing a position by force, as far as the user has it. */
  takeInsuranceFee(user: User, fee: bigint): void {
    const free = this.freeOf(user);
    const insurance = this.#accounts.house('options insurance');
    this.#accounts.ledger.pay(QUOTE, fee < free ? fee : free, this.walletOf(user), insurance);
  }

  /** Gives a user what they lack to pay a debt that was forced on them. */
  cover(user: User, needed: bigint): void {
    const missing = needed - this.freeOf(user);
    const insurance = this.#accounts.house('options insurance');
    if (missing > 0n) this.#accounts.ledger.pay(QUOTE, missing, insurance, this.walletOf(user));
  }

  /** Raises the margin of a short position to `target` as far as money is free; returns whether it was enough. */
  raiseMargin(user: User, position: Position, target: bigint): boolean {
    const missing = target - position.margin;
    if (missing <= 0n) return true;
    const free = this.freeOf(user);
    const added = missing < free ? missing : free;
    this.#accounts.ledger.lock(QUOTE, added, this.walletOf(user));
    position.margin += added;
    return added === missing;
  }

  /** Frees margin of a position down to `target`. */
  lowerMargin(user: User, position: Position, target: bigint): void {
    this.#accounts.ledger.unlock(QUOTE, position.margin - target, this.walletOf(user));
    position.margin = target;
  }

  #payFrom(user: User, amount: bigint, to: Account): void {
    this.cover(user, amount);
    this.#accounts.ledger.pay(QUOTE, amount, this.walletOf(user), to);
  }

  #fill(desk: OptionDesk, match: OptionMatch, order: OptionOrder, id: number): OptionFill {
    const { price, lots, time, maker } = match;
    const { contract } = desk;
    const value = premiumOf(contract, price, lots);
    const asked = feeOf(contract, this.#quotes.index(contract.underlying, time), price, lots);
    const free = this.freeOf(order.user);
    const fee = asked < free ? asked : free;
    this.#accounts.ledger.pay(QUOTE, fee, this.walletOf(order.user), this.#accounts.fees);
    const realized = this.#move(desk, order, lots, value, time);
    order.executed += lots;
    order.left -= lots;
    order.value += value;
    order.fee += fee;
    order.status = order.left === 0 ? 'FILLED' : 'PARTIALLY_FILLED';
    order.updateTime = time;
    order.user.updateTime = time;
    return { id, order, price, lots, value, fee, realized, time, isMaker: order === maker };
  }

  /** Moves a position by a trade and returns the profit of what it closed. */
  #move(desk: OptionDesk, { user, isBuy }: OptionOrder, lots: number, value: bigint, time: number): bigint {
    const { contract, positions } = desk;
    const position: Position = positions.get(user.id) ?? { user, contract, lots: 0, cost: 0n, margin: 0n };
    positions.set(user.id, position);
    const held = Math.abs(position.lots);
    const closing = position.lots > 0 !== isBuy && position.lots !== 0 ? Math.min(held, lots) : 0;
    let realized = 0n;
    if (closing > 0) {
      const cost = (position.cost * BigInt(closing)) / BigInt(held);
      const paid = (value * BigInt(closing)) / BigInt(lots);
      realized = position.lots > 0 ? paid - cost : cost - paid;
      const left = BigInt(held - closing);
      if (position.lots < 0) this.lowerMargin(user, position, (position.margin * left) / BigInt(held));
      position.cost -= cost;
      position.lots += position.lots > 0 ? -closing : closing;
    }
    const opening = lots - closing;
    if (opening > 0) {
      position.cost += (value * BigInt(opening)) / BigInt(lots);
      position.lots += isBuy ? opening : -opening;
      if (!isBuy) {
        const needed = initialMargin(contract, this.#quotes.quote(contract, time), opening);
        this.raiseMargin(user, position, position.margin + needed);
      }
    }
    if (position.lots === 0) positions.delete(user.id);
    return realized;
  }
}
