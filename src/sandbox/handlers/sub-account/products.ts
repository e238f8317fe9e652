/**
 * Margin and futures accounts of sub-accounts (interface document, Sub-accounts; records from public facts).
 * The values come from the handlers of the product, so that both agree, or from the wallets if the product is
 * not simulated.
 */
import type { FuturesProduct } from '../../../catalogue/futures-products.ts';
import { parseDecimal } from '../../../core/decimal.ts';
import { convertedValue } from '../../engine/funds/rates.ts';
import { nonZeroBalances } from '../../engine/funds/snapshots.ts';
import { emailOf } from '../../engine/funds/sub-accounts.ts';
import { accountOf, type Wallet } from '../../engine/funds/wallet-types.ts';
import type { User } from '../../engine/ledger/accounts.ts';
import { amountOf, amountText } from '../../engine/ledger/amounts.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { requestedSubAccount, requiredMaster, subAccountRegistry } from './values.ts';

/** Returns the handler of an endpoint; undefined where it has none. */
export type HandlerLookup = (endpoint: string) => Handler | undefined;

export type JsonRow = Readonly<Record<string, unknown>>;

/**
 * Returns the handlers by endpoint id; they call the handlers of the products on behalf of the sub-account.
 */
export function subAccountProductHandlers(handlerOf: HandlerLookup): Readonly<Record<string, Handler>> {
  return {
    'sub.margin.account': (call) => JSON.stringify(marginAccount(call, handlerOf, requestedSubAccount(call))),
    'sub.margin.summary': (call) => marginSummary(call, handlerOf),
    'sub.futures.account': (call) => futuresAccount(call, handlerOf),
    'sub.futures.summary': (call) => futuresSummary(call, handlerOf),
    'sub.futures.positions': (call) => futuresPositions(call, handlerOf),
  };
}

const ZERO = amountText(0n);

/** The margin levels of liquidation, margin call and normal state (public facts, Margin). */
const MARGIN_BARS = {
  forceLiquidationBar: '1.10000000',
  marginCallBar: '1.30000000',
  normalBar: '2.00000000',
} as const;

const MARGIN_TOTALS = ['totalAssetOfBtc', 'totalLiabilityOfBtc', 'totalNetAssetOfBtc'] as const;

/** The fields of a futures asset, with their names in the response of the futures account. */
const FUTURES_FIELDS = {
  initialMargin: 'initialMargin',
  maintenanceMargin: 'maintMargin',
  marginBalance: 'marginBalance',
  maxWithdrawAmount: 'maxWithdrawAmount',
  openOrderInitialMargin: 'openOrderInitialMargin',
  positionInitialMargin: 'positionInitialMargin',
  unrealizedProfit: 'unrealizedProfit',
  walletBalance: 'walletBalance',
} as const;
type FuturesField = keyof typeof FUTURES_FIELDS;
type FuturesAsset = { readonly asset: string } & Readonly<Record<FuturesField, string>>;

const FUTURES_TOTALS: Readonly<Record<string, FuturesField>> = {
  totalInitialMargin: 'initialMargin',
  totalMaintenanceMargin: 'maintenanceMargin',
  totalMarginBalance: 'marginBalance',
  totalOpenOrderInitialMargin: 'openOrderInitialMargin',
  totalPositionInitialMargin: 'positionInitialMargin',
  totalUnrealizedProfit: 'unrealizedProfit',
  totalWalletBalance: 'walletBalance',
};

/**
 * Returns the response that a product endpoint gives to a sub-account; undefined if the product is not
 * simulated.
 */
export function productResponse<R>(
  call: SandboxCall,
  handlerOf: HandlerLookup,
  endpoint: string,
  user: User,
): R | undefined {
  const handler = handlerOf(endpoint);
  return handler === undefined ? undefined : (JSON.parse(handler({ ...call, user, params: new Map() })) as R);
}

function marginAccount(call: SandboxCall, handlerOf: HandlerLookup, user: User) {
  const account =
    productResponse<JsonRow>(call, handlerOf, 'margin.account', user) ?? marginFromWallet(call, user);
  return {
    email: emailOf(user),
    marginLevel: account['marginLevel'] as string,
    totalAssetOfBtc: account['totalAssetOfBtc'] as string,
    totalLiabilityOfBtc: account['totalLiabilityOfBtc'] as string,
    totalNetAssetOfBtc: account['totalNetAssetOfBtc'] as string,
    marginTradeCoeffVo: MARGIN_BARS,
    marginUserAssetVoList: (account['userAssets'] as JsonRow[]).map((one) => ({
      asset: one['asset'],
      borrowed: one['borrowed'],
      free: one['free'],
      interest: one['interest'],
      locked: one['locked'],
      netAsset: one['netAsset'],
    })),
  };
}

function marginFromWallet({ exchange, now }: SandboxCall, user: User): JsonRow {
  const balances = nonZeroBalances(accountOf(exchange.accounts, { user, wallet: 'MARGIN' }));
  const total = balances.reduce(
    (sum, { asset, free, locked }) => sum + convertedValue(exchange.market, free + locked, asset, 'BTC', now),
    0n,
  );
  return {
    marginLevel: '999.00000000',
    totalAssetOfBtc: amountText(total),
    totalLiabilityOfBtc: ZERO,
    totalNetAssetOfBtc: amountText(total),
    userAssets: balances.map(({ asset, free, locked }) => ({
      asset,
      borrowed: ZERO,
      free: amountText(free),
      interest: ZERO,
      locked: amountText(locked),
      netAsset: amountText(free + locked),
    })),
  };
}

function marginSummary(call: SandboxCall, handlerOf: HandlerLookup): string {
  const subs = subAccountRegistry(call).of(requiredMaster(call));
  const rows = subs
    .filter((user) => subAccountRegistry(call).statusOf(user).isMarginEnabled)
    .map((user) => marginAccount(call, handlerOf, user));
  const totals = MARGIN_TOTALS.map((name) => [name, amountText(sumAmounts(rows.map((row) => row[name])))]);
  return JSON.stringify({
    ...Object.fromEntries(totals),
    subAccountList: rows.map((row) => ({
      email: row.email,
      ...Object.fromEntries(MARGIN_TOTALS.map((name) => [name, row[name]])),
    })),
  });
}

export function futuresAssets(
  call: SandboxCall,
  handlerOf: HandlerLookup,
  user: User,
  product: FuturesProduct,
): readonly FuturesAsset[] {
  const account = productResponse<{ readonly assets: JsonRow[] }>(
    call,
    handlerOf,
    `${product}.account`,
    user,
  );
  if (account === undefined)
    return assetsFromWallet(call, user, product === 'usdm' ? 'UMFUTURE' : 'CMFUTURE');
  return account.assets.map((row) => {
    const fields = Object.entries(FUTURES_FIELDS).map(([name, of]) => [name, row[of] ?? ZERO]);
    return { asset: row['asset'], ...Object.fromEntries(fields) } as FuturesAsset;
  });
}

function assetsFromWallet({ exchange }: SandboxCall, user: User, wallet: Wallet): readonly FuturesAsset[] {
  return nonZeroBalances(accountOf(exchange.accounts, { user, wallet })).map(({ asset, free, locked }) => {
    const all = amountText(free + locked);
    return {
      asset,
      initialMargin: ZERO,
      maintenanceMargin: ZERO,
      marginBalance: all,
      maxWithdrawAmount: amountText(free),
      openOrderInitialMargin: ZERO,
      positionInitialMargin: ZERO,
      unrealizedProfit: ZERO,
      walletBalance: all,
    };
  });
}

/** Returns the totals of all assets, converted to USDT. */
export function futuresTotals(
  call: SandboxCall,
  assets: readonly FuturesAsset[],
): Readonly<Record<string, string>> {
  const entries = Object.entries(FUTURES_TOTALS).map(([total, field]) => [
    total,
    totalInUsdt(call, assets, field),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

function totalInUsdt({ exchange, now }: SandboxCall, assets: readonly FuturesAsset[], field: FuturesField) {
  const values = assets.map((one) =>
    convertedValue(exchange.market, unitsOf(one[field]), one.asset, 'USDT', now),
  );
  return amountText(values.reduce((total, one) => total + one, 0n));
}

function futuresAccount(call: SandboxCall, handlerOf: HandlerLookup): string {
  return JSON.stringify(futuresAccountRecord(call, handlerOf));
}

/** Returns the futures account of the requested sub-account, of the requested type. */
export function futuresAccountRecord(call: SandboxCall, handlerOf: HandlerLookup) {
  const user = requestedSubAccount(call);
  const isCoinMargined = call.params.get('futuresType') === '2';
  const assets = futuresAssets(call, handlerOf, user, isCoinMargined ? 'coinm' : 'usdm');
  return {
    email: emailOf(user),
    asset: isCoinMargined ? 'USD' : 'USDT',
    assets,
    canDeposit: true,
    canTrade: subAccountRegistry(call).statusOf(user).isFuturesEnabled,
    canWithdraw: true,
    feeTier: 0,
    maxWithdrawAmount: totalInUsdt(call, assets, 'maxWithdrawAmount'),
    ...futuresTotals(call, assets),
    updateTime: user.updateTime,
  };
}

/** Returns the totals of USD-M and COIN-M futures of all sub-accounts in USDT. */
function futuresSummary(call: SandboxCall, handlerOf: HandlerLookup): string {
  const { params } = call;
  const all = subAccountRegistry(call)
    .of(requiredMaster(call))
    .filter((user) => subAccountRegistry(call).statusOf(user).isFuturesEnabled);
  const size = Number(params.get('limit') ?? Math.max(1, all.length));
  const first = (Number(params.get('page') ?? 1) - 1) * size;
  const assetsOf = (user: User) => [
    ...futuresAssets(call, handlerOf, user, 'usdm'),
    ...futuresAssets(call, handlerOf, user, 'coinm'),
  ];
  return JSON.stringify({
    ...futuresTotals(call, all.flatMap(assetsOf)),
    asset: 'USD',
    subAccountList: all.slice(first, first + size).map((user) => ({
      email: emailOf(user),
      ...futuresTotals(call, assetsOf(user)),
      asset: 'USD',
    })),
  });
}

function futuresPositions(call: SandboxCall, handlerOf: HandlerLookup): string {
  return JSON.stringify(openPositions(call, handlerOf, 'usdm').map(positionRecord));
}

/** Returns the open positions of the requested sub-account, as the product lists them. */
export function openPositions(
  call: SandboxCall,
  handlerOf: HandlerLookup,
  product: FuturesProduct,
): readonly JsonRow[] {
  const rows =
    productResponse<JsonRow[]>(call, handlerOf, `${product}.position-risk`, requestedSubAccount(call)) ?? [];
  return rows.filter((row) => Number(row['positionAmt']) !== 0);
}

/** Returns the record of a USD-M position of a sub-account. */
export function positionRecord(row: JsonRow) {
  return {
    entryPrice: row['entryPrice'],
    leverage: row['leverage'],
    maxNotional: row['maxNotionalValue'],
    liquidationPrice: row['liquidationPrice'],
    markPrice: row['markPrice'],
    positionAmount: row['positionAmt'],
    symbol: row['symbol'],
    unrealizedProfit: row['unRealizedProfit'],
  };
}

export function sumAmounts(texts: readonly string[]): bigint {
  return texts.reduce((total, text) => total + unitsOf(text), 0n);
}

export function unitsOf(text: string): bigint {
  const decimal = parseDecimal(text);
  return (decimal === undefined ? undefined : amountOf(decimal)) ?? 0n;
}
