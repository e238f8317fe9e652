/** Applies fills to orders, positions and balances. */
import type { FuturesAccounts } from './accounts.ts';
import { FEE_RATES } from './order-rules.ts';
import type { FuturesFill, FuturesOrder, FuturesPosition } from './orders.ts';
import { profitOf, valueAtTicks } from './valuation.ts';

const ONE = 100_000_000n;

/** One side of a trade. */
export interface FillDetails {
  readonly order: FuturesOrder;
  readonly tradeId: number;
  readonly price: number;
  readonly lots: number;
  readonly time: number;
  readonly isMaker: boolean;
  /** Whether the fill belongs to a liquidation or a delivery, which pays no commission. */
  readonly isForced: boolean;
}

/**
 * Applies one side of a trade to the order, the position and the balance, and records the fill and the income
 * from it.
 */
export function applyFill(accounts: FuturesAccounts, details: FillDetails): FuturesFill {
  const { order, price, lots, time, tradeId, isMaker, isForced } = details;
  const { contract, user } = order;
  const { settleAsset: asset } = contract;
  const position = accounts.positions.getOrCreate(user, contract, order.positionSide);
  const value = valueAtTicks(contract, price, lots);
  const realized = applyToPosition(position, order.isBuy, price, lots, value);
  const rate = isMaker ? FEE_RATES.maker : FEE_RATES.taker;
  const fee = isForced ? 0n : (value * rate) / ONE;
  accounts.wallet.creditProfit(user, asset, realized);
  const { amount: commission, asset: commissionAsset } = (contract.isInverse
    ? undefined
    : accounts.modes.feeInBnb(user, fee, time)) ?? { asset, amount: fee };
  accounts.wallet.payFee(user, commissionAsset, commission);
  position.realizedProfit += realized;
  position.updateTime = time;
  order.executed += lots;
  order.remaining -= lots;
  order.value += value;
  order.status = order.remaining === 0 ? 'FILLED' : 'PARTIALLY_FILLED';
  order.updateTime = time;
  const fill: FuturesFill = {
    id: tradeId,
    order,
    price,
    lots,
    value,
    commission,
    commissionAsset,
    realizedProfit: realized,
    time,
    isMaker,
  };
  accounts.historyOf(user).fills.push(fill);
  accounts.recordIncome(user, 'REALIZED_PNL', contract, { amount: realized, time, tradeId });
  accounts.recordIncome(user, 'COMMISSION', contract, {
    amount: -commission,
    time,
    tradeId,
    asset: commissionAsset,
  });
  return fill;
}

/** Updates a position after a trade and returns the realized profit of the closed lots. */
function applyToPosition(
  position: FuturesPosition,
  isBuy: boolean,
  price: number,
  lots: number,
  value: bigint,
): bigint {
  const { contract } = position;
  const isLong = position.lots > 0;
  const heldLots = Math.abs(position.lots);
  const closingLots = position.lots !== 0 && isLong !== isBuy ? Math.min(heldLots, lots) : 0;
  const openingLots = lots - closingLots;
  const openedValue = valueAtTicks(contract, price, openingLots);
  let realized = 0n;
  if (closingLots > 0) {
    const cost = (position.cost * BigInt(closingLots)) / BigInt(heldLots);
    realized = profitOf(contract, isLong, cost, value - openedValue);
    position.cost -= cost;
    position.margin -= (position.margin * BigInt(closingLots)) / BigInt(heldLots);
  }
  position.lots += isBuy ? lots : -lots;
  if (openingLots > 0) {
    position.cost += openedValue;
    if (position.settings.isIsolated) position.margin += openedValue / BigInt(position.settings.leverage);
  }
  return realized;
}
