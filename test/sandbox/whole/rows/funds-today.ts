/** Wallet endpoints of the live exchange that the interface document lacks (today's interface, wallet rows). */
import { DAY_MS, MINUTE_MS } from '../../../../src/core/time-units.ts';
import { record, type Shape } from '../../response-shape.ts';
import { requestJson } from '../../signed-calls.ts';
import type { AnswerRows } from '../endpoint-calls.ts';

const BALANCE = record('asset:s free:d8 locked:d8 freeze:d8 withdrawing:d8 btcValuation:d8');
const PERMISSIONS =
  'ipRestrict:b createTime:i enableReading:b enableWithdrawals:b enableInternalTransfer:b enableMargin:b ' +
  'enableFutures:b permitsUniversalTransfer:b enableVanillaOptions:b enableFixApiTrade:b enableFixReadOnly:b ' +
  'enableSpotAndMarginTrading:b enablePortfolioMarginTrading:b';
const DUST: Shape = {
  total: 'i',
  userAssetDribblets: [
    {
      ...record('operateTime:t totalTransferedAmount:d8 totalServiceChargeAmount:d8 transId:i'),
      userAssetDribbletDetails: [
        record(
          'transId:i serviceChargeAmount:d8 amount:d8 operateTime:t transferedAmount:d8 fromAsset:s targetAsset:s',
        ),
      ],
    },
  ],
};
const NO_MARGIN_DUST: Shape = {
  total: 'i',
  userAssetDribblets: [record('operateTime:t'), 'no dust of the margin account was converted'],
};

/** The answers of a questionnaire, and a withdrawal that was made with them. */
const ANSWERS = '{"isAddressOwner":1,"sendTo":1}';
const DECLARED: Shape = {
  ...record(
    'id:s amount:d8 transactionFee:d8 coin:s address:s txId:s applyTime:s network:s transferType:i withdrawOrderId:s ' +
      'info:s confirmNo:i walletType:i txKey:s trId:i withdrawalStatus:i questionnaire:s',
  ),
  travelRuleStatus: 'i',
  'completeTime?': 's',
};

export const fundsTodayRows: AnswerRows = {
  'funds.travel-rule.requirements': [{ shape: { questionnaireCountryCode: '=NIL' } }],
  'funds.travel-rule.withdraw': [
    {
      params: {
        coin: 'XRP',
        network: 'XRP',
        address: `r${'x'.repeat(33)}`,
        addressTag: '7',
        amount: '30',
        name: 'a friend',
        walletType: 0,
        transactionFeeFlag: 'true',
        withdrawOrderId: 'declared',
        questionnaire: ANSWERS,
      },
      shape: record('trId:i accepted:b info:s'),
    },
  ],
  'funds.travel-rule.withdrawals': [
    {
      params: ({ clock }) => ({
        coin: 'XRP',
        network: 'XRP',
        withdrawOrderId: 'declared',
        travelRuleStatus: 0,
        startTime: clock.now() - DAY_MS,
        endTime: clock.now(),
        offset: 0,
        limit: 10,
      }),
      shape: [DECLARED],
    },
    {
      waitMs: MINUTE_MS,
      params: ({ exchange }) => {
        const [{ trId, txId }] = requestJson(exchange, 'GET', '/sapi/v2/localentity/withdraw/history');
        return { trId, txId };
      },
      shape: [DECLARED],
    },
  ],
  'funds.key-permissions': [{ shape: record(PERMISSIONS) }],
  'funds.account-info': [
    {
      shape: record(
        'vipLevel:i isMarginEnabled:b isFutureEnabled:b isOptionsEnabled:b isPortfolioMarginRetailEnabled:b',
      ),
    },
  ],
  'funds.funding-assets': [
    { shape: [BALANCE] },
    { params: { asset: 'USDT', needBtcValuation: 'true' }, shape: [BALANCE] },
  ],
  'funds.spot-assets': [
    { shape: [{ ...BALANCE, ipoable: 'd8' }] },
    { params: { asset: 'BTC', needBtcValuation: 'true' }, shape: [{ ...BALANCE, ipoable: 'd8' }] },
  ],
  'funds.wallet-balances': [
    { shape: [record('activate:b balance:d8 walletName:s')] },
    { params: { quoteAsset: 'USDT' }, shape: [record('activate:b balance:d8 walletName:s')] },
    {
      params: { needBalanceDetail: 'true' },
      shape: [
        {
          ...record('activate:b balance:d8 walletName:s'),
          assetBalances: [
            record('asset:s assetName:s free:d8 locked:d8 freeze:d8 withdrawing:d8 btcValuation:d8'),
            'a wallet may be empty',
          ],
        },
      ],
    },
  ],
  'funds.dust.log': [
    {
      params: ({ clock }) => ({ accountType: 'SPOT', startTime: 1, endTime: clock.now() }),
      shape: DUST,
    },
    { params: { accountType: 'MARGIN' }, shape: NO_MARGIN_DUST },
  ],
  'funds.dust.convertible': ['USDC', 'BNB'].map((targetAsset) => ({
    params: {
      targetAsset,
      accountType: 'SPOT',
      ...(targetAsset === 'BNB' ? { dustQuotaAssetToTargetAssetPrice: '0.002' } : {}),
    },
    shape: {
      ...record('dribbletPercentage:d totalTransferQuotaAssetAmount:d8 totalTransferTargetAssetAmount:d8'),
      dribbletBase: 'd8',
      details: [
        record(
          'asset:s assetFullName:s amountFree:d8 exchange:d8 toQuotaAssetAmount:d8 toTargetAssetAmount:d8 toTargetAssetOffExchange:d8',
        ),
      ],
    },
  })),
  'funds.dust.convert-to': [
    {
      params: {
        asset: 'XLM',
        targetAsset: 'USDC',
        accountType: 'SPOT',
        clientId: 'mine',
        thirdPartyClientId: 'theirs',
      },
      shape: {
        ...record('totalServiceCharge:d8 totalTransfered:d8'),
        transferResult: [
          record('amount:d8 fromAsset:s operateTime:t serviceChargeAmount:d8 tranId:i transferedAmount:d8'),
        ],
      },
    },
  ],
  'funds.asset-tags': [
    { shape: [{ ...record('assetCode:s assetName:s trading:b'), tags: ['s', 'assets have no tags'] }] },
  ],
  'funds.deposit-addresses': [
    { params: { coin: 'USDT' }, shape: [record('coin:s address:s tag:s isDefault:i')] },
    {
      params: { coin: 'USDT', network: 'BSC' },
      shape: [record('coin:s address:s tag:s isDefault:i')],
    },
  ],
  'funds.delist-schedule': [
    { shape: [{ delistTime: 't', symbols: ['s'] }, 'no symbol is about to be delisted'] },
  ],
  'funds.open-symbols': [{ shape: [{ openTime: 't', symbols: ['s'] }, 'no symbol is about to be listed'] }],
};
