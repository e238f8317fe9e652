/** Sub-accounts (interface document; public facts, Sub-accounts). */
import { record, type Shape } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import { MARGIN_ASSET } from './funds.ts';

const EMAIL = { email: 'desk@example.com' } as const;
const TENTH = { asset: 'USDT', amount: '0.1' } as const;

export const TOTALS =
  'totalInitialMargin:d8 totalMaintenanceMargin:d8 totalMarginBalance:d8 totalOpenOrderInitialMargin:d8 ' +
  'totalPositionInitialMargin:d8 totalUnrealizedProfit:d8 totalWalletBalance:d8';
const WORTH = 'totalAssetOfBtc:d8 totalLiabilityOfBtc:d8 totalNetAssetOfBtc:d8';
export const FUTURES_ACCOUNT = {
  ...record('email:=desk@example.com asset:s'),
  assets: [
    record(
      'asset:s initialMargin:d8 maintenanceMargin:d8 marginBalance:d8 maxWithdrawAmount:d8 ' +
        'openOrderInitialMargin:d8 positionInitialMargin:d8 unrealizedProfit:d8 walletBalance:d8',
    ),
  ],
  ...record(`canDeposit:b canTrade:b canWithdraw:b feeTier:i maxWithdrawAmount:d8 ${TOTALS} updateTime:t`),
} satisfies Shape;
const MOVED: Shape = [record('from:s to:s asset:s qty:d8 status:=SUCCESS tranId:i time:t')];
const MEMBERS: Shape = {
  subAccounts: [
    record(
      'subUserId:i email:s remark:s isFreeze:b createTime:i isManagedSubAccount:b isAssetManagementSubAccount:b',
    ),
  ],
};
const STATUS: Shape = [
  record(
    'email:s isSubUserEnabled:b isUserActive:b insertTime:i isMarginEnabled:b isFutureEnabled:b mobile:i',
  ),
];

export const subAccountRows: AnswerRows = {
  'sub.list': [
    { params: { page: 1, limit: 200, isFreeze: 'false' }, shape: MEMBERS },
    { params: EMAIL, shape: MEMBERS },
  ],
  'sub.status': [{ shape: STATUS }, { params: EMAIL, shape: STATUS }],
  'sub.spot-summary': [
    {
      params: { ...EMAIL, page: 1, size: 20 },
      shape: {
        ...record('totalCount:i masterAccountTotalAsset:d8'),
        spotSubUserAssetBtcVoList: [record('email:s totalAsset:d8')],
      },
    },
  ],
  'sub.margin.account': [
    {
      params: EMAIL,
      shape: {
        ...record(`email:=desk@example.com marginLevel:d8 ${WORTH}`),
        marginTradeCoeffVo: record('forceLiquidationBar:d8 marginCallBar:d8 normalBar:d8'),
        marginUserAssetVoList: [MARGIN_ASSET],
      },
    },
  ],
  'sub.margin.summary': [{ shape: { ...record(WORTH), subAccountList: [record(`email:s ${WORTH}`)] } }],
  'sub.margin.enable': [{ params: EMAIL, shape: record('email:s isMarginEnabled:b') }],
  'sub.futures.enable': [{ params: EMAIL, shape: record('email:s isFuturesEnabled:b') }],
  'sub.futures.account': [
    { params: { ...EMAIL, futuresType: 1 }, shape: FUTURES_ACCOUNT },
    { params: { ...EMAIL, futuresType: 2 }, shape: FUTURES_ACCOUNT },
  ],
  'sub.futures.summary': [
    {
      params: { page: 1, limit: 10 },
      shape: {
        ...record(`${TOTALS} asset:=USD`),
        subAccountList: [record(`email:s ${TOTALS} asset:=USD`)],
      },
    },
  ],
  'sub.futures.positions': [
    {
      params: EMAIL,
      shape: [
        record(
          'entryPrice:d leverage:d maxNotional:d liquidationPrice:d markPrice:d positionAmount:d unrealizedProfit:d symbol:s',
        ),
      ],
    },
  ],
  'sub.futures.transfer': [{ params: { ...EMAIL, ...TENTH, type: 2 }, shape: { txnId: 's' } }],
  'sub.transfer.universal': [
    {
      params: {
        toEmail: 'desk@example.com',
        fromAccountType: 'SPOT',
        toAccountType: 'SPOT',
        clientTranId: 'first',
        ...TENTH,
      },
      shape: record('tranId:i clientTranId:=first'),
    },
    {
      params: {
        fromEmail: 'desk@example.com',
        fromAccountType: 'ISOLATED_MARGIN',
        toAccountType: 'SPOT',
        symbol: 'BTCUSDT',
        ...TENTH,
      },
      shape: record('tranId:i'),
    },
  ],
  'sub.transfer.to-sub': [
    { params: { toEmail: 'research@example.com', ...TENTH }, as: 'subAccount', shape: { txnId: 's' } },
  ],
  'sub.transfer.to-master': [{ params: TENTH, as: 'subAccount', shape: { txnId: 's' } }],
  'sub.transfer.history': [
    {
      params: ({ clock }) => ({
        toEmail: 'desk@example.com',
        startTime: clock.now() - 86_400_000,
        endTime: clock.now(),
        page: 1,
        limit: 10,
      }),
      shape: MOVED,
    },
    { params: { fromEmail: 'desk@example.com' }, shape: MOVED },
  ],
};
