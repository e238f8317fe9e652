/**
 * Mining, fiat, C2C, listen keys and wallet holdings (interface and holdings documents; public facts 21 to
 * 23).
 */
import { DAY_MS } from '../../../../src/core/time-units.ts';
import { record, type Shape } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const ACCOUNT = { algo: 'sha256', userName: 'my-account' } as const;
const month = ({ clock }: TradingWeek, [first, last]: readonly [string, string]) => ({
  [first]: clock.now() - 29 * DAY_MS,
  [last]: clock.now(),
});

/** The envelope of mining responses. */
const pool = (data: Shape): Shape => ({ code: 'i', msg: 's', data });
/** The envelope of fiat and C2C responses. */
const service = (data: Shape): Shape => ({
  ...record('code:=000000 message:=success total:i success:b'),
  data,
});

export const miningRows: AnswerRows = {
  'mining.algorithms': [{ shape: pool([record('algoName:s algoId:i poolIndex:i unit:s')]) }],
  'mining.coins': [{ shape: pool([record('coinName:s coinId:i poolIndex:i algoId:i algoName:s')]) }],
  'mining.worker.detail': [
    {
      params: { ...ACCOUNT, workerName: 'rig-1' },
      shape: pool([
        {
          ...record('workerName:s type:=H_hashrate|D_hashrate'),
          hashrateDatas: [record('time:t hashrate:d8 reject:n')],
        },
      ]),
    },
  ],
  'mining.worker.list': [
    {
      params: { ...ACCOUNT, pageIndex: 1, sort: 1, sortColumn: 1, workerStatus: 1 },
      shape: pool({
        workerDatas: [
          record('workerId:s workerName:s status:i hashRate:n dayHashRate:n rejectRate:n lastShareTime:t'),
        ],
        ...record('totalNum:i pageSize:i'),
      }),
    },
  ],
  'mining.payments': [
    {
      params: (tradingWeek) => ({
        ...ACCOUNT,
        coin: 'BTC',
        ...month(tradingWeek, ['startDate', 'endDate']),
        pageIndex: 1,
        pageSize: 20,
      }),
      shape: pool({
        accountProfits: [
          record(
            'time:t type:i hashTransfer:0 transferAmount:0 dayHashRate:n profitAmount:n coinName:s status:i',
          ),
        ],
        ...record('totalNum:i pageSize:i'),
      }),
    },
  ],
  'mining.statistics': [
    {
      params: ACCOUNT,
      shape: pool({
        ...record('fifteenMinHashRate:d8 dayHashRate:d8 validNum:i invalidNum:i'),
        profitToday: { '*': 'd8' },
        profitYesterday: { '*': 'd8' },
        ...record('userName:=my-account unit:s algo:=sha256'),
      }),
    },
  ],
  'mining.hash-rates': [
    {
      params: ACCOUNT,
      shape: pool([
        {
          ...record('type:=H_hashrate|D_hashrate userName:s'),
          list: [record('time:t hashrate:d8 reject:d')],
        },
      ]),
    },
  ],
};

const page = { page: 1, rows: 100 } as const;
export const fiatRows: AnswerRows = {
  'fiat.orders': [0, 1].map((transactionType) => ({
    params: ({ clock }) => ({
      transactionType,
      beginTime: Date.UTC(2023, 9, 1),
      endTime: clock.now(),
      ...page,
    }),
    shape: service([
      record(
        'orderNo:s fiatCurrency:s indicatedAmount:d amount:d totalFee:d method:s status:s createTime:t updateTime:t',
      ),
    ]),
  })),
  'fiat.payments': [0, 1].map((transactionType) => ({
    params: ({ clock }) => ({
      transactionType,
      beginTime: Date.UTC(2023, 9, 1),
      endTime: clock.now(),
      ...page,
    }),
    shape: service([
      record(
        'orderNo:s sourceAmount:d fiatCurrency:s obtainAmount:d cryptoCurrency:s totalFee:d price:d8 status:s ' +
          `${transactionType === 0 ? 'paymentMethod:s ' : ''}createTime:t updateTime:t`,
      ),
    ]),
  })),
  'c2c.orders': ['BUY', 'SELL'].map((tradeType) => ({
    params: (tradingWeek) => ({
      tradeType,
      ...month(tradingWeek, ['startTimestamp', 'endTimestamp']),
      ...page,
    }),
    shape: service([
      record(
        `orderNumber:s advNo:s tradeType:=${tradeType} asset:s fiat:s fiatSymbol:s amount:d8 totalPrice:d8 ` +
          'unitPrice:d8 orderStatus:s createTime:t commission:d8 counterPartNickName:s advertisementRole:s',
      ),
    ]),
  })),
};

const KEY = { listenKey: 's' } as const;
/** Listen key calls of products with one listen key per account. */
const keysOf = (product: 'usdm' | 'coinm' | 'options'): AnswerRows => ({
  [`${product}.listen-key.create`]: [{ shape: KEY }],
  [`${product}.listen-key.keep-alive`]: [{ shape: KEY }],
  [`${product}.listen-key.close`]: [{ shape: {} }],
});

const TOKEN = record('token:s expirationTime:t');

export const listenKeyRows: AnswerRows = {
  'spot.listen-key.create': [{ shape: KEY }],
  'spot.listen-key.keep-alive': [{ params: ({ listenKey }) => ({ listenKey: listenKey() }), shape: {} }],
  'spot.listen-key.close': [{ params: ({ listenKey }) => ({ listenKey: listenKey() }), shape: {} }],
  ...keysOf('usdm'),
  ...keysOf('coinm'),
  ...keysOf('options'),
  'margin.listen-key.create': [
    { shape: KEY },
    { params: { isIsolated: 'TRUE', symbol: 'BTCUSDT' }, shape: KEY },
  ],
  'margin.risk-key.create': [{ shape: KEY }],
  'margin.risk-key.keep-alive': [
    { params: ({ listenKey }) => ({ listenKey: listenKey('/sapi/v1/margin/listen-key') }), shape: {} },
  ],
  'margin.risk-key.close': [{ shape: {} }],
  'margin.listen-token.create': [
    { shape: TOKEN },
    { params: { isIsolated: 'true', symbol: 'BTCUSDT', validity: 60_000 }, shape: TOKEN },
  ],
};

export const onchainRows: AnswerRows = {
  'onchain.holdings': [
    {
      params: { address: '0x52908400098527886e0f7030069857d2e4169ee7', chainId: '56', offset: 0 },
      shape: {
        ...record('code:=000000 message:0 messageDetail:0 success:b'),
        data: {
          ...record('offset:i addressStatus:0'),
          list: [
            record(
              'chainId:s address:s contractAddress:s name:s symbol:s icon:s decimals:i price:d percentChange24h:d remainQty:d',
            ),
          ],
        },
      },
    },
  ],
};
