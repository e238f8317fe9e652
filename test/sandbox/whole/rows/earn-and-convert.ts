/** Simple earn and convert (interface document; public facts, Simple earn, and Fiat, C2C, convert). */
import { DAY_MS } from '../../../../src/core/time-units.ts';
import { record, type Shape } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const month = ({ clock }: TradingWeek) => ({ startTime: clock.now() - 29 * DAY_MS, endTime: clock.now() });
const PAGE = { current: 1, size: 10 } as const;
const SUBSCRIPTION =
  'time:t purchaseId:i asset:s amount:d8 type:s sourceAccount:s amtFromSpot:d8 amtFromFunding:d8 status:=SUCCESS';
const FLEXIBLE: Shape = { rows: [record(`${SUBSCRIPTION} productId:s`)], total: 'i' };
const LOCKED: Shape = {
  rows: [record(`${SUBSCRIPTION} positionId:i projectId:s lockPeriod:s`)],
  total: 'i',
};
const QUOTE = record('quoteId:s ratio:d inverseRatio:d validTimestamp:t toAmount:d8 fromAmount:d8');

export const earnRows: AnswerRows = {
  'earn.flexible.list': [
    {
      params: { asset: 'USDT', ...PAGE },
      shape: {
        rows: [
          {
            ...record(
              'asset:s latestAnnualPercentageRate:d8 airDropPercentageRate:d8 canPurchase:b canRedeem:b',
            ),
            // Products have no rate tiers (choice).
            tierAnnualPercentageRate: { '*?': 'n' },
            ...record('isSoldOut:b hot:b minPurchaseAmount:d8 productId:s subscriptionStartTime:t'),
            status: '=PURCHASING',
          },
        ],
        total: 'i',
      },
    },
  ],
  'earn.locked.list': [
    {
      params: { asset: 'BNB', ...PAGE },
      shape: {
        rows: [
          {
            projectId: 's',
            detail: record(
              'asset:s rewardAsset:s duration:i renewable:b isSoldOut:b apr:d8 status:=CREATED subscriptionStartTime:t',
            ),
            quota: record('totalPersonalQuota:d8 minimum:d8'),
          },
        ],
        total: 'i',
      },
    },
  ],
  'earn.flexible.subscribe': [
    {
      params: { productId: 'USDT001', amount: '100', autoSubscribe: 'false', sourceAccount: 'ALL' },
      shape: record('purchaseId:i success:b'),
    },
  ],
  'earn.locked.subscribe': [
    {
      params: { projectId: 'Bnb*30', amount: '1', autoSubscribe: 'true', sourceAccount: 'SPOT' },
      shape: record('purchaseId:i positionId:s success:b'),
    },
  ],
  'earn.flexible.subscriptions': [
    {
      params: (tradingWeek) => ({ productId: 'USDT001', asset: 'USDT', ...month(tradingWeek), ...PAGE }),
      shape: FLEXIBLE,
    },
    { params: ({ purchase }) => ({ purchaseId: purchase }), shape: FLEXIBLE },
  ],
  'earn.locked.subscriptions': [
    { params: (tradingWeek) => ({ asset: 'BNB', ...month(tradingWeek), ...PAGE }), shape: LOCKED },
    { params: ({ lockedPurchase }) => ({ purchaseId: lockedPurchase }), shape: LOCKED },
  ],
  'earn.flexible.redeem': [
    {
      params: { productId: 'USDT001', amount: '1', destAccount: 'FUND' },
      shape: record('redeemId:i success:b'),
    },
    { params: { productId: 'USDT001', redeemAll: 'true' }, shape: record('redeemId:i success:b') },
  ],
};

export const convertRows: AnswerRows = {
  'convert.pairs': [
    {
      params: { fromAsset: 'USDT', toAsset: 'BTC' },
      shape: [
        record(
          'fromAsset:s toAsset:s fromAssetMinAmount:d8 fromAssetMaxAmount:d8 toAssetMinAmount:d8 toAssetMaxAmount:d8',
        ),
      ],
    },
  ],
  'convert.quote': [
    { params: { fromAsset: 'USDT', toAsset: 'BTC', toAmount: '0.01', walletType: 'FUNDING' }, shape: QUOTE },
    { params: { fromAsset: 'USDT', toAsset: 'BTC', fromAmount: '500', validTime: '30s' }, shape: QUOTE },
  ],
  'convert.accept': [
    {
      params: ({ quote }) => ({ quoteId: quote() }),
      shape: record('orderId:s createTime:t orderStatus:=PROCESS'),
    },
  ],
  'convert.trades': [
    {
      params: (tradingWeek) => ({ ...month(tradingWeek), limit: 10 }),
      shape: {
        list: [
          record(
            'quoteId:s orderId:i orderStatus:=SUCCESS|PROCESS fromAsset:s fromAmount:d8 toAsset:s toAmount:d8 ratio:d ' +
              'inverseRatio:d createTime:t',
          ),
        ],
        ...record('startTime:t endTime:t limit:i moreData:b'),
      },
    },
  ],
};
