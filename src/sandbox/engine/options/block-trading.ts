/** Offers of block orders and their execution between two users, outside the order book (see `block-orders.ts`). */
import type { User } from '../ledger/accounts.ts';
import type { MatchPlan } from '../matching/order-book.ts';
import type { BlockOffer, BlockOrder } from './block-orders.ts';
import type { OptionsContext } from './context.ts';
import { blockRequest, type OptionOrder } from './orders.ts';
import { assertOrderAllowed, requiredReserve } from './placement.ts';

/** Records an offer of a user. Rejects an offer that would not be allowed as an order. */
export function offerBlock(context: OptionsContext, user: User, offer: BlockOffer, now: number): BlockOrder {
  const instrument = context.instrumentOf(offer.contract);
  assertOrderAllowed(context, instrument, user, blockRequest(offer), planOf(offer), now);
  return context.blockOrders.offer(user, offer, { seed: context.services.seed, now });
}

/**
 * Executes an offer against the user who accepts it. Rejects with the code of an order if either user may not trade, or
 * lacks premium or margin; then nothing is executed and the offer stays open.
 */
export function acceptBlock(context: OptionsContext, user: User, key: string, now: number): BlockOrder {
  const offer = context.blockOrders.acceptable(user, key, now);
  const { contract, isBuy, price, lots } = offer;
  const instrument = context.instrumentOf(contract);
  const sides = [
    { user: offer.user, request: blockRequest({ contract, isBuy, price, lots }) },
    { user, request: blockRequest({ contract, isBuy: !isBuy, price, lots }) },
  ] as const;
  for (const side of sides) {
    assertOrderAllowed(context, instrument, side.user, side.request, planOf(offer), now);
    requiredReserve(context.services, instrument, side.user, side.request, planOf(offer), now);
  }
  // All checks have passed: from here on the trade cannot be rejected.
  const parentOrderId = context.nextOrderId();
  const [offered, accepted] = sides.map((side) =>
    context.recordOrder(side.user, side.request, 'API', now),
  ) as [OptionOrder, OptionOrder];
  const [taker, maker] = offer.isMaker ? [accepted, offered] : [offered, accepted];
  const [fill] = context.executeMatch(instrument, { taker, maker, price, lots, time: now });
  return context.blockOrders.execute(offer, {
    tradeId: fill!.id,
    time: now,
    parentOrderId,
    offeredOrderId: offered.orderId,
    acceptedOrderId: accepted.orderId,
    acceptedBy: user,
  });
}

/** Returns the plan of a match of the whole offer at its price. */
function planOf({ price, lots }: BlockOffer): MatchPlan<OptionOrder> {
  return {
    steps: [{ maker: undefined, price, lots }],
    remaining: 0,
    isSelfTradePrevented: false,
    isBudgetSpent: false,
  };
}
