/** Simple earn (interface document, Earn, mining, fiat, C2C; records from public facts, Simple earn). */

import { DAY_MS } from '../../core/time-units.ts';
import {
  EARN,
  type EarnSource,
  type EarnSubscription,
  type FlexibleSubscription,
  type LockedSubscription,
} from '../engine/earn/engine.ts';
import {
  FLEXIBLE_PRODUCTS,
  type FlexibleProduct,
  flexibleRate,
  LOCKED_PRODUCTS,
  type LockedProduct,
  lockedRate,
  PRODUCTS_START,
} from '../engine/earn/products.ts';
import { amountText } from '../engine/ledger/amounts.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../types.ts';
import { userOf } from './account-values.ts';
import { invalidValue, optionalAmount, requiredAmount } from './amounts.ts';
import { pageOf, rowsIn, windowOf } from './history-pages.ts';

/** The request handlers by endpoint id. */
export const earnHandlers: Readonly<Record<string, Handler>> = {
  'earn.flexible.list': flexibleList,
  'earn.flexible.subscribe': flexibleSubscribe,
  'earn.flexible.redeem': redeem,
  'earn.flexible.subscriptions': flexibleSubscriptions,
  'earn.locked.list': lockedList,
  'earn.locked.subscribe': lockedSubscribe,
  'earn.locked.subscriptions': lockedSubscriptions,
};

/** The longest time window of histories, in ms, which is also the window of requests without times. */
const WINDOW_MS = 30 * DAY_MS;

const ZERO = amountText(0n);

function flexibleList(call: SandboxCall): string {
  const found = filterByAsset(call, FLEXIBLE_PRODUCTS);
  const day = Math.floor(call.now / DAY_MS);
  const rows = pageOf(call, found, 'current', 'size').map(({ asset, productId, minAmount }) => ({
    asset,
    latestAnnualPercentageRate: amountText(flexibleRate(call.exchange.seed, asset, day)),
    tierAnnualPercentageRate: {},
    airDropPercentageRate: ZERO,
    canPurchase: true,
    canRedeem: true,
    isSoldOut: false,
    hot: asset === 'USDT' || asset === 'BTC',
    minPurchaseAmount: amountText(minAmount),
    productId,
    subscriptionStartTime: PRODUCTS_START,
    status: 'PURCHASING',
  }));
  return JSON.stringify({ rows, total: found.length });
}

function lockedList(call: SandboxCall): string {
  const found = filterByAsset(call, LOCKED_PRODUCTS);
  const rows = pageOf(call, found, 'current', 'size').map((product) => ({
    projectId: product.projectId,
    detail: {
      asset: product.asset,
      rewardAsset: product.asset,
      duration: product.days,
      renewable: true,
      isSoldOut: false,
      apr: amountText(lockedRate(call.exchange.seed, product)),
      status: 'CREATED',
      subscriptionStartTime: PRODUCTS_START,
    },
    quota: { totalPersonalQuota: amountText(product.maxAmount), minimum: amountText(product.minAmount) },
  }));
  return JSON.stringify({ rows, total: found.length });
}

function filterByAsset<P extends { readonly asset: string }>(
  { params }: SandboxCall,
  all: readonly P[],
): readonly P[] {
  const asset = params.get('asset');
  return asset === undefined ? all : all.filter((one) => one.asset === asset);
}

function flexibleSubscribe(call: SandboxCall): string {
  const product = flexibleProduct(call);
  const amount = requiredAmount(call);
  if (amount < product.minAmount) throw invalidValue('amount');
  const request = { user: userOf(call), product, amount, ...sourceOptions(call) };
  const { purchaseId } = call.exchange.engines.get(EARN).subscribeFlexible(request, call.now);
  return JSON.stringify({ purchaseId, success: true });
}

function redeem(call: SandboxCall): string {
  const { params, exchange, now } = call;
  const product = flexibleProduct(call);
  const amount = params.get('redeemAll') === 'true' ? undefined : optionalAmount(call, 'amount');
  // "ALL" credits the spot wallet (our choice: not shown in the interface).
  const wallet = params.get('destAccount') === 'FUND' ? 'FUNDING' : 'MAIN';
  const redeemId = exchange.engines.get(EARN).redeem(userOf(call), product, amount, wallet, now);
  return JSON.stringify({ redeemId, success: true });
}

function lockedSubscribe(call: SandboxCall): string {
  const user = userOf(call);
  const product = LOCKED_PRODUCTS.find((one) => one.projectId === call.params.get('projectId'));
  if (product === undefined) throw invalidValue('projectId');
  const amount = requiredAmount(call);
  const earn = call.exchange.engines.get(EARN);
  if (amount < product.minAmount || earn.lockedAmountOf(user, product) + amount > product.maxAmount)
    throw invalidValue('amount');
  const request = { user, product, amount, ...sourceOptions(call) };
  const { purchaseId, positionId } = earn.subscribeLocked(request, call.now);
  return JSON.stringify({ purchaseId, positionId: String(positionId), success: true });
}

function sourceOptions({ params }: SandboxCall) {
  return {
    source: params.get('sourceAccount') as EarnSource,
    isRenewing: params.get('autoSubscribe') === 'true',
  };
}

function flexibleProduct({ params }: SandboxCall): FlexibleProduct {
  const found = FLEXIBLE_PRODUCTS.find((one) => one.productId === params.get('productId'));
  if (found === undefined) throw new SandboxRefusal(400, -6001, 'Daily product not exists');
  return found;
}

function flexibleSubscriptions(call: SandboxCall): string {
  const productId = call.params.get('productId');
  const rows = requestedSubscriptions(call, call.exchange.engines.get(EARN).flexibleSubscriptions).filter(
    ({ product }) => productId === undefined || product.productId === productId,
  );
  return pageResponse(call, rows, (row: FlexibleSubscription) => ({
    amount: amountText(row.amount),
    asset: row.product.asset,
    time: row.time,
    purchaseId: row.purchaseId,
    productId: row.product.productId,
    ...sourceOf(row),
  }));
}

function lockedSubscriptions(call: SandboxCall): string {
  const rows = requestedSubscriptions(call, call.exchange.engines.get(EARN).lockedSubscriptions);
  return pageResponse(call, rows, (row: LockedSubscription) => ({
    positionId: row.positionId,
    purchaseId: row.purchaseId,
    projectId: row.product.projectId,
    time: row.time,
    asset: row.product.asset,
    amount: amountText(row.amount),
    lockPeriod: String(row.product.days),
    ...sourceOf(row),
  }));
}

function sourceOf({ isAutomatic, fromSpot, fromFunding }: EarnSubscription) {
  const isBoth = fromSpot > 0n && fromFunding > 0n;
  return {
    type: isAutomatic ? 'AUTO' : 'NORMAL',
    sourceAccount: isBoth ? 'SPOTANDFUNDING' : fromFunding > 0n ? 'FUNDING' : 'SPOT',
    amtFromSpot: amountText(fromSpot),
    amtFromFunding: amountText(fromFunding),
    status: 'SUCCESS',
  };
}

/** Returns the caller's subscriptions that match the request, oldest first. */
function requestedSubscriptions<
  S extends EarnSubscription & { readonly product: FlexibleProduct | LockedProduct },
>(call: SandboxCall, all: readonly S[]): readonly S[] {
  const user = userOf(call);
  const purchaseId = call.params.get('purchaseId');
  const asset = call.params.get('asset');
  return rowsIn(all, windowOf(call, 'startTime', 'endTime', WINDOW_MS), (one) => one.time).filter(
    (one) =>
      one.user === user &&
      (purchaseId === undefined || String(one.purchaseId) === purchaseId) &&
      (asset === undefined || one.product.asset === asset),
  );
}

function pageResponse<S>(call: SandboxCall, all: readonly S[], record: (row: S) => object): string {
  return JSON.stringify({ rows: pageOf(call, all, 'current', 'size').map(record), total: all.length });
}
