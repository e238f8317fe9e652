import { describe } from 'vitest';
import { command } from '../../../src/sandbox/exchange.ts';
import { stillClock } from '../clock.ts';
import { exchangeWith } from '../signed-calls.ts';
import type { Shape } from './shapes.ts';
import { type Swept, sweep } from './sweep.ts';

const DAY_MS = 86_400_000;
const clock = stillClock();
const exchange = exchangeWith({ clock });
const desk = { apiKey: `SandboxKey${'d'.repeat(54)}`, apiSecret: 's'.repeat(64) };
command(exchange, {
  do: 'add-key',
  user: 'desk',
  apiKey: desk.apiKey,
  kind: 'HMAC',
  secret: desk.apiSecret,
  permissions: ['reading', 'transfers'],
});

const NETWORK: Shape = {
  addressRegex: 's',
  coin: 's',
  depositDesc: 's',
  depositEnable: 'b',
  isDefault: 'b',
  memoRegex: 's',
  minConfirm: 'i',
  name: 's',
  network: 's',
  resetAddressStatus: 'b',
  specialTips: 's',
  unLockConfirm: 'i',
  withdrawDesc: 's',
  withdrawEnable: 'b',
  withdrawFee: 'd',
  withdrawIntegerMultiple: 'd',
  withdrawMax: 'd',
  withdrawMin: 'd',
  sameAddress: 'b',
  estimatedArrivalTime: 'i',
  busy: 'b',
};

const MARGIN_ASSET: Shape = {
  asset: 's',
  borrowed: 'd',
  free: 'd',
  interest: 'd',
  locked: 'd',
  netAsset: 'd',
};

const SNAPSHOTS: Readonly<Record<string, Shape>> = {
  SPOT: { balances: [{ asset: 's', free: 'd', locked: 'd' }], totalAssetOfBtc: 'd' },
  MARGIN: {
    marginLevel: 'd',
    totalAssetOfBtc: 'd',
    totalLiabilityOfBtc: 'd',
    totalNetAssetOfBtc: 'd',
    userAssets: [MARGIN_ASSET],
  },
  FUTURES: {
    assets: [{ asset: 's', marginBalance: 'd', walletBalance: 'd' }],
    position: [
      { entryPrice: 'd', markPrice: 'd', positionAmt: 'd', symbol: 's', unRealizedProfit: 'd' },
      'or none',
    ],
  },
};

const FUTURES_TOTALS: Readonly<Record<string, Shape>> = {
  totalInitialMargin: 'd',
  totalMaintenanceMargin: 'd',
  totalMarginBalance: 'd',
  totalOpenOrderInitialMargin: 'd',
  totalPositionInitialMargin: 'd',
  totalUnrealizedProfit: 'd',
  totalWalletBalance: 'd',
};

const FUTURES_ACCOUNT: Shape = {
  email: '=desk@example.com',
  asset: 's',
  assets: [
    {
      asset: 's',
      initialMargin: 'd',
      maintenanceMargin: 'd',
      marginBalance: 'd',
      maxWithdrawAmount: 'd',
      openOrderInitialMargin: 'd',
      positionInitialMargin: 'd',
      unrealizedProfit: 'd',
      walletBalance: 'd',
    },
  ],
  canDeposit: 'b',
  canTrade: 'b',
  canWithdraw: 'b',
  feeTier: 'i',
  maxWithdrawAmount: 'd',
  ...FUTURES_TOTALS,
  updateTime: 't',
};

const EMAIL = { email: 'desk@example.com' };
const TENTH = { asset: 'USDT', amount: '0.1' };

const FUNDS: readonly Swept[] = [
  { endpoint: 'funds.system-status', shape: { status: 'i', msg: '=normal' } },
  {
    endpoint: 'funds.coins',
    shape: [
      {
        coin: 's',
        depositAllEnable: 'b',
        free: 'd',
        freeze: 'd',
        ipoable: 'd',
        ipoing: 'd',
        isLegalMoney: 'b',
        locked: 'd',
        name: 's',
        networkList: [NETWORK, 'or none'],
        storage: 'd',
        trading: 'b',
        withdrawAllEnable: 'b',
        withdrawing: 'd',
      },
    ],
  },
  { endpoint: 'funds.fast-withdraw.disable', shape: {} },
  { endpoint: 'funds.fast-withdraw.enable', shape: {} },
  {
    endpoint: 'funds.withdraw',
    params: {
      coin: 'USDT',
      network: 'TRX',
      address: `T${'x'.repeat(33)}`,
      amount: '20',
      walletType: 1,
      withdrawOrderId: 'rent',
    },
    shape: { id: 's' },
  },
  {
    endpoint: 'funds.withdrawals',
    after: 3_600_000,
    shape: [
      {
        id: 's',
        amount: 'd',
        transactionFee: 'd',
        coin: 's',
        status: 'i',
        address: 's',
        txId: 's',
        applyTime: 's',
        network: 's',
        transferType: 'i',
        'withdrawOrderId?': 's',
        info: 's',
        confirmNo: 'i',
        walletType: 'i',
        txKey: 's',
        'completeTime?': 's',
      },
    ],
  },
  {
    endpoint: 'funds.deposits',
    shape: [
      {
        id: 's',
        amount: 'd',
        coin: 's',
        network: 's',
        status: 'i',
        address: 's',
        addressTag: 's',
        txId: 's',
        insertTime: 't',
        'completeTime?': 't',
        transferType: 'i',
        confirmTimes: 's',
        unlockConfirm: 'i',
        walletType: 'i',
      },
    ],
  },
  {
    endpoint: 'funds.deposit-address',
    params: { coin: 'BTC' },
    shape: { address: 's', coin: '=BTC', tag: 's', url: 's' },
  },
  ...(Object.entries(SNAPSHOTS).map(([type, data]) => ({
    endpoint: 'funds.snapshot',
    params: { type },
    shape: { code: 'i', msg: 's', snapshotVos: [{ data, type: `=${type.toLowerCase()}`, updateTime: 't' }] },
  })) as Swept[]),
  { endpoint: 'funds.account-status', shape: { data: '=Normal' } },
  {
    endpoint: 'funds.api-trading-status',
    shape: {
      data: {
        isLocked: 'b',
        plannedRecoverTime: 'i',
        triggerCondition: { GCR: 'i', IFER: 'i', UFR: 'i' },
        updateTime: 't',
      },
    },
  },
  {
    endpoint: 'funds.dust.list',
    shape: {
      details: [
        {
          asset: 's',
          assetFullName: 's',
          amountFree: 'd',
          toBTC: 'd',
          toBNB: 'd',
          toBNBOffExchange: 'd',
          exchange: 'd',
        },
      ],
      totalTransferBtc: 'd',
      totalTransferBNB: 'd',
      dribbletPercentage: 'x',
    },
  },
  {
    endpoint: 'funds.dust.convert',
    params: { asset: 'TRX,XLM' },
    shape: {
      totalServiceCharge: 'd',
      totalTransfered: 'd',
      transferResult: [
        {
          amount: 'd',
          fromAsset: 's',
          operateTime: 't',
          serviceChargeAmount: 'd',
          tranId: 'i',
          transferedAmount: 'd',
        },
      ],
    },
  },
  {
    endpoint: 'funds.dividends',
    shape: {
      rows: [{ id: 'i', amount: 'd', asset: 's', divTime: 't', enInfo: 's', tranId: 'i' }, 'or none'],
      total: 'i',
    },
  },
  {
    endpoint: 'funds.asset-details',
    shape: { '*': { minWithdrawAmount: 'd', depositStatus: 'b', withdrawFee: 'n', withdrawStatus: 'b' } },
  },
  { endpoint: 'funds.trade-fees', shape: [{ symbol: 's', makerCommission: 'd', takerCommission: 'd' }] },
  { endpoint: 'funds.transfer', params: { type: 'MAIN_UMFUTURE', ...TENTH }, shape: { tranId: 'i' } },
  {
    endpoint: 'funds.transfers',
    params: { type: 'MAIN_UMFUTURE' },
    shape: {
      total: 'i',
      rows: [{ asset: 's', amount: 'd', type: 's', status: '=CONFIRMED', tranId: 'i', timestamp: 't' }],
    },
  },
];

const SUB: readonly Swept[] = [
  {
    endpoint: 'sub.list',
    params: { limit: 200 },
    shape: {
      subAccounts: [
        {
          subUserId: 'i',
          email: 's',
          remark: 's',
          isFreeze: 'b',
          createTime: 't',
          isManagedSubAccount: 'b',
          isAssetManagementSubAccount: 'b',
        },
      ],
    },
  },
  {
    endpoint: 'sub.status',
    shape: [
      {
        email: 's',
        isSubUserEnabled: 'b',
        isUserActive: 'b',
        insertTime: 't',
        isMarginEnabled: 'b',
        isFutureEnabled: 'b',
        mobile: 'i',
      },
    ],
  },
  {
    endpoint: 'sub.spot-summary',
    shape: {
      totalCount: 'i',
      masterAccountTotalAsset: 'd',
      spotSubUserAssetBtcVoList: [{ email: 's', totalAsset: 'd' }],
    },
  },
  {
    endpoint: 'sub.margin.account',
    params: EMAIL,
    shape: {
      email: '=desk@example.com',
      marginLevel: 'd',
      totalAssetOfBtc: 'd',
      totalLiabilityOfBtc: 'd',
      totalNetAssetOfBtc: 'd',
      marginTradeCoeffVo: { forceLiquidationBar: 'd', marginCallBar: 'd', normalBar: 'd' },
      marginUserAssetVoList: [MARGIN_ASSET],
    },
  },
  {
    endpoint: 'sub.margin.summary',
    shape: {
      totalAssetOfBtc: 'd',
      totalLiabilityOfBtc: 'd',
      totalNetAssetOfBtc: 'd',
      subAccountList: [
        { email: 's', totalAssetOfBtc: 'd', totalLiabilityOfBtc: 'd', totalNetAssetOfBtc: 'd' },
      ],
    },
  },
  { endpoint: 'sub.margin.enable', params: EMAIL, shape: { email: 's', isMarginEnabled: 'b' } },
  { endpoint: 'sub.futures.enable', params: EMAIL, shape: { email: 's', isFuturesEnabled: 'b' } },
  { endpoint: 'sub.futures.account', params: EMAIL, shape: FUTURES_ACCOUNT },
  { endpoint: 'sub.futures.account', params: { ...EMAIL, futuresType: 2 }, shape: FUTURES_ACCOUNT },
  {
    endpoint: 'sub.futures.summary',
    shape: {
      ...FUTURES_TOTALS,
      asset: '=USD',
      subAccountList: [{ email: 's', ...FUTURES_TOTALS, asset: '=USD' }],
    },
  },
  {
    endpoint: 'sub.futures.positions',
    params: EMAIL,
    shape: [
      {
        entryPrice: 'x',
        leverage: 'x',
        maxNotional: 'x',
        liquidationPrice: 'x',
        markPrice: 'x',
        positionAmount: 'x',
        unrealizedProfit: 'x',
        symbol: 's',
      },
      'or none',
    ],
  },
  { endpoint: 'sub.futures.transfer', params: { ...EMAIL, ...TENTH, type: 2 }, shape: { txnId: 's' } },
  {
    endpoint: 'sub.transfer.universal',
    params: {
      toEmail: 'desk@example.com',
      fromAccountType: 'SPOT',
      toAccountType: 'SPOT',
      clientTranId: 'first',
      ...TENTH,
    },
    shape: { tranId: 'i', 'clientTranId?': '=first' },
  },
  {
    endpoint: 'sub.transfer.to-sub',
    params: { toEmail: 'research@example.com', ...TENTH },
    keys: desk,
    shape: { txnId: 's' },
  },
  { endpoint: 'sub.transfer.to-master', params: TENTH, keys: desk, shape: { txnId: 's' } },
  {
    endpoint: 'sub.transfer.history',
    shape: [{ from: 's', to: 's', asset: 's', qty: 'd', status: '=SUCCESS', tranId: 'i', time: 't' }],
  },
];

describe('every answer of the wallet section has the fields and types of the interface', () => {
  clock.move(3 * DAY_MS);
  sweep(['funds'], exchange, clock, FUNDS);
});

describe('every answer about sub-accounts has the fields and types of the interface', () => {
  sweep(['sub'], exchange, clock, SUB);
});
