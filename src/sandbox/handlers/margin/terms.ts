/** The terms of margin trading, from the settings of the engine (public facts, Margin today). */
import { amountText } from '../../engine/ledger/amounts.ts';
import { borrowableAmount, lendableAmount } from '../../engine/margin/allowances.ts';
import {
  borrowLimit,
  dailyRateText,
  hourlyRateText,
  marginAssets,
  marginPairs,
  yearlyRateText,
} from '../../engine/margin/rates.ts';
import { LEVELS, levelsOf, MARGIN_MULTIPLE } from '../../engine/margin/valuation.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { optionalInteger } from '../request-values.ts';
import { marginAssetNamed, marginAssetOf, marginEngineOf, marginPairOf, requestedAccount } from './values.ts';

/** The request handlers by endpoint id. */
export const marginTermHandlers: Readonly<Record<string, Handler>> = {
  'margin.max-borrowable': maxBorrowable,
  'margin.max-transferable': maxTransferable,
  'margin.cross-data': crossData,
  'margin.isolated-data': isolatedData,
  'margin.isolated-tier': isolatedTier,
  'margin.next-hourly-rates': nextHourlyRates,
  'margin.trade-coefficients': tradeCoefficients,
  'margin.collateral-ratios': collateralRatios,
  'margin.available-inventory': availableInventory,
};

/** The value in USD up to which every asset counts in full as collateral: more than any account holds. */
const COLLATERAL_VALUE_MAX = '1000000000000';

/** The integer for one: levels and multiples are in units of 10^-8. */
const ONE = 10n ** 8n;

function tradeCoefficients(call: SandboxCall): string {
  const { borrow, call: warning, liquidation } = levelsOf(requestedAccount(call));
  return JSON.stringify({
    normalBar: amountText(borrow),
    marginCallBar: amountText(warning),
    forceLiquidationBar: amountText(liquidation),
  });
}

function maxBorrowable(call: SandboxCall): string {
  const [account, asset] = [requestedAccount(call), marginAssetOf(call)];
  const amount = borrowableAmount(marginEngineOf(call).values, account, asset, call.now);
  return JSON.stringify({ amount: amountText(amount), borrowLimit: amountText(borrowLimit(asset)) });
}

function maxTransferable(call: SandboxCall): string {
  const [account, asset] = [requestedAccount(call), marginAssetOf(call)];
  const amount = marginEngineOf(call).transferableAmount(account, asset, call.now);
  return JSON.stringify({ amount: amountText(amount) });
}

function crossData(call: SandboxCall): string {
  const { symbols } = call.exchange.market;
  const pairs = marginPairs(symbols, call.now);
  const coin = call.params.get('coin');
  const coins = coin === undefined ? marginAssets(symbols, call.now) : [marginAssetNamed(call, coin)];
  return JSON.stringify(
    coins.map((asset) => ({
      vipLevel: optionalInteger(call, 'vipLevel') ?? 0,
      coin: asset,
      transferIn: true,
      borrowable: true,
      dailyInterest: dailyRateText(asset),
      yearlyInterest: yearlyRateText(asset),
      borrowLimit: amountText(borrowLimit(asset)),
      marginablePairs: pairs
        .filter(({ base, quote }) => base.name === asset || quote.name === asset)
        .map(({ name }) => name),
    })),
  );
}

function isolatedData(call: SandboxCall): string {
  const pairs = call.params.has('symbol')
    ? [marginPairOf(call)]
    : marginPairs(call.exchange.market.symbols, call.now);
  return JSON.stringify(
    pairs.map(({ name, base, quote }) => ({
      vipLevel: optionalInteger(call, 'vipLevel') ?? 0,
      symbol: name,
      leverage: String(MARGIN_MULTIPLE),
      data: [base, quote].map((asset) => ({
        coin: asset.name,
        dailyInterest: dailyRateText(asset.name),
        borrowLimit: amountText(borrowLimit(asset.name)),
      })),
    })),
  );
}

/**
 * Returns the tier of an isolated pair; every pair has one tier (our choice: the tiers of the exchange are
 * not public).
 */
function isolatedTier(call: SandboxCall): string {
  const { name, base, quote } = marginPairOf(call);
  const tier = {
    symbol: name,
    tier: 1,
    effectiveMultiple: amountText(MARGIN_MULTIPLE * ONE),
    initialRiskRatio: amountText(LEVELS.borrow),
    liquidationRiskRatio: amountText(LEVELS.liquidation),
    baseAssetMaxBorrowable: amountText(borrowLimit(base.name)),
    quoteAssetMaxBorrowable: amountText(borrowLimit(quote.name)),
  };
  return JSON.stringify((optionalInteger(call, 'tier') ?? 1) === 1 ? [tier] : []);
}

function nextHourlyRates(call: SandboxCall): string {
  const assets = call.params.get('assets')!.split(',');
  return JSON.stringify(
    assets.map((asset) => ({
      asset: marginAssetNamed(call, asset),
      nextHourlyInterestRate: hourlyRateText(asset),
    })),
  );
}

/**
 * Returns collateral ratios; every asset counts in full (our choice: the ratios of the exchange are not
 * public).
 */
function collateralRatios(call: SandboxCall): string {
  return JSON.stringify([
    {
      collaterals: [{ minUsdValue: '0', maxUsdValue: COLLATERAL_VALUE_MAX, discountRate: '1' }],
      assetNames: marginAssets(call.exchange.market.symbols, call.now),
    },
  ]);
}

/**
 * Returns the inventory that is left to lend; cross and isolated margin are lent from the same inventory (our
 * choice).
 */
function availableInventory(call: SandboxCall): string {
  const lender = call.exchange.accounts.houseAccount('margin lender');
  const assets = marginAssets(call.exchange.market.symbols, call.now).map(
    (asset) => [asset, amountText(lendableAmount(lender, asset))] as const,
  );
  return JSON.stringify({ assets: Object.fromEntries(assets), updateTime: call.now });
}
