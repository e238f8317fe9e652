/** The wallet section (interface document; public facts, Wallet). */
import { DAY_MS } from '../../../../src/core/time-units.ts';
import { type Fields, record, type Shape } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import type { TradingWeek } from '../trading-week.ts';

const month = ({ clock }: TradingWeek) => ({ startTime: clock.now() - 29 * DAY_MS, endTime: clock.now() });
const PAGE = { offset: 0, limit: 50 } as const;
const TENTH = { asset: 'USDT', amount: '0.1' } as const;

export const MARGIN_ASSET = record('asset:s borrowed:d8 free:d8 interest:d8 locked:d8 netAsset:d8');
const NETWORK = record(
  'addressRegex:s coin:s depositDesc:s depositEnable:b isDefault:b memoRegex:s minConfirm:i name:s network:s ' +
    'resetAddressStatus:b specialTips:s unLockConfirm:i withdrawDesc:s withdrawEnable:b withdrawFee:d8 ' +
    'withdrawIntegerMultiple:d8 withdrawMax:d8 withdrawMin:d8 sameAddress:b estimatedArrivalTime:i busy:b',
);
const COIN: Shape = {
  ...record(
    'coin:s depositAllEnable:b free:d8 freeze:d8 ipoable:d8 ipoing:d8 isLegalMoney:b locked:d8 name:s',
  ),
  networkList: [NETWORK, 'money of a state is on no chain'],
  ...record('storage:d8 trading:b withdrawAllEnable:b withdrawing:d8'),
};
export const DEPOSIT = record(
  'id:s amount:d8 coin:s network:s status:i address:s addressTag:s txId:s insertTime:t completeTime?:t ' +
    'transferType:i confirmTimes:s unlockConfirm:i walletType:i',
);
const WITHDRAWAL = record(
  'id:s amount:d8 transactionFee:d8 coin:s status:i address:s txId:s applyTime:s network:s transferType:i ' +
    'withdrawOrderId?:s info:s confirmNo:i walletType:i txKey:s completeTime?:s',
);
const DAYS: Readonly<Record<string, Fields>> = {
  SPOT: { balances: [record('asset:s free:d8 locked:d8')], totalAssetOfBtc: 'd8' },
  MARGIN: {
    ...record('marginLevel:d8 totalAssetOfBtc:d8 totalLiabilityOfBtc:d8 totalNetAssetOfBtc:d8'),
    userAssets: [MARGIN_ASSET],
  },
  FUTURES: {
    assets: [record('asset:s marginBalance:d8 walletBalance:d8')],
    position: [
      record('entryPrice:d8 markPrice:d8 positionAmt:d8 symbol:s unRealizedProfit:d8'),
      'positions of the past are not kept (choice)',
    ],
  },
};
const DETAILS: Shape = {
  '*': record('minWithdrawAmount:d8 depositStatus:b withdrawFee:n withdrawStatus:b'),
};
const FEES: Shape = [record('symbol:s makerCommission:d8 takerCommission:d8')];
const DIVIDENDS: Shape = {
  rows: [record('id:i amount:d8 asset:s divTime:t enInfo:s tranId:i')],
  total: 'i',
};
const MOVES: Shape = {
  total: 'i',
  rows: [record('asset:s amount:d8 type:s status:=CONFIRMED tranId:i timestamp:t')],
};

export const fundsRows: AnswerRows = {
  'funds.system-status': [{ shape: record('status:i msg:=normal') }],
  'funds.coins': [{ shape: [COIN] }],
  'funds.fast-withdraw.disable': [{ shape: {} }],
  'funds.fast-withdraw.enable': [{ shape: {} }],
  'funds.withdraw': [
    {
      params: {
        coin: 'XRP',
        network: 'XRP',
        address: `r${'x'.repeat(33)}`,
        addressTag: '7',
        amount: '50',
        name: 'a friend',
        walletType: 0,
        transactionFeeFlag: 'true',
        withdrawOrderId: 'gift',
      },
      shape: { id: 's' },
    },
  ],
  'funds.withdrawals': [
    {
      params: (tradingWeek) => ({ coin: 'USDT', status: 6, ...month(tradingWeek), ...PAGE }),
      shape: [WITHDRAWAL],
    },
    { params: ({ withdrawal }) => ({ idList: withdrawal }), shape: [WITHDRAWAL] },
    { params: { withdrawOrderId: 'rent' }, shape: [WITHDRAWAL] },
  ],
  'funds.deposits': [
    {
      params: (tradingWeek) => ({ coin: 'USDT', status: 1, ...month(tradingWeek), ...PAGE }),
      shape: [DEPOSIT],
    },
    {
      params: ({ deposit }) => ({ txId: deposit, includeSource: 'true' }),
      shape: [{ ...DEPOSIT, 'sourceAddress?': 's' }],
    },
  ],
  'funds.deposit-address': [
    { params: { coin: 'USDT', network: 'TRX' }, shape: record('address:s coin:=USDT tag:s url:s') },
  ],
  'funds.snapshot': Object.entries(DAYS).map(([type, data]) => ({
    params: (tradingWeek) => ({ type, limit: 5, ...month(tradingWeek) }),
    shape: {
      ...record('code:i msg:s'),
      snapshotVos: [{ data, type: `=${type.toLowerCase()}`, updateTime: 't' }],
    },
  })),
  'funds.account-status': [{ shape: { data: '=Normal' } }],
  'funds.api-trading-status': [
    {
      shape: {
        data: {
          ...record('isLocked:b plannedRecoverTime:i updateTime:t'),
          triggerCondition: record('GCR:i IFER:i UFR:i'),
        },
      },
    },
  ],
  'funds.dust.list': [
    {
      params: { accountType: 'SPOT' },
      shape: {
        details: [
          record('asset:s assetFullName:s amountFree:d8 toBTC:d8 toBNB:d8 toBNBOffExchange:d8 exchange:d8'),
        ],
        ...record('totalTransferBtc:d8 totalTransferBNB:d8 dribbletPercentage:d'),
      },
    },
  ],
  'funds.dust.convert': [
    {
      params: { asset: 'TRX', accountType: 'SPOT' },
      shape: {
        ...record('totalServiceCharge:d8 totalTransfered:d8'),
        transferResult: [
          record('amount:d8 fromAsset:s operateTime:t serviceChargeAmount:d8 tranId:i transferedAmount:d8'),
        ],
      },
    },
  ],
  'funds.dividends': [
    { shape: DIVIDENDS },
    { params: (tradingWeek) => ({ asset: 'BNB', limit: 5, ...month(tradingWeek) }), shape: DIVIDENDS },
  ],
  'funds.asset-details': [{ params: { asset: 'BTC' }, shape: DETAILS }, { shape: DETAILS }],
  'funds.trade-fees': [{ params: { symbol: 'BTCUSDT' }, shape: FEES }, { shape: FEES }],
  'funds.transfer': [
    { params: { type: 'MAIN_UMFUTURE', ...TENTH }, shape: { tranId: 'i' } },
    {
      params: {
        type: 'ISOLATEDMARGIN_ISOLATEDMARGIN',
        fromSymbol: 'BTCUSDT',
        toSymbol: 'ETHUSDT',
        ...TENTH,
      },
      shape: { tranId: 'i' },
    },
  ],
  'funds.transfers': [
    {
      params: ({ clock }) => ({
        type: 'MAIN_UMFUTURE',
        startTime: clock.now() - DAY_MS,
        endTime: clock.now(),
        current: 1,
        size: 10,
      }),
      shape: MOVES,
    },
    {
      params: { type: 'ISOLATEDMARGIN_ISOLATEDMARGIN', fromSymbol: 'BTCUSDT', toSymbol: 'ETHUSDT' },
      shape: MOVES,
    },
  ],
};
