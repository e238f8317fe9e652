/**
 * Exchange information of futures (interface document, Limits; public facts, USD-M market data and COIN-M).
 */
import type { FuturesProduct } from '../../../catalogue/futures-products.ts';
import { type RateLimitRow, rateLimitRows } from '../../../catalogue/limits/sets.ts';
import { marginAssets } from '../../engine/futures/asset-index.ts';
import { type Contract, contractTypeAt, PERPETUAL_DELIVERY_TIME } from '../../engine/futures/contracts.ts';
import { fixedText } from '../../engine/futures/integer-math.ts';
import {
  bracketsOf,
  FEE_RATES,
  filtersOf,
  ORDER_TYPES,
  TIMES_IN_FORCE,
} from '../../engine/futures/order-rules.ts';
import type { SandboxCall } from '../../types.ts';
import { listValues } from '../request-values.ts';
import { contractOf, marketOf } from './values.ts';

/** Returns the exchange information of the requested contracts, or of all that are trading. */
export function futuresExchangeInfo(call: SandboxCall): string {
  const market = marketOf(call);
  const { limits } = call.exchange;
  const names = listValues(call.params.get('symbols') ?? call.params.get('symbol'));
  const contracts = names?.map((name) => contractOf(call, name)) ?? market.tradingContracts(call.now);
  const isInverse = market.product === 'coinm';
  return JSON.stringify({
    exchangeFilters: [],
    rateLimits: rateLimitRows(limits.futuresWeight, limits.orders[market.product]),
    serverTime: call.shownTime ?? call.now,
    ...(isInverse
      ? {}
      : {
          // Users may owe only USDT, so no other asset is sold because of a negative balance.
          assets: marginAssets(market)
            .filter(({ listedAt }) => listedAt <= call.now)
            .map(({ asset, index }) => ({
              asset,
              marginAvailable: true,
              autoAssetExchange: index === undefined ? '-10000' : '0',
            })),
        }),
    symbols: contracts.map((contract) => symbolInfo(call, contract)),
    timezone: 'UTC',
    ...(isInverse ? {} : { futuresType: 'U_MARGINED' }),
  });
}

/** Returns the limits of orders that are in force for a product. */
export function orderRateLimits({ exchange }: SandboxCall, product: FuturesProduct): readonly RateLimitRow[] {
  const { limits } = exchange;
  return rateLimitRows(limits.futuresWeight, limits.orders[product]).slice(1);
}

function symbolInfo(call: SandboxCall, contract: Contract) {
  const { market, isInverse } = contract;
  const status = marketOf(call).isTrading(contract, call.now) ? 'TRADING' : 'CLOSE';
  const first = bracketsOf(contract)[0]!;
  return {
    symbol: contract.name,
    pair: contract.pair,
    contractType: contractTypeAt(contract, call.now),
    deliveryDate: contract.deliversAt ?? PERPETUAL_DELIVERY_TIME,
    onboardDate: market.listedAt,
    ...(isInverse
      ? { contractStatus: status, contractSize: contract.size, equalQtyPrecision: 4 }
      : { status }),
    maintMarginPercent: fixedText(first.rate / 100n, 4),
    requiredMarginPercent: '5.0000',
    baseAsset: contract.baseAsset,
    quoteAsset: contract.quoteAsset,
    marginAsset: contract.settleAsset,
    pricePrecision: market.tickDecimals,
    quantityPrecision: market.lotDecimals,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    underlyingSubType: [],
    ...(isInverse ? {} : { settlePlan: 0 }),
    triggerProtect: '0.0500',
    liquidationFee: fixedText(FEE_RATES.liquidation, 8).slice(0, -2),
    marketTakeBound: '0.05',
    filters: filtersOf(contract),
    orderTypes: ORDER_TYPES,
    timeInForce: isInverse ? TIMES_IN_FORCE.filter((one) => one !== 'GTD') : TIMES_IN_FORCE,
  };
}
