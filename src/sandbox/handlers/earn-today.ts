/** Positions, rewards, rates, redemptions and settings of simple earn (today's interface, simple earn rows). */
import { DAY_MS } from '../../core/time-units.ts';
import { EARN, type EarnRedemption, type EarnReward } from '../engine/earn/engine.ts';
import {
  FLEXIBLE_PRODUCTS,
  type FlexibleProduct,
  flexibleRate,
  LOCKED_PRODUCTS,
  type LockedProduct,
  lockedRate,
  PRODUCTS_START,
} from '../engine/earn/products.ts';
import { convertedValue } from '../engine/funds/rates.ts';
import type { Amount } from '../engine/funds/wallet-types.ts';
import { amountText } from '../engine/ledger/amounts.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../types.ts';
import { userOf } from './account-values.ts';
import { invalidValue } from './amounts.ts';
import { pageOf, rowsIn, windowOf } from './history-pages.ts';

/** The request handlers by endpoint id. */
export const earnTodayHandlers: Readonly<Record<string, Handler>> = {
  'earn.account': account,
  'earn.flexible.positions': flexiblePositions,
  'earn.locked.positions': lockedPositions,
  'earn.locked.quota': lockedQuota,
  'earn.flexible.rewards': flexibleRewards,
  'earn.locked.rewards': lockedRewards,
  'earn.flexible.rates': flexibleRates,
  'earn.flexible.redemptions': flexibleRedemptions,
  'earn.locked.redemptions': lockedRedemptions,
  'earn.flexible.auto-subscribe': setFlexible,
  'earn.locked.auto-subscribe': setLocked,
  'earn.locked.redeem': redeemLocked,
};

/** The longest time window of histories, in ms, which is also the window of requests without times. */
const WINDOW_MS = 30 * DAY_MS;

const ZERO = amountText(0n);
const SUCCESS = '{"success":true}';

function isFlexible(product: FlexibleProduct | LockedProduct): product is FlexibleProduct {
  return 'productId' in product;
}

function answerPage<S>(call: SandboxCall, all: readonly S[], record: (row: S) => object): string {
  return JSON.stringify({ rows: pageOf(call, all, 'current', 'size').map(record), total: all.length });
}

function sumOf(rows: readonly { readonly amount: bigint }[]): bigint {
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}

function account(call: SandboxCall): string {
  const { exchange, now } = call;
  const earn = exchange.engines.get(EARN);
  const user = userOf(call);
  const flexible = earn
    .flexiblePositionsOf(user)
    .map(({ product, principal }) => ({ asset: product.asset, amount: principal }));
  const locked = earn
    .lockedPositionsOf(user)
    .map(({ product, amount }) => ({ asset: product.asset, amount }));
  const value = (amounts: readonly Amount[], quote: string) =>
    amountText(
      amounts.reduce(
        (sum, { asset, amount }) => sum + convertedValue(exchange.market, amount, asset, quote, now),
        0n,
      ),
    );
  const all = [...flexible, ...locked];
  return JSON.stringify({
    totalAmountInBTC: value(all, 'BTC'),
    totalAmountInUSDT: value(all, 'USDT'),
    totalFlexibleAmountInBTC: value(flexible, 'BTC'),
    totalFlexibleAmountInUSDT: value(flexible, 'USDT'),
    totalLockedInBTC: value(locked, 'BTC'),
    totalLockedInUSDT: value(locked, 'USDT'),
  });
}

function flexiblePositions(call: SandboxCall): string {
  const { params, exchange, now } = call;
  const earn = exchange.engines.get(EARN);
  const [asset, productId] = [params.get('asset'), params.get('productId')];
  const found = earn
    .flexiblePositionsOf(userOf(call))
    .filter(
      ({ product }) =>
        (asset === undefined || product.asset === asset) &&
        (productId === undefined || product.productId === productId),
    );
  const day = Math.floor(now / DAY_MS);
  return answerPage(call, found, ({ user, product, principal, isRenewing }) => {
    const rewards = earn.rewards.filter((one) => one.user === user && one.product === product);
    const ofYesterday = rewards.filter(({ time }) => time === day * DAY_MS);
    return {
      totalAmount: amountText(principal),
      tierAnnualPercentageRate: {},
      latestAnnualPercentageRate: amountText(flexibleRate(exchange.seed, product.asset, day)),
      yesterdayAirdropPercentageRate: ZERO,
      asset: product.asset,
      airDropAsset: '',
      canRedeem: true,
      collateralAmount: ZERO,
      productId: product.productId,
      yesterdayRealTimeRewards: amountText(sumOf(ofYesterday)),
      cumulativeBonusRewards: ZERO,
      cumulativeRealTimeRewards: amountText(sumOf(rewards)),
      cumulativeTotalRewards: amountText(sumOf(rewards)),
      autoSubscribe: isRenewing,
    };
  });
}

function lockedPositions(call: SandboxCall): string {
  const { params, exchange, now } = call;
  const [asset, positionId, projectId] = ['asset', 'positionId', 'projectId'].map((name) => params.get(name));
  const found = exchange.engines
    .get(EARN)
    .lockedPositionsOf(userOf(call))
    .filter(
      (one) =>
        (asset === undefined || one.product.asset === asset) &&
        (positionId === undefined || String(one.positionId) === positionId) &&
        (projectId === undefined || one.product.projectId === projectId),
    );
  const today = Math.floor(now / DAY_MS);
  return answerPage(call, found, (one) => {
    const { product, amount, rewarded, firstDay, lastDay } = one;
    const isAccruing = today >= firstDay;
    return {
      positionId: one.positionId,
      parentPositionId: 0,
      projectId: product.projectId,
      asset: product.asset,
      amount: amountText(amount),
      purchaseTime: one.time,
      duration: String(product.days),
      accrualDays: String(Math.max(0, today - firstDay)),
      rewardAsset: product.asset,
      APY: amountText(lockedRate(exchange.seed, product)),
      rewardAmt: amountText(rewarded),
      nextPay: amountText((amount * lockedRate(exchange.seed, product)) / (365n * 100_000_000n)),
      nextPayDate: (Math.max(today, firstDay) + 1) * DAY_MS,
      payPeriod: '1',
      redeemAmountEarly: amountText(amount - rewarded),
      rewardsEndDate: lastDay * DAY_MS,
      deliverDate: lastDay * DAY_MS,
      redeemPeriod: '0',
      redeemingAmt: ZERO,
      redeemTo: 'SPOT',
      canRedeemEarly: true,
      canFastRedemption: false,
      autoSubscribe: one.isRenewing,
      type: 'NORMAL',
      status: isAccruing ? 'HOLDING' : 'NEW',
      canReStake: false,
    };
  });
}

function lockedQuota(call: SandboxCall): string {
  const product = LOCKED_PRODUCTS.find((one) => one.projectId === call.params.get('projectId'));
  if (product === undefined) throw invalidValue('projectId');
  const used = call.exchange.engines.get(EARN).lockedAmountOf(userOf(call), product);
  return JSON.stringify({ leftPersonalQuota: amountText(product.maxAmount - used) });
}

/** Returns the rows of the user in the requested window, of the requested product, position and asset. */
function requestedRows<S extends EarnReward | EarnRedemption>(
  call: SandboxCall,
  all: readonly S[],
  ofFlexible: boolean,
): readonly S[] {
  const { params } = call;
  const user = userOf(call);
  const [asset, productId, positionId] = ['asset', 'productId', 'positionId'].map((name) => params.get(name));
  return rowsIn(all, windowOf(call, 'startTime', 'endTime', WINDOW_MS), (one) => one.time).filter(
    ({ user: owner, product, positionId: position }) =>
      owner === user &&
      isFlexible(product) === ofFlexible &&
      (asset === undefined || product.asset === asset) &&
      (productId === undefined || (isFlexible(product) && product.productId === productId)) &&
      (positionId === undefined || String(position) === positionId),
  );
}

/** Returns the interest of flexible products; all of it is of the type REALTIME, and there is no bonus (our choice). */
function flexibleRewards(call: SandboxCall): string {
  const type = call.params.get('type');
  const rows =
    type === 'ALL' || type === 'REALTIME'
      ? requestedRows(call, call.exchange.engines.get(EARN).rewards, true)
      : [];
  return answerPage(call, rows, ({ product, amount, time }) => ({
    asset: product.asset,
    rewards: amountText(amount),
    projectId: isFlexible(product) ? product.productId : product.projectId,
    type: 'REALTIME',
    time,
  }));
}

function lockedRewards(call: SandboxCall): string {
  const rows = requestedRows(call, call.exchange.engines.get(EARN).rewards, false);
  return answerPage(call, rows, ({ product, positionId, amount, time }) => ({
    positionId,
    time,
    asset: product.asset,
    lockPeriod: isFlexible(product) ? '' : String(product.days),
    amount: amountText(amount),
  }));
}

/** Returns the rate of each day, newest first, even if the requested period is a year (our choice). */
function flexibleRates(call: SandboxCall): string {
  const { exchange, now, params } = call;
  const product = FLEXIBLE_PRODUCTS.find((one) => one.productId === params.get('productId'));
  if (product === undefined) throw new SandboxRefusal(400, -6001, 'Daily product not exists');
  const { from, to } = windowOf(call, 'startTime', 'endTime', WINDOW_MS);
  const first = Math.ceil(Math.max(from, PRODUCTS_START) / DAY_MS);
  const last = Math.floor(Math.min(to, now) / DAY_MS);
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);
  return JSON.stringify({
    rows: pageOf(call, days, 'current', 'size').map((day) => ({
      productId: product.productId,
      asset: product.asset,
      annualPercentageRate: amountText(flexibleRate(exchange.seed, product.asset, day)),
      time: day * DAY_MS,
    })),
    total: String(days.length),
  });
}

function redemptionsOf(call: SandboxCall, ofFlexible: boolean): readonly EarnRedemption[] {
  const redeemId = call.params.get('redeemId');
  return requestedRows(call, call.exchange.engines.get(EARN).redemptions, ofFlexible).filter(
    (one) => redeemId === undefined || String(one.redeemId) === redeemId,
  );
}

function flexibleRedemptions(call: SandboxCall): string {
  return answerPage(call, redemptionsOf(call, true), ({ product, amount, time, redeemId, wallet }) => ({
    amount: amountText(amount),
    asset: product.asset,
    time,
    projectId: isFlexible(product) ? product.productId : product.projectId,
    redeemId,
    destAccount: wallet === 'FUNDING' ? 'FUNDING' : 'SPOT',
    status: 'SUCCESS',
  }));
}

function lockedRedemptions(call: SandboxCall): string {
  return answerPage(call, redemptionsOf(call, false), ({ product, positionId, amount, time, redeemId }) => ({
    positionId,
    redeemId,
    time,
    asset: product.asset,
    lockPeriod: isFlexible(product) ? '' : String(product.days),
    amount: amountText(amount),
    deliverDate: time,
    status: 'PAID',
  }));
}

function setFlexible(call: SandboxCall): string {
  const position = call.exchange.engines
    .get(EARN)
    .flexiblePositionsOf(userOf(call))
    .find(({ product }) => product.productId === call.params.get('productId'));
  if (position === undefined) throw new SandboxRefusal(400, -6001, 'Daily product not exists');
  position.isRenewing = call.params.get('autoSubscribe') === 'true';
  return SUCCESS;
}

function setLocked(call: SandboxCall): string {
  const position = call.exchange.engines
    .get(EARN)
    .lockedPositionsOf(userOf(call))
    .find(({ positionId }) => String(positionId) === call.params.get('positionId'));
  if (position === undefined) throw invalidValue('positionId');
  position.isRenewing = call.params.get('autoSubscribe') === 'true';
  return SUCCESS;
}

function redeemLocked(call: SandboxCall): string {
  const positionId = call.params.get('positionId')!;
  const redeemId = call.exchange.engines.get(EARN).redeemLocked(userOf(call), positionId, call.now);
  return JSON.stringify({ redeemId, success: true });
}
