/** Calls about sub-accounts that only today's interface has (today's interface, sub-account rows). */
import { record, type Shape } from '../../response-shape.ts';
import type { AnswerRows } from '../endpoint-calls.ts';
import { DEPOSIT } from './funds.ts';
import { FUTURES_ACCOUNT, TOTALS } from './sub-accounts.ts';

const EMAIL = { email: 'desk@example.com' } as const;
const USDM = { ...EMAIL, futuresType: 1 } as const;
const COINM = { ...EMAIL, futuresType: 2 } as const;
const ASSET: Shape = FUTURES_ACCOUNT['assets']!;
const UNIVERSAL: Shape = {
  result: [
    record(
      'tranId:i fromEmail:s toEmail:s asset:s amount:d8 createTimeStamp:t fromAccountType:s toAccountType:s status:=SUCCESS clientTranId:s',
    ),
  ],
  totalCount: 'i',
};
const OWN: Shape = [
  record(
    'counterParty:s email:s type:i asset:s qty:d8 fromAccountType:s toAccountType:s status:=SUCCESS tranId:i time:t',
  ),
];

export const subAccountTodayRows: AnswerRows = {
  'sub.assets': [
    { params: EMAIL, shape: { balances: [record('asset:s free:d8 locked:d8 freeze:d8 withdrawing:d8')] } },
  ],
  'sub.futures.account-v2': [
    { params: USDM, shape: { futureAccountResp: FUTURES_ACCOUNT } },
    {
      params: COINM,
      shape: {
        deliveryAccountResp: {
          ...record('email:s canDeposit:b canTrade:b canWithdraw:b feeTier:i updateTime:t'),
          assets: ASSET,
        },
      },
    },
  ],
  'sub.futures.summary-v2': [
    {
      params: { futuresType: 1, page: 1, limit: 20 },
      shape: {
        futureAccountSummaryResp: {
          ...record(`${TOTALS} asset:=USD`),
          subAccountList: [record(`email:s ${TOTALS} asset:=USD`)],
        },
      },
    },
    {
      params: { futuresType: 2 },
      shape: {
        deliveryAccountSummaryResp: {
          ...record(
            'totalMarginBalanceOfBTC:d8 totalUnrealizedProfitOfBTC:d8 totalWalletBalanceOfBTC:d8 asset:=BTC',
          ),
          subAccountList: [
            record('email:s totalMarginBalance:d8 totalUnrealizedProfit:d8 totalWalletBalance:d8 asset:=BTC'),
          ],
        },
      },
    },
  ],
  'sub.futures.positions-v2': [
    {
      params: USDM,
      shape: {
        futurePositionRiskVos: [
          record(
            'entryPrice:d leverage:d maxNotional:d liquidationPrice:d markPrice:d positionAmount:d unrealizedProfit:d symbol:s',
          ),
        ],
      },
    },
    {
      params: COINM,
      shape: {
        deliveryPositionRiskVos: [
          record(
            'entryPrice:d markPrice:d leverage:d isolated:s isolatedWallet:d isolatedMargin:d isAutoAddMargin:s positionSide:s positionAmount:d symbol:s unrealizedProfit:d',
          ),
          'the sub-account has no position on coin-margined futures',
        ],
      },
    },
  ],
  'sub.futures.internal-transfer': [
    {
      params: {
        fromEmail: 'desk@example.com',
        toEmail: 'demo@example.com',
        futuresType: 1,
        asset: 'USDT',
        amount: '0.1',
      },
      shape: record('success:b txnId:s'),
    },
  ],
  'sub.futures.internal-history': [
    {
      params: ({ clock }) => ({
        ...USDM,
        startTime: clock.now() - 86_400_000,
        endTime: clock.now(),
        page: 1,
        limit: 10,
      }),
      shape: {
        ...record('success:b futuresType:i'),
        transfers: [record('from:s to:s asset:s qty:d8 tranId:i time:t')],
      },
    },
  ],
  'sub.transfer.universal-history': [
    {
      params: ({ clock }) => ({
        toEmail: 'desk@example.com',
        clientTranId: 'first',
        startTime: clock.now() - 86_400_000,
        endTime: clock.now(),
        page: 1,
        limit: 10,
      }),
      shape: UNIVERSAL,
    },
    { params: { fromEmail: 'desk@example.com' }, shape: UNIVERSAL },
  ],
  'sub.transfer.own-history': [
    { as: 'subAccount', shape: OWN },
    {
      params: ({ clock }) => ({
        asset: 'USDT',
        type: 1,
        startTime: clock.now() - 86_400_000,
        endTime: clock.now(),
        limit: 10,
        returnFailHistory: 'false',
      }),
      as: 'subAccount',
      shape: OWN,
    },
  ],
  'sub.deposit.address': [
    {
      params: { ...EMAIL, coin: 'USDT', network: 'TRX', amount: '1' },
      shape: record('address:s coin:=USDT tag:s url:s'),
    },
  ],
  'sub.deposit.history': [
    { params: EMAIL, shape: [DEPOSIT, 'nothing was deposited for the sub-account'] },
    {
      params: ({ clock }) => ({
        ...EMAIL,
        coin: 'USDT',
        status: 1,
        txId: 'none',
        startTime: clock.now() - 86_400_000,
        endTime: clock.now(),
        offset: 0,
        limit: 10,
      }),
      shape: [DEPOSIT, 'no deposit has this transaction'],
    },
  ],
};
