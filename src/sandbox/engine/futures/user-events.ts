/** User data events of futures (public facts, USD-M streams and user data; COIN-M). */
import type { User } from '../ledger/accounts.ts';
import type { UserEvents } from '../ledger/user-events.ts';
import type { FuturesBooks } from './accounts.ts';
import type { Contract, Line } from './contracts.ts';
import { fixedText } from './integer-math.ts';
import type { FuturesFill, FuturesOrder, Position } from './orders.ts';
import { averagePrice, worthAt } from './valuation.ts';

/** Why an account changed. */
export type Reason =
  | 'DEPOSIT'
  | 'WITHDRAW'
  | 'ORDER'
  | 'FUNDING_FEE'
  | 'INSURANCE_CLEAR'
  | 'MARGIN_TRANSFER'
  | 'MARGIN_TYPE_CHANGE';

export class FuturesTeller {
  readonly #notices: UserEvents;
  readonly #books: FuturesBooks;
  readonly #line: Line;

  constructor(notices: UserEvents, books: FuturesBooks, line: Line) {
    this.#notices = notices;
    this.#books = books;
    this.#line = line;
  }

  /** An order was placed, changed, ended or triggered. */
  order(order: FuturesOrder, execution: 'NEW' | 'CANCELED' | 'EXPIRED' | 'AMENDMENT', time: number): void {
    const status = execution === 'EXPIRED' && order.status === 'NEW' ? 'EXPIRED' : order.status;
    this.#orderUpdate(order, execution, status, undefined, time);
  }

  /** An order was filled, and its account changed. */
  fill(fill: FuturesFill, isForced: boolean): void {
    const { order, time } = fill;
    if (this.#line === 'usdm' && !isForced) this.#tell(order.user, time, () => lightFill(fill));
    this.#orderUpdate(order, isForced ? 'CALCULATED' : 'TRADE', order.status, fill, time);
    const { user, contract, positionSide } = order;
    const position = this.#books.positions.seen(user, contract, positionSide);
    this.account(user, 'ORDER', contract.settleAsset, [position], time, 0n);
  }

  /** Balance and positions changed; `change` is what neither profit nor commission explains. */
  account(
    user: User,
    reason: Reason,
    asset: string,
    positions: readonly Position[],
    time: number,
    change: bigint,
  ): void {
    this.#tell(user, time, () => {
      const { wallet, crossWallet } = this.#books.margins(user, asset, time);
      return {
        e: 'ACCOUNT_UPDATE',
        E: time,
        T: time,
        ...(this.#line === 'coinm' ? { i: aliasOf(user) } : {}),
        a: {
          m: reason,
          B: [
            {
              a: asset,
              wb: fixedText(wallet, 8),
              cw: fixedText(crossWallet, 8),
              bc: fixedText(change, 8),
            },
          ],
          P: positions.map((one) => this.#positionOf(one, time)),
        },
      };
    });
  }

  /** An order that was triggered could not be placed. */
  triggerRejected({ user, contract, orderId }: FuturesOrder, reason: string, time: number): void {
    if (this.#line !== 'usdm') return;
    this.#tell(user, time, () => ({
      e: 'CONDITIONAL_ORDER_TRIGGER_REJECT',
      E: time,
      T: time,
      or: { s: contract.name, i: orderId, r: reason },
    }));
  }

  /** The margin behind positions is nearly gone. */
  marginCall(user: User, asset: string, positions: readonly Position[], time: number): void {
    this.#tell(user, time, () => ({
      e: 'MARGIN_CALL',
      E: time,
      ...(positions.some(({ settings }) => !settings.isIsolated)
        ? { cw: fixedText(this.#books.margins(user, asset, time).crossWallet, 8) }
        : {}),
      p: positions.map((position) => {
        const { mark, unrealized, maintenance } = this.#books.valued(position, time);
        return {
          s: position.contract.name,
          ps: position.side,
          pa: amountText(position),
          mt: position.settings.isIsolated ? 'ISOLATED' : 'CROSSED',
          iw: fixedText(position.margin, 8),
          mp: fixedText(mark, 8),
          up: fixedText(unrealized, 8),
          mm: fixedText(maintenance, 8),
        };
      }),
    }));
  }

  /** The leverage of a contract was set. */
  leverage(user: User, contract: Contract, leverage: number, time: number): void {
    this.#tell(user, time, () => ({
      e: 'ACCOUNT_CONFIG_UPDATE',
      E: time,
      T: time,
      ac: { s: contract.name, l: leverage },
    }));
  }

  #positionOf(position: Position, time: number) {
    const { contract, side, cost, lots, realized, margin, settings } = position;
    const entry = fixedText(averagePrice(contract, cost, Math.abs(lots)), 8);
    return {
      s: contract.name,
      pa: amountText(position),
      ep: entry,
      bep: entry,
      cr: fixedText(realized, 8),
      up: fixedText(this.#books.valued(position, time).unrealized, 8),
      mt: settings.isIsolated ? 'isolated' : 'cross',
      iw: fixedText(margin, 8),
      ps: side,
      ma: contract.settleAsset,
    };
  }

  #orderUpdate(
    order: FuturesOrder,
    execution: string,
    status: string,
    fill: FuturesFill | undefined,
    time: number,
  ): void {
    this.#tell(order.user, time, () => ({
      e: 'ORDER_TRADE_UPDATE',
      E: time,
      T: time,
      ...(this.#line === 'coinm' ? { i: aliasOf(order.user) } : {}),
      o: {
        ...orderFields(order, execution, status, fill, time),
        ...this.#openValues(order),
        ...(this.#line === 'coinm'
          ? { ma: order.contract.settleAsset }
          : { V: order.prevention, pm: order.priceMatch, gtd: order.goodTill }),
      },
    }));
  }

  /** What the open orders of the contract are worth on each side. */
  #openValues({ user, contract }: FuturesOrder) {
    const open = this.#books.openOrders(user, contract).filter(({ level }) => level !== undefined);
    const sum = (isBuy: boolean) =>
      open
        .filter((one) => one.isBuy === isBuy)
        .reduce((all, one) => all + worthAt(contract, one.price, one.left), 0n);
    return { b: fixedText(sum(true), 8), a: fixedText(sum(false), 8) };
  }

  #tell(user: User, time: number, event: () => object): void {
    if (!this.#notices.hasListeners) return;
    this.#notices.emit({ scope: this.#line, user, time, payload: () => JSON.stringify(event()) });
  }
}

/** A fill in short, which comes before the order's own event. */
function lightFill({ order, id, price, lots, isMaker, time }: FuturesFill) {
  const { contract } = order;
  const { tickDecimals, lotDecimals } = contract.market;
  return {
    e: 'TRADE_LITE',
    E: time,
    T: time,
    s: contract.name,
    q: fixedText(BigInt(order.lots), lotDecimals),
    p: fixedText(BigInt(order.price), tickDecimals),
    m: isMaker,
    c: order.clientOrderId,
    S: order.isBuy ? 'BUY' : 'SELL',
    L: fixedText(BigInt(price), tickDecimals),
    l: fixedText(BigInt(lots), lotDecimals),
    t: id,
    i: order.orderId,
  };
}

function orderFields(
  order: FuturesOrder,
  execution: string,
  status: string,
  fill: FuturesFill | undefined,
  time: number,
) {
  const { contract, lots, executed, value } = order;
  const { tickDecimals, lotDecimals } = contract.market;
  const price = (ticks: number) => fixedText(BigInt(ticks), tickDecimals);
  const size = (count: number) => fixedText(BigInt(count), lotDecimals);
  return {
    s: contract.name,
    c: order.clientOrderId,
    S: order.isBuy ? 'BUY' : 'SELL',
    o: order.type,
    f: order.timeInForce,
    q: size(lots),
    p: price(order.price),
    ap: fixedText(averagePrice(contract, value, executed), 8),
    sp: price(order.stopPrice),
    x: execution,
    X: status,
    i: order.orderId,
    l: size(fill?.lots ?? 0),
    z: size(executed),
    L: price(fill?.price ?? 0),
    ...(fill === undefined ? {} : { N: contract.settleAsset, n: fixedText(fill.commission, 8) }),
    T: time,
    t: fill?.id ?? 0,
    m: fill?.isMaker ?? false,
    R: order.isReduceOnly,
    wt: order.workingType,
    ot: order.origType,
    ps: order.positionSide,
    cp: order.closesPosition,
    ...(order.callback > 0 ? { AP: price(order.activation), cr: fixedText(BigInt(order.callback), 2) } : {}),
    pP: order.isProtected,
    si: 0,
    ss: 0,
    rp: fixedText(fill?.profit ?? 0n, 8),
  };
}

/** Returns the quantity of a position as text, below 0 where it is short. */
export function amountText({ contract, lots }: Position): string {
  return fixedText(BigInt(lots), contract.market.lotDecimals);
}

/** The name of an account that events and balances of futures carry instead of its number. */
export function aliasOf({ id }: User): string {
  return `acct${id}`;
}
