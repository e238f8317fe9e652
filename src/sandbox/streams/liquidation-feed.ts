/** The feed of liquidation orders, from the user events of their owners (interface document, Market streams). */
import type { Contract } from '../engine/futures/contracts.ts';
import type { FuturesMarket } from '../engine/futures/market.ts';
import type { UserEvents } from '../engine/ledger/user-events.ts';
import type { StreamFeed } from './feed.ts';
import type { AddFields } from './futures-fields-today.ts';
import type { Message } from './message.ts';

/** The beginning of the client order id of a liquidation order (public facts, USD-M streams and user data). */
const LIQUIDATION_ID_PREFIX = 'autoclose-';
const PERIOD_MS = 1000;
/** The maximum number of contracts with a liquidation order within a second. */
const PENDING_MAX = 1000;

/** The fields of an order in the event ORDER_TRADE_UPDATE. */
interface LiquidationOrder {
  readonly s: string;
  readonly c: string;
  readonly S: string;
  /** The execution type: CALCULATED for a liquidation. */
  readonly x: string;
  readonly q: string;
  readonly p: string;
  readonly ap: string;
  readonly X: string;
  readonly l: string;
  readonly z: string;
  readonly T: number;
}

interface LiquidationFeedOptions {
  readonly notices: UserEvents;
  readonly market: FuturesMarket;
  /** The contract of the orders; absent for the orders of all contracts. */
  readonly contract?: Contract;
  readonly openedAt: number;
  readonly addFields: AddFields;
}

/**
 * Returns a feed that sends, once per second, the last liquidation order of one contract, or of each
 * contract.
 */
export function liquidationFeed({
  notices,
  market,
  contract,
  openedAt,
  addFields,
}: LiquidationFeedOptions): StreamFeed {
  const pending = new Map<string, LiquidationOrder>();
  let period = Math.floor(openedAt / PERIOD_MS);
  const stop = notices.subscribe(({ scope, payload }) => {
    if (scope !== market.product) return;
    const order = readLiquidation(payload());
    if (order === undefined || (contract !== undefined && order.s !== contract.name)) return;
    pending.delete(order.s);
    if (pending.size < PENDING_MAX) pending.set(order.s, order);
  });
  return {
    advance(now) {
      if (Math.floor(now / PERIOD_MS) <= period) return [];
      period = Math.floor(now / PERIOD_MS);
      const messages = [...pending.values()].map((order) => {
        const traded = market.find(order.s, now);
        const message = forceOrderMessage(order, pairField(traded), now);
        return addFields(message, { now, ...(traded === undefined ? {} : { contract: traded }) });
      });
      pending.clear();
      return messages;
    },
    close: stop,
  };
}

function readLiquidation(text: string): LiquidationOrder | undefined {
  if (!text.includes(`"${LIQUIDATION_ID_PREFIX}`)) return undefined;
  const { e, o } = JSON.parse(text) as { readonly e: string; readonly o?: LiquidationOrder };
  // The prefix alone does not prove a liquidation, because a user may choose a client order id with the same
  // beginning.
  const isLiquidation =
    e === 'ORDER_TRADE_UPDATE' && o?.x === 'CALCULATED' && o.c.startsWith(LIQUIDATION_ID_PREFIX);
  return isLiquidation ? o : undefined;
}

/** Returns the pair field, which only COIN-M orders have. */
function pairField(contract: Contract | undefined): string {
  return contract?.isInverse === true ? `,"ps":"${contract.pair}"` : '';
}

function forceOrderMessage(
  { s, S, q, p, ap, X, l, z, T }: LiquidationOrder,
  pair: string,
  now: number,
): Message {
  return (times) =>
    `{"e":"forceOrder","E":${times.at(now)},"o":{"s":"${s}","S":"${S}","o":"LIMIT","f":"IOC","q":"${q}","p":"${p}",` +
    `"ap":"${ap}","X":"${X}","l":"${l}","z":"${z}","T":${times.at(T)}${pair}}}`;
}
