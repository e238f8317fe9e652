/**
 * Wallets, permissions and listings of the account that the live exchange has today and the interface document lacks
 * (today's interface, wallet rows).
 */
import { endpoint, requiredParam } from '../define.ts';
import { asset, endTime, startNotAfterEnd, startTime, todayParam } from '../params.ts';
import type { Column } from '../types.ts';

const read = {
  product: 'funds',
  origin: 'today',
  method: 'GET',
  security: 'USER_DATA',
  effect: 'read',
} as const;

const optionalAsset = todayParam({ ...asset, about: 'Asset; all with a balance if omitted' });
const needBtcValuation = todayParam({
  type: 'BOOLEAN',
  about: 'Add the value in BTC',
  default: false,
});

const balanceColumns = [
  { name: 'asset', is: 'text' },
  { name: 'free', is: 'decimal' },
  { name: 'locked', is: 'decimal' },
  { name: 'freeze', title: 'frozen', is: 'decimal' },
  { name: 'withdrawing', is: 'decimal' },
  { name: 'btcValuation', title: 'in BTC', is: 'decimal' },
] as const satisfies readonly Column[];

const keyPermissions = endpoint({
  ...read,
  id: 'funds.key-permissions',
  summary: 'What the API key may do, and whether it is bound to addresses',
  path: '/sapi/v1/account/apiRestrictions',
  weight: 1,
  params: {},
  view: {
    shape: 'record',
    columns: [
      { name: 'ipRestrict', title: 'bound to addresses', is: 'boolean' },
      { name: 'enableReading', title: 'reading', is: 'boolean' },
      { name: 'enableSpotAndMarginTrading', title: 'spot and margin trading', is: 'boolean' },
      { name: 'enableMargin', title: 'margin', is: 'boolean' },
      { name: 'enableFutures', title: 'futures', is: 'boolean' },
      { name: 'enableVanillaOptions', title: 'options', is: 'boolean' },
      { name: 'enablePortfolioMarginTrading', title: 'portfolio margin', is: 'boolean' },
      { name: 'enableWithdrawals', title: 'withdrawals', is: 'boolean' },
      { name: 'enableInternalTransfer', title: 'internal transfers', is: 'boolean' },
      { name: 'permitsUniversalTransfer', title: 'universal transfers', is: 'boolean' },
      { name: 'enableFixApiTrade', title: 'FIX trading', is: 'boolean', hidden: true },
      { name: 'enableFixReadOnly', title: 'FIX reading', is: 'boolean', hidden: true },
      { name: 'createTime', title: 'made', is: 'time' },
    ],
  },
});

const accountInfo = endpoint({
  ...read,
  id: 'funds.account-info',
  summary: 'VIP level of the account, and the products that are enabled',
  path: '/sapi/v1/account/info',
  weight: 1,
  params: {},
  view: {
    shape: 'record',
    columns: [
      { name: 'vipLevel', title: 'VIP level', is: 'integer' },
      { name: 'isMarginEnabled', title: 'margin', is: 'boolean' },
      { name: 'isFutureEnabled', title: 'futures', is: 'boolean' },
      { name: 'isOptionsEnabled', title: 'options', is: 'boolean' },
      { name: 'isPortfolioMarginRetailEnabled', title: 'portfolio margin', is: 'boolean' },
    ],
  },
});

const fundingAssets = endpoint({
  ...read,
  id: 'funds.funding-assets',
  summary: 'Balances of the funding wallet',
  method: 'POST',
  path: '/sapi/v1/asset/get-funding-asset',
  weight: 1,
  params: { asset: optionalAsset, needBtcValuation },
  view: { shape: 'rows', columns: balanceColumns },
  notes: ['A POST that changes nothing.'],
});

const spotAssets = endpoint({
  ...read,
  id: 'funds.spot-assets',
  summary: 'Balances of the spot wallet, with what is frozen or being withdrawn',
  method: 'POST',
  path: '/sapi/v3/asset/getUserAsset',
  weight: 5,
  params: { asset: optionalAsset, needBtcValuation },
  view: {
    shape: 'rows',
    columns: [...balanceColumns, { name: 'ipoable', is: 'decimal', hidden: true }],
  },
  notes: ['A POST that changes nothing.'],
});

const walletBalances = endpoint({
  ...read,
  id: 'funds.wallet-balances',
  summary: 'Value of each wallet of the account in one asset',
  path: '/sapi/v1/asset/wallet/balance',
  weight: 60,
  params: {
    quoteAsset: todayParam({
      type: 'STRING',
      about: 'Asset of the values',
      default: 'BTC',
    }),
    needBalanceDetail: todayParam({
      type: 'BOOLEAN',
      about: 'List the assets of each wallet; -o json shows them',
      default: false,
    }),
  },
  view: {
    shape: 'rows',
    columns: [
      { name: 'walletName', title: 'wallet', is: 'text' },
      { name: 'balance', title: 'value', is: 'decimal' },
      { name: 'activate', title: 'open', is: 'boolean' },
      { name: 'assetBalances', title: 'assets', is: 'text', wire: 'list', hidden: true },
    ],
  },
});

const dustLog = endpoint({
  ...read,
  id: 'funds.dust.log',
  summary: 'Conversions of dust, newest first, at most 100',
  path: '/sapi/v1/asset/dribblet',
  weight: 1,
  params: {
    accountType: todayParam({
      type: 'ENUM',
      about: 'Account of the dust',
      values: ['SPOT', 'MARGIN'],
      default: 'SPOT',
    }),
    startTime: todayParam(startTime),
    endTime: todayParam(endTime),
  },
  rules: [startNotAfterEnd],
  view: {
    shape: 'rows',
    rowsAt: 'userAssetDribblets',
    columns: [
      { name: 'operateTime', title: 'time', is: 'time' },
      { name: 'transId', title: 'transaction', is: 'integer' },
      { name: 'totalTransferedAmount', title: 'received', is: 'decimal' },
      { name: 'totalServiceChargeAmount', title: 'charge', is: 'decimal' },
      { name: 'userAssetDribbletDetails', title: 'assets', is: 'text', wire: 'list' },
    ],
  },
});

const withdrawAddresses = endpoint({
  ...read,
  id: 'funds.withdraw-addresses',
  summary: 'Saved withdrawal addresses',
  path: '/sapi/v1/capital/withdraw/address/list',
  weight: 10,
  params: {},
  view: {
    shape: 'rows',
    columns: [
      { name: 'name', is: 'text' },
      { name: 'coin', is: 'text' },
      { name: 'network', is: 'text' },
      { name: 'address', is: 'text' },
      { name: 'addressTag', title: 'tag', is: 'text' },
      { name: 'whiteStatus', title: 'trusted', is: 'boolean' },
      { name: 'origin', is: 'text', hidden: true },
      { name: 'originType', title: 'origin type', is: 'text', hidden: true },
    ],
  },
  unsimulated: 'the sandbox saves no withdrawal addresses',
});

const withdrawQuota = endpoint({
  ...read,
  id: 'funds.withdraw-quota',
  summary: 'Withdrawal quota of 24 hours, and what is used of it',
  path: '/sapi/v1/capital/withdraw/quota',
  weight: 10,
  params: {},
  view: {
    shape: 'record',
    columns: [
      { name: 'wdQuota', title: 'quota (USD)', is: 'decimal' },
      { name: 'usedWdQuota', title: 'used', is: 'decimal' },
    ],
  },
  unsimulated: 'the sandbox limits single withdrawals only',
});

const depositAddresses = endpoint({
  ...read,
  id: 'funds.deposit-addresses',
  summary: 'Deposit addresses of a coin, by network',
  path: '/sapi/v1/capital/deposit/address/list',
  weight: 10,
  params: {
    coin: todayParam(requiredParam({ ...asset, about: 'Coin, such as USDT' })),
    network: todayParam({ type: 'STRING', about: 'Network, such as BSC; all if omitted' }),
  },
  view: {
    shape: 'rows',
    columns: [
      { name: 'coin', is: 'text' },
      { name: 'address', is: 'text' },
      { name: 'tag', is: 'text' },
      { name: 'isDefault', title: 'default', is: 'integer' },
    ],
  },
});

const listing = { ...read, security: 'MARKET_DATA', weight: 100, params: {} } as const;

const delistSchedule = endpoint({
  ...listing,
  id: 'funds.delist-schedule',
  summary: 'Spot symbols that will be delisted, and when',
  path: '/sapi/v1/spot/delist-schedule',
  view: {
    shape: 'rows',
    columns: [
      { name: 'delistTime', title: 'time', is: 'time' },
      { name: 'symbols', is: 'text', wire: 'list' },
    ],
  },
});

const openSymbols = endpoint({
  ...listing,
  id: 'funds.open-symbols',
  summary: 'Spot symbols that will begin to trade, and when',
  path: '/sapi/v1/spot/open-symbol-list',
  view: {
    shape: 'rows',
    columns: [
      { name: 'openTime', title: 'time', is: 'time' },
      { name: 'symbols', is: 'text', wire: 'list' },
    ],
  },
});

const assetTags = endpoint({
  ...listing,
  id: 'funds.asset-tags',
  summary: 'Tags of the assets that are traded on spot',
  path: '/sapi/v1/asset/tags',
  view: {
    shape: 'rows',
    columns: [
      { name: 'assetCode', title: 'asset', is: 'text' },
      { name: 'assetName', title: 'name', is: 'text' },
      { name: 'tags', is: 'text', wire: 'list' },
      { name: 'trading', is: 'boolean', hidden: true },
    ],
  },
});

export const fundsWallets = [
  keyPermissions,
  accountInfo,
  fundingAssets,
  spotAssets,
  walletBalances,
  dustLog,
  withdrawAddresses,
  withdrawQuota,
  depositAddresses,
  delistSchedule,
  openSymbols,
  assetTags,
] as const;
