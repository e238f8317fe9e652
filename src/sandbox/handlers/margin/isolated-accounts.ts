/** Isolated margin accounts (public facts, Margin today). */
import type { UnixMs } from '../../../core/words.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import type { MarginAccount } from '../../engine/margin/accounts.ts';
import { ENABLED_ACCOUNTS_MAX } from '../../engine/margin/isolated-accounts.ts';
import { marginPairs } from '../../engine/margin/rates.ts';
import { LEVEL_WITHOUT_DEBT, LEVELS, MARGIN_MULTIPLE, marginLevel } from '../../engine/margin/valuation.ts';
import type { MarketSymbol } from '../../engine/market/symbols.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { marginEngineOf, marginPairOf } from './values.ts';

/** The request handlers by endpoint id. */
export const marginIsolatedHandlers: Readonly<Record<string, Handler>> = {
  'margin.isolated.accounts': isolatedAccounts,
  'margin.isolated.enable': (call) => {
    const account = accountOfPair(call, marginPairOf(call));
    marginEngineOf(call).isolated.enable(account, call.now);
    return done(account);
  },
  'margin.isolated.disable': (call) => {
    const account = accountOfPair(call, marginPairOf(call));
    marginEngineOf(call).isolated.disable(account, call.now);
    return done(account);
  },
  'margin.isolated.limit': isolatedLimit,
  'margin.isolated.pairs': isolatedPairs,
};

/** The integer for one: levels, rates and prices are in units of 10^-8. */
const ONE = 10n ** 8n;

function isolatedAccounts(call: SandboxCall): string {
  const { isolated, values } = marginEngineOf(call);
  const symbols = call.params.get('symbols');
  const accounts =
    symbols === undefined
      ? isolated.createdBy(userOf(call))
      : symbols.split(',').map((name) => accountOfPair(call, marginPairOf(call, name)));
  const assets = accounts.map((account) => accountRecord(call, account));
  if (symbols !== undefined) return JSON.stringify({ assets });
  const worths = accounts.map((account) => values.accountValue(account, call.now));
  const inBtc = (amount: bigint) => amountText(values.valueInBtc(amount, call.now));
  const held = worths.reduce((sum, worth) => sum + worth.assets, 0n);
  const owed = worths.reduce((sum, worth) => sum + worth.debts, 0n);
  return JSON.stringify({
    assets,
    totalAssetOfBtc: inBtc(held),
    totalLiabilityOfBtc: inBtc(owed),
    totalNetAssetOfBtc: inBtc(held - owed),
  });
}

function accountRecord(call: SandboxCall, account: MarginAccount) {
  const { isolated, values } = marginEngineOf(call);
  const pair = account.pair!;
  const level = marginLevel(values.accountValue(account, call.now));
  const index = indexPrice(call, pair);
  const liquidation = liquidationPrice(account);
  const isEnabled = isolated.isEnabled(account);
  return {
    baseAsset: sideRecord(call, account, pair.base.name),
    quoteAsset: sideRecord(call, account, pair.quote.name),
    symbol: pair.name,
    isolatedCreated: isolated.isCreated(account),
    enabled: isEnabled,
    marginLevel: amountText(level),
    marginLevelStatus: levelStatus(level),
    marginRatio: amountText(MARGIN_MULTIPLE * ONE),
    indexPrice: amountText(index),
    liquidatePrice: amountText(liquidation),
    // The liquidation price as a fraction of the index price (our choice: not shown in the interface).
    liquidateRate: amountText((liquidation * ONE) / index),
    tradeEnabled: isEnabled,
  };
}

function sideRecord(call: SandboxCall, { trader, debts }: MarginAccount, asset: string) {
  const { values } = marginEngineOf(call);
  const { free, locked } = trader.account.balances.get(asset) ?? { free: 0n, locked: 0n };
  const { principal, interest } = debts.get(asset) ?? { principal: 0n, interest: 0n };
  const net = free + locked - principal - interest;
  return {
    asset,
    borrowEnabled: true,
    borrowed: amountText(principal),
    free: amountText(free),
    interest: amountText(interest),
    locked: amountText(locked),
    netAsset: amountText(net),
    netAssetOfBtc: amountText(values.valueInBtc(values.valueInUsdt(asset, net, call.now), call.now)),
    repayEnabled: true,
    totalAsset: amountText(free + locked),
  };
}

/**
 * Returns the word for a margin level, by the thresholds of the engine (our choice: those of an isolated pair
 * are not public).
 */
function levelStatus(level: bigint): string {
  if (level <= LEVELS.liquidation) return 'FORCE_LIQUIDATION';
  if (level <= LEVELS.call) return 'MARGIN_CALL';
  return level > LEVELS.transferOut || level === LEVEL_WITHOUT_DEBT ? 'EXCESSIVE' : 'NORMAL';
}

/** Returns the index price of a pair in 10^-8 of its quote asset. */
function indexPrice({ exchange, now }: SandboxCall, pair: MarketSymbol): bigint {
  const ticks = exchange.market.lastPrice(pair, now as UnixMs);
  return (BigInt(ticks) * ONE) / 10n ** BigInt(pair.tickDecimals);
}

/**
 * Returns the price of a pair (10^-8 of its quote asset) at which its isolated account would be liquidated; 0
 * if there is no such price.
 */
function liquidationPrice({ trader, debts, pair }: MarginAccount): bigint {
  const [base, quote] = [pair!.base.name, pair!.quote.name].map((asset) => {
    const { free, locked } = trader.account.balances.get(asset) ?? { free: 0n, locked: 0n };
    const { principal, interest } = debts.get(asset) ?? { principal: 0n, interest: 0n };
    return free + locked - ((principal + interest) * LEVELS.liquidation) / ONE;
  });
  // At the liquidation price, assets equal debts times the level: base × price + quote = 0.
  if (debts.size === 0 || base === 0n || base! > 0n === quote! > 0n) return 0n;
  return (-quote! * ONE) / base!;
}

function isolatedLimit(call: SandboxCall): string {
  const { isolated } = marginEngineOf(call);
  const enabled = isolated.createdBy(userOf(call)).filter((account) => isolated.isEnabled(account));
  return JSON.stringify({ enabledAccount: enabled.length, maxAccount: ENABLED_ACCOUNTS_MAX });
}

function isolatedPairs(call: SandboxCall): string {
  const pairs = call.params.has('symbol')
    ? [marginPairOf(call)]
    : marginPairs(call.exchange.market.symbols, call.now);
  return JSON.stringify(
    pairs.map(({ name, base, quote }) => ({
      base: base.name,
      isBuyAllowed: true,
      isMarginTrade: true,
      isSellAllowed: true,
      quote: quote.name,
      symbol: name,
    })),
  );
}

function accountOfPair(call: SandboxCall, pair: MarketSymbol): MarginAccount {
  return marginEngineOf(call).accounts.getOrOpen(userOf(call), pair);
}

function done({ pair }: MarginAccount): string {
  return JSON.stringify({ success: true, symbol: pair!.name });
}
