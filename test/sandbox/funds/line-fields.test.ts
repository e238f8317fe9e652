import { describe } from 'vitest';
import { stillClock } from '../clock.ts';
import { ask, exchangeWith } from '../signed-calls.ts';
import type { Shape } from './shapes.ts';
import { type Swept, sweep } from './sweep.ts';

const DAY_MS = 86_400_000;
const clock = stillClock();
const exchange = exchangeWith({ clock });

const SUBSCRIPTION: Readonly<Record<string, Shape>> = {
  time: 't',
  purchaseId: 'i',
  asset: 's',
  amount: 'd',
  type: 's',
  sourceAccount: 's',
  amtFromSpot: 'd',
  amtFromFunding: 'd',
  status: '=SUCCESS',
};

const EARN: readonly Swept[] = [
  {
    endpoint: 'earn.flexible.list',
    shape: {
      rows: [
        {
          asset: 's',
          latestAnnualPercentageRate: 'd',
          tierAnnualPercentageRate: { '*': 'n' },
          airDropPercentageRate: 'd',
          canPurchase: 'b',
          canRedeem: 'b',
          isSoldOut: 'b',
          hot: 'b',
          minPurchaseAmount: 'd',
          productId: 's',
          subscriptionStartTime: 't',
          status: '=PURCHASING',
        },
      ],
      total: 'i',
    },
  },
  {
    endpoint: 'earn.locked.list',
    shape: {
      rows: [
        {
          projectId: 's',
          detail: {
            asset: 's',
            rewardAsset: 's',
            duration: 'i',
            renewable: 'b',
            isSoldOut: 'b',
            apr: 'd',
            status: '=CREATED',
            subscriptionStartTime: 't',
          },
          quota: { totalPersonalQuota: 'd', minimum: 'd' },
        },
      ],
      total: 'i',
    },
  },
  {
    endpoint: 'earn.flexible.subscribe',
    params: { productId: 'USDT001', amount: '100', sourceAccount: 'ALL' },
    shape: { purchaseId: 'i', success: 'b' },
  },
  {
    endpoint: 'earn.locked.subscribe',
    params: { projectId: 'Bnb*30', amount: '1' },
    shape: { purchaseId: 'i', positionId: 's', success: 'b' },
  },
  {
    endpoint: 'earn.flexible.subscriptions',
    after: 3 * DAY_MS,
    shape: { rows: [{ ...SUBSCRIPTION, productId: 's' }], total: 'i' },
  },
  {
    endpoint: 'earn.locked.subscriptions',
    shape: { rows: [{ ...SUBSCRIPTION, positionId: 'i', projectId: 's', lockPeriod: 's' }], total: 'i' },
  },
  {
    endpoint: 'earn.flexible.redeem',
    params: { productId: 'USDT001', redeemAll: 'true' },
    shape: { redeemId: 'i', success: 'b' },
  },
];

const quoted = () =>
  ask(exchange, 'POST', '/sapi/v1/convert/getQuote', {
    fromAsset: 'USDT',
    toAsset: 'BTC',
    fromAmount: '100',
  });

const CONVERT: readonly Swept[] = [
  {
    endpoint: 'convert.pairs',
    params: { fromAsset: 'USDT' },
    shape: [
      {
        fromAsset: 's',
        toAsset: 's',
        fromAssetMinAmount: 'd',
        fromAssetMaxAmount: 'd',
        toAssetMinAmount: 'd',
        toAssetMaxAmount: 'd',
      },
    ],
  },
  {
    endpoint: 'convert.quote',
    params: { fromAsset: 'USDT', toAsset: 'BTC', toAmount: '0.01' },
    shape: {
      'quoteId?': 's',
      ratio: 'x',
      inverseRatio: 'x',
      validTimestamp: 't',
      toAmount: 'd',
      fromAmount: 'd',
    },
  },
  {
    endpoint: 'convert.accept',
    params: () => ({ quoteId: quoted().quoteId }),
    shape: { orderId: 's', createTime: 't', orderStatus: '=PROCESS' },
  },
  {
    endpoint: 'convert.trades',
    after: 5000,
    params: () => ({ startTime: clock.now() - DAY_MS, endTime: clock.now() }),
    shape: {
      list: [
        {
          quoteId: 's',
          orderId: 'i',
          orderStatus: '=SUCCESS',
          fromAsset: 's',
          fromAmount: 'd',
          toAsset: 's',
          toAmount: 'd',
          ratio: 'x',
          inverseRatio: 'x',
          createTime: 't',
        },
      ],
      startTime: 't',
      endTime: 't',
      limit: 'i',
      moreData: 'b',
    },
  },
];

const ACCOUNT = { algo: 'sha256', userName: 'my-account' };

/** The envelope of the pool's answers. */
function pool(data: Shape): Shape {
  return { code: 'i', msg: 's', data };
}

const MINING: readonly Swept[] = [
  {
    endpoint: 'mining.algorithms',
    shape: pool([{ algoName: 's', algoId: 'i', poolIndex: 'i', unit: 's' }]),
  },
  {
    endpoint: 'mining.coins',
    shape: pool([{ coinName: 's', coinId: 'i', poolIndex: 'i', algoId: 'i', algoName: 's' }]),
  },
  {
    endpoint: 'mining.worker.detail',
    params: { ...ACCOUNT, workerName: 'rig-1' },
    shape: pool([{ workerName: 's', type: 's', hashrateDatas: [{ time: 't', hashrate: 'd', reject: 'n' }] }]),
  },
  {
    endpoint: 'mining.worker.list',
    params: ACCOUNT,
    shape: pool({
      workerDatas: [
        {
          workerId: 's',
          workerName: 's',
          status: 'i',
          hashRate: 'n',
          dayHashRate: 'n',
          rejectRate: 'n',
          lastShareTime: 't',
        },
      ],
      totalNum: 'i',
      pageSize: 'i',
    }),
  },
  {
    endpoint: 'mining.payments',
    params: ACCOUNT,
    shape: pool({
      accountProfits: [
        {
          time: 't',
          type: 'i',
          hashTransfer: '0',
          transferAmount: '0',
          dayHashRate: 'n',
          profitAmount: 'n',
          coinName: 's',
          status: 'i',
        },
      ],
      totalNum: 'i',
      pageSize: 'i',
    }),
  },
  {
    endpoint: 'mining.statistics',
    params: ACCOUNT,
    shape: pool({
      fifteenMinHashRate: 'd',
      dayHashRate: 'd',
      validNum: 'i',
      invalidNum: 'i',
      profitToday: { '*': 'd' },
      profitYesterday: { '*': 'd' },
      userName: '=my-account',
      unit: 's',
      algo: '=sha256',
    }),
  },
  {
    endpoint: 'mining.hash-rates',
    params: ACCOUNT,
    shape: pool([{ type: 's', userName: 's', list: [{ time: 't', hashrate: 'd', reject: 'x' }] }]),
  },
];

/** The envelope of fiat and C2C. */
function service(data: Shape): Shape {
  return { code: '=000000', message: '=success', data, total: 'i', success: 'b' };
}

const BOTH = [0, 1].map((transactionType) => ({ transactionType, beginTime: Date.UTC(2023, 9, 1) }));

const FIAT: readonly Swept[] = BOTH.flatMap((params): readonly Swept[] => [
  {
    endpoint: 'fiat.orders',
    params,
    after: 60_000,
    shape: service([
      {
        orderNo: 's',
        fiatCurrency: 's',
        indicatedAmount: 'x',
        amount: 'x',
        totalFee: 'x',
        method: 's',
        status: 's',
        createTime: 't',
        updateTime: 't',
      },
    ]),
  },
  {
    endpoint: 'fiat.payments',
    params,
    // How a sale was paid out is not told.
    lacks: params.transactionType === 1 ? ['paymentMethod'] : [],
    shape: service([
      {
        orderNo: 's',
        sourceAmount: 'x',
        fiatCurrency: 's',
        obtainAmount: 'x',
        cryptoCurrency: 's',
        totalFee: 'x',
        price: 'd',
        status: 's',
        'paymentMethod?': 's',
        createTime: 't',
        updateTime: 't',
      },
    ]),
  },
]);

const C2C: readonly Swept[] = ['BUY', 'SELL'].map((tradeType) => ({
  endpoint: 'c2c.orders',
  params: { tradeType },
  shape: service([
    {
      orderNumber: 's',
      advNo: 's',
      tradeType: `=${tradeType}`,
      asset: 's',
      fiat: 's',
      fiatSymbol: 's',
      amount: 'd',
      totalPrice: 'd',
      unitPrice: 'd',
      orderStatus: 's',
      createTime: 't',
      commission: 'd',
      counterPartNickName: 's',
      advertisementRole: 's',
    },
  ]),
}));

describe.each([
  ['earn', EARN],
  ['convert', CONVERT],
  ['mining', MINING],
  ['fiat', FIAT],
  ['c2c', C2C],
] as const)('every answer of %s has the fields and types of the interface', (product, calls) => {
  sweep([product], exchange, clock, calls);
});
