/** Simple earn of the live exchange that the interface document lacks (today's interface, simple earn rows). */
import { DAY_MS } from '../../../../src/core/time-units.ts';
import { record, type Shape } from '../../response-shape.ts';
import { requestJson } from '../../signed-calls.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const PAGE = { current: 1, size: 10 } as const;
const month = ({ clock }: TradingWeek) => ({ startTime: clock.now() - 29 * DAY_MS, endTime: clock.now() });
const page = (row: Shape): Shape => ({ rows: [row], total: 'i' });

const FLEXIBLE: Shape = page({
  ...record('totalAmount:d8 latestAnnualPercentageRate:d8 yesterdayAirdropPercentageRate:d8 asset:s'),
  ...record('airDropAsset:s canRedeem:b collateralAmount:d8 productId:s yesterdayRealTimeRewards:d8'),
  ...record('cumulativeBonusRewards:d8 cumulativeRealTimeRewards:d8 cumulativeTotalRewards:d8'),
  autoSubscribe: 'b',
  tierAnnualPercentageRate: {},
});
const LOCKED: Shape = page(
  record(
    'positionId:i parentPositionId:i projectId:s asset:s amount:d8 purchaseTime:t duration:s accrualDays:s ' +
      'rewardAsset:s APY:d8 rewardAmt:d8 nextPay:d8 nextPayDate:t payPeriod:s redeemAmountEarly:d8 ' +
      'rewardsEndDate:t deliverDate:t redeemPeriod:s redeemingAmt:d8 redeemTo:=SPOT canRedeemEarly:b ' +
      'canFastRedemption:b autoSubscribe:b type:s status:=HOLDING|NEW canReStake:b',
  ),
);
const FLEXIBLE_REWARD = page(record('asset:s rewards:d8 projectId:s type:=REALTIME time:t'));
const LOCKED_REWARD = page(record('positionId:i time:t asset:s lockPeriod:s amount:d8'));
const FLEXIBLE_REDEMPTION = page(
  record('amount:d8 asset:s time:t projectId:s redeemId:i destAccount:=SPOT|FUNDING status:=SUCCESS'),
);
const LOCKED_REDEMPTION = page(
  record('positionId:i redeemId:i time:t asset:s lockPeriod:s amount:d8 deliverDate:t status:=PAID'),
);
const RATES: Shape = { rows: [record('productId:s asset:s annualPercentageRate:d8 time:t')], total: 's' };
const DONE = record('success:b');

/** Locks an amount and returns the id of the position. */
function lock({ exchange }: TradingWeek): string {
  const params = { projectId: 'Bnb*90', amount: '1' };
  return requestJson(exchange, 'POST', '/sapi/v1/simple-earn/locked/subscribe', params).positionId;
}

function redeemEarly(tradingWeek: TradingWeek): { readonly positionId: string; readonly redeemId: string } {
  const positionId = lock(tradingWeek);
  const path = '/sapi/v1/simple-earn/locked/redeem';
  const { redeemId } = requestJson(tradingWeek.exchange, 'POST', path, { positionId });
  return { positionId, redeemId: String(redeemId) };
}

function redeem({ exchange }: TradingWeek): { readonly productId: string; readonly redeemId: string } {
  const productId = 'USDT001';
  requestJson(exchange, 'POST', '/sapi/v1/simple-earn/flexible/subscribe', { productId, amount: '10' });
  const path = '/sapi/v1/simple-earn/flexible/redeem';
  return {
    productId,
    redeemId: String(requestJson(exchange, 'POST', path, { productId, amount: '5' }).redeemId),
  };
}

export const earnTodayRows: AnswerRows = {
  'earn.account': [
    {
      shape: record(
        'totalAmountInBTC:d8 totalAmountInUSDT:d8 totalFlexibleAmountInBTC:d8 totalFlexibleAmountInUSDT:d8 ' +
          'totalLockedInBTC:d8 totalLockedInUSDT:d8',
      ),
    },
  ],
  'earn.flexible.redemptions': [
    {
      params: (tradingWeek) => ({ ...redeem(tradingWeek), asset: 'USDT', ...month(tradingWeek), ...PAGE }),
      shape: FLEXIBLE_REDEMPTION,
    },
  ],
  'earn.flexible.positions': [
    { shape: FLEXIBLE },
    { params: { asset: 'USDT', productId: 'USDT001', ...PAGE }, shape: FLEXIBLE },
  ],
  'earn.locked.positions': [
    {
      params: (tradingWeek) => ({
        asset: 'BNB',
        projectId: 'Bnb*90',
        positionId: lock(tradingWeek),
        ...PAGE,
      }),
      shape: LOCKED,
    },
  ],
  'earn.locked.quota': [{ params: { projectId: 'Bnb*90' }, shape: record('leftPersonalQuota:d8') }],
  'earn.flexible.auto-subscribe': [{ params: { productId: 'USDT001', autoSubscribe: 'true' }, shape: DONE }],
  'earn.locked.auto-subscribe': [
    { params: (tradingWeek) => ({ positionId: lock(tradingWeek), autoSubscribe: 'false' }), shape: DONE },
  ],
  'earn.locked.redeem': [
    {
      params: (tradingWeek) => ({ positionId: lock(tradingWeek) }),
      shape: record('redeemId:i success:b'),
    },
  ],
  'earn.locked.redemptions': [
    {
      params: (tradingWeek) => ({
        ...redeemEarly(tradingWeek),
        asset: 'BNB',
        ...month(tradingWeek),
        ...PAGE,
      }),
      shape: LOCKED_REDEMPTION,
    },
  ],
  'earn.flexible.rewards': [
    {
      params: (tradingWeek) => ({
        type: 'ALL',
        productId: 'USDT001',
        asset: 'USDT',
        ...month(tradingWeek),
        ...PAGE,
      }),
      waitMs: 2 * DAY_MS,
      shape: FLEXIBLE_REWARD,
    },
  ],
  'earn.locked.rewards': [
    {
      params: (tradingWeek) => {
        const path = '/sapi/v1/simple-earn/locked/position';
        const { rows } = requestJson(tradingWeek.exchange, 'GET', path, { projectId: 'Bnb*90', size: 1 });
        return { positionId: rows[0].positionId, asset: 'BNB', ...month(tradingWeek), ...PAGE };
      },
      shape: LOCKED_REWARD,
    },
  ],
  'earn.flexible.rates': [
    {
      params: (tradingWeek) => ({
        productId: 'USDT001',
        aprPeriod: 'DAY',
        ...month(tradingWeek),
        ...PAGE,
      }),
      shape: RATES,
    },
  ],
};
