/**
 * Payments and positions of options. The buyer pays the premium to the seller. The market account is the
 * counterparty of trades with the simulated market and of exercises, so that the balances of all accounts
 * always sum to the same.
 */
import type { Accounts, User } from '../ledger/accounts.ts';
import { freeBalance, type LedgerAccount } from '../ledger/postings.ts';
import { QUOTE } from './contracts.ts';
import type { OptionInstrument } from './instrument.ts';
import { initialMargin, tradingFee } from './margin.ts';
import { type OptionFill, type OptionOrder, type OptionPosition, premiumOf } from './orders.ts';
import type { OptionQuotes } from './quotes.ts';

/** One match of option orders; if a side has no order, the simulated market is on that side. */
export interface OptionMatch {
  readonly taker: OptionOrder | undefined;
  readonly maker: OptionOrder | undefined;
  readonly price: number;
  readonly lots: number;
  readonly time: number;
}

export class Clearing {
  readonly #accounts: Accounts;
  readonly #quotes: OptionQuotes;

  constructor(accounts: Accounts, quotes: OptionQuotes) {
    this.#accounts = accounts;
    this.#quotes = quotes;
  }

  walletOf(user: User): LedgerAccount {
    return this.#accounts.walletOf(user, 'OPTION');
  }

  /** Returns the free balance of a user's options wallet. */
  freeBalance(user: User): bigint {
    return freeBalance(this.walletOf(user), QUOTE);
  }

  /** Reserves an amount for an order. */
  reserve(order: OptionOrder, amount: bigint): void {
    this.#accounts.ledger.lock(QUOTE, amount, this.walletOf(order.user));
    order.reserved += amount;
  }

  /** Releases the share of an order's reserve that belongs to `lots` of its remaining lots. */
  releaseReserve(order: OptionOrder, lots: number): void {
    const share =
      order.remaining === 0 ? order.reserved : (order.reserved * BigInt(lots)) / BigInt(order.remaining);
    this.#accounts.ledger.unlock(QUOTE, share, this.walletOf(order.user));
    order.reserved -= share;
  }

  /** Executes a match and returns the fills of the users' sides, the maker's first. */
  execute(instrument: OptionInstrument, match: OptionMatch): readonly OptionFill[] {
    const { taker, maker, price, lots } = match;
    const { market, ledger } = this.#accounts;
    const orders = [maker, taker].filter((order) => order !== undefined);
    for (const order of orders) this.releaseReserve(order, lots);
    const accountOf = (order: OptionOrder | undefined) =>
      order === undefined ? market : this.walletOf(order.user);
    const takerBuys = taker?.isBuy ?? !maker!.isBuy;
    const [buyer, seller] = takerBuys ? [taker, maker] : [maker, taker];
    ledger.transfer(QUOTE, premiumOf(instrument.contract, price, lots), accountOf(buyer), accountOf(seller));
    const isBuyerMaker = !takerBuys;
    const id = instrument.tape.record({ price, lots, time: match.time, isBuyerMaker, taker });
    return orders.map((order) => this.#createFill(instrument, match, order, id));
  }

  /**
   * Pays the payoff of an exercise to a user, or takes it from the user if it is below 0; the insurance
   * account pays what the user lacks. Returns what the insurance account paid.
   */
  creditExercise(user: User, amount: bigint, time: number): bigint {
    const { ledger, market } = this.#accounts;
    const covered = amount >= 0n ? 0n : this.coverShortfall(user, -amount);
    if (amount >= 0n) ledger.transfer(QUOTE, amount, market, this.walletOf(user));
    else ledger.transfer(QUOTE, -amount, this.walletOf(user), market);
    user.updateTime = time;
    return covered;
  }

  /** Charges a liquidation fee, at most the user's free balance; returns what was charged. */
  chargeLiquidationFee(user: User, fee: bigint): bigint {
    const free = this.freeBalance(user);
    const charged = fee < free ? fee : free;
    const insurance = this.#accounts.houseAccount('options insurance');
    this.#accounts.ledger.transfer(QUOTE, charged, this.walletOf(user), insurance);
    return charged;
  }

  /**
   * Pays from the insurance account what a user's free balance lacks for an obligatory payment; returns what
   * it paid.
   */
  coverShortfall(user: User, needed: bigint): bigint {
    const shortfall = needed - this.freeBalance(user);
    if (shortfall <= 0n) return 0n;
    const insurance = this.#accounts.houseAccount('options insurance');
    this.#accounts.ledger.transfer(QUOTE, shortfall, insurance, this.walletOf(user));
    return shortfall;
  }

  /**
   * Raises the margin of a short position towards `target` from the free balance; returns whether the free
   * balance sufficed.
   */
  raiseMargin(user: User, position: OptionPosition, target: bigint): boolean {
    const shortfall = target - position.margin;
    if (shortfall <= 0n) return true;
    const free = this.freeBalance(user);
    const added = shortfall < free ? shortfall : free;
    this.#accounts.ledger.lock(QUOTE, added, this.walletOf(user));
    position.margin += added;
    return added === shortfall;
  }

  /** Releases margin of a position down to `target`. */
  lowerMargin(user: User, position: OptionPosition, target: bigint): void {
    this.#accounts.ledger.unlock(QUOTE, position.margin - target, this.walletOf(user));
    position.margin = target;
  }

  #createFill(instrument: OptionInstrument, match: OptionMatch, order: OptionOrder, id: number): OptionFill {
    const { price, lots, time, maker } = match;
    const { contract } = instrument;
    const value = premiumOf(contract, price, lots);
    const uncappedFee = tradingFee(
      contract,
      this.#quotes.indexPriceAt(contract.underlying, time),
      price,
      lots,
    );
    const free = this.freeBalance(order.user);
    const fee = uncappedFee < free ? uncappedFee : free;
    this.#accounts.ledger.transfer(QUOTE, fee, this.walletOf(order.user), this.#accounts.fees);
    const realized = this.#updatePosition(instrument, order, lots, value, time);
    order.executed += lots;
    order.remaining -= lots;
    order.value += value;
    order.fee += fee;
    order.status = order.remaining === 0 ? 'FILLED' : 'PARTIALLY_FILLED';
    order.updateTime = time;
    order.user.updateTime = time;
    return { id, order, price, lots, value, fee, realizedProfit: realized, time, isMaker: order === maker };
  }

  /** Updates a position after a trade and returns the realized profit of the closed lots. */
  #updatePosition(
    instrument: OptionInstrument,
    { user, isBuy }: OptionOrder,
    lots: number,
    value: bigint,
    time: number,
  ): bigint {
    const { contract, positions } = instrument;
    const position: OptionPosition = positions.get(user.id) ?? {
      user,
      contract,
      lots: 0,
      cost: 0n,
      margin: 0n,
    };
    positions.set(user.id, position);
    const heldLots = Math.abs(position.lots);
    const closingLots = position.lots > 0 !== isBuy && position.lots !== 0 ? Math.min(heldLots, lots) : 0;
    let realized = 0n;
    if (closingLots > 0) {
      const cost = (position.cost * BigInt(closingLots)) / BigInt(heldLots);
      const proceeds = (value * BigInt(closingLots)) / BigInt(lots);
      realized = position.lots > 0 ? proceeds - cost : cost - proceeds;
      const remainingLots = BigInt(heldLots - closingLots);
      if (position.lots < 0)
        this.lowerMargin(user, position, (position.margin * remainingLots) / BigInt(heldLots));
      position.cost -= cost;
      position.lots += position.lots > 0 ? -closingLots : closingLots;
    }
    const openingLots = lots - closingLots;
    if (openingLots > 0) {
      position.cost += (value * BigInt(openingLots)) / BigInt(lots);
      position.lots += isBuy ? openingLots : -openingLots;
      if (!isBuy) {
        const needed = initialMargin(contract, this.#quotes.quoteAt(contract, time), openingLots);
        this.raiseMargin(user, position, position.margin + needed);
      }
    }
    if (position.lots === 0) positions.delete(user.id);
    return realized;
  }
}
