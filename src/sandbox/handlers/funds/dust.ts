/** Small balances (dust): what can be converted, conversions and their log (interface document and today, Wallet). */

import {
  convertDust,
  DUST_COIN,
  DUST_LIMIT_BTC,
  type DustConversion,
  type DustRequest,
  dustAssets,
  dustFee,
  FEE_RATE_TEXT,
} from '../../engine/funds/dust.ts';
import { FUNDS } from '../../engine/funds/engine.ts';
import { convertedValue, usdtPriceOf } from '../../engine/funds/rates.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { invalidValue, optionalAmount, requiredAsset } from '../amounts.ts';
import { optionalInteger } from '../request-values.ts';

/** The request handlers by endpoint id. */
export const fundsDustHandlers: Readonly<Record<string, Handler>> = {
  'funds.dust.list': dustList,
  'funds.dust.convert': convert,
  'funds.dust.convertible': convertibleAssets,
  'funds.dust.convert-to': convert,
  'funds.dust.log': dustLog,
};

/** The largest number of dust conversions that are listed (today's interface, wallet rows). */
const DUST_LOG_MAX = 100;

/** The asset in which dust is valued before it is converted (our choice). */
const VALUE_ASSET = 'USDT';

/** One unit of an asset in 10^-8. */
const UNIT = 100_000_000n;

function requestOf(call: SandboxCall): DustRequest {
  const wallet = call.params.get('accountType') === 'MARGIN' ? 'MARGIN' : 'MAIN';
  return { user: userOf(call), wallet, target: targetOf(call) };
}

/** Returns the asset to receive; throws for an asset without a price. */
function targetOf(call: SandboxCall): string {
  if (!call.params.has('targetAsset')) return DUST_COIN;
  const target = requiredAsset(call, 'targetAsset');
  if (usdtPriceOf(call.exchange.market, target, call.now) === undefined) throw invalidValue('targetAsset');
  return target;
}

function dustList(call: SandboxCall): string {
  const found = dustAssets(call.exchange, requestOf(call), call.now);
  return JSON.stringify({
    details: found.map(({ asset, amount, inBtc, inTarget, fee }) => ({
      asset,
      assetFullName: asset,
      amountFree: amountText(amount),
      toBTC: amountText(inBtc),
      toBNB: amountText(inTarget),
      toBNBOffExchange: amountText(inTarget - fee),
      exchange: amountText(fee),
    })),
    totalTransferBtc: sumText(found.map(({ inBtc }) => inBtc)),
    totalTransferBNB: sumText(found.map(({ inTarget }) => inTarget)),
    dribbletPercentage: FEE_RATE_TEXT,
  });
}

/**
 * Lists dust with its value in USDT and in the asset to receive. A price that the call names replaces the
 * market's in the listed amounts; a conversion always uses the market's (our choice).
 */
function convertibleAssets(call: SandboxCall): string {
  const { exchange, now } = call;
  const price = optionalAmount(call, 'dustQuotaAssetToTargetAssetPrice');
  const found = dustAssets(exchange, requestOf(call), now).map(({ asset, amount, inTarget }) => {
    const value = convertedValue(exchange.market, amount, asset, VALUE_ASSET, now);
    return { asset, amount, value, received: price === undefined ? inTarget : (value * price) / UNIT };
  });
  return JSON.stringify({
    dribbletPercentage: FEE_RATE_TEXT,
    totalTransferQuotaAssetAmount: sumText(found.map(({ value }) => value)),
    totalTransferTargetAssetAmount: sumText(found.map(({ received }) => received)),
    dribbletBase: amountText(convertedValue(exchange.market, DUST_LIMIT_BTC, 'BTC', VALUE_ASSET, now)),
    details: found.map(({ asset, amount, value, received }) => ({
      asset,
      assetFullName: asset,
      amountFree: amountText(amount),
      exchange: amountText(dustFee(received)),
      toQuotaAssetAmount: amountText(value),
      toTargetAssetAmount: amountText(received),
      toTargetAssetOffExchange: amountText(received - dustFee(received)),
    })),
  });
}

function convert(call: SandboxCall): string {
  const { params, exchange, now } = call;
  const request = requestOf(call);
  const funds = exchange.engines.get(FUNDS);
  const swept = convertDust(exchange, request, params.get('asset')!.split(','), now, funds.nextTransactionId);
  funds.recordDust(request.user, { wallet: request.wallet, time: now, conversions: swept });
  return JSON.stringify({
    totalServiceCharge: sumText(swept.map(({ fee }) => fee)),
    totalTransfered: sumText(swept.map(receivedAmount)),
    transferResult: swept.map((one) => ({
      amount: amountText(one.amount),
      fromAsset: one.asset,
      operateTime: now,
      serviceChargeAmount: amountText(one.fee),
      tranId: one.tranId,
      transferedAmount: amountText(receivedAmount(one)),
    })),
  });
}

function receivedAmount({ inTarget, fee }: DustConversion): bigint {
  return inTarget - fee;
}

function sumText(amounts: readonly bigint[]): string {
  return amountText(amounts.reduce((sum, one) => sum + one, 0n));
}

function dustLog(call: SandboxCall): string {
  const { wallet, user } = requestOf(call);
  const from = optionalInteger(call, 'startTime') ?? 0;
  const to = optionalInteger(call, 'endTime') ?? call.now;
  const found = call.exchange.engines
    .get(FUNDS)
    .dustConversionsOf(user)
    .filter((one) => one.wallet === wallet && one.time >= from && one.time <= to)
    .slice(-DUST_LOG_MAX)
    .reverse();
  return JSON.stringify({
    total: found.length,
    userAssetDribblets: found.map(({ time, conversions }) => ({
      operateTime: time,
      totalTransferedAmount: sumText(conversions.map(receivedAmount)),
      totalServiceChargeAmount: sumText(conversions.map(({ fee }) => fee)),
      transId: conversions[0]!.tranId,
      userAssetDribbletDetails: conversions.map((one) => ({
        transId: one.tranId,
        serviceChargeAmount: amountText(one.fee),
        amount: amountText(one.amount),
        operateTime: time,
        transferedAmount: amountText(receivedAmount(one)),
        fromAsset: one.asset,
        targetAsset: one.target,
      })),
    })),
  });
}
