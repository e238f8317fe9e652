/**
 * What sub-accounts hold on margin and futures (interface document, Sub-accounts; records from public facts). Where a
 * line is simulated it is what the line itself tells the sub-account, so that both agree; else it is their wallets.
 */
import { parseDecimal } from '../../../core/decimal.ts';
import { convertedValue } from '../../engine/funds/rates.ts';
import { nonZeroBalances } from '../../engine/funds/snapshots.ts';
import { emailOf } from '../../engine/funds/sub-accounts.ts';
import { accountOf, type Wallet } from '../../engine/funds/wallet-types.ts';
import type { User } from '../../engine/ledger/accounts.ts';
import { amountOf, amountText } from '../../engine/ledger/amounts.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { masterOf, subAccountsOf, subOf } from './values.ts';

/** Returns the handler of an endpoint, if it has one. */
type Lines = (endpoint: string) => Handler | undefined;

type Row = Readonly<Record<string, unknown>>;

/** Returns the handlers by endpoint id; they ask those of the lines as the sub-account would. */
export function subAccountLineHandlers(lines: Lines): Readonly<Record<string, Handler>> {
  return {
    'sub.margin.account': (call) => JSON.stringify(marginAccount(call, lines, subOf(call))),
    'sub.margin.summary': (call) => marginSummary(call, lines),
    'sub.futures.account': (call) => futuresAccount(call, lines),
    'sub.futures.summary': (call) => futuresSummary(call, lines),
    'sub.futures.positions': (call) => futuresPositions(call, lines),
  };
}

const NOTHING = amountText(0n);

/** From which margin level on what happens (public facts, Margin). */
const MARGIN_BARS = {
  forceLiquidationBar: '1.10000000',
  marginCallBar: '1.30000000',
  normalBar: '2.00000000',
} as const;

const MARGIN_TOTALS = ['totalAssetOfBtc', 'totalLiabilityOfBtc', 'totalNetAssetOfBtc'] as const;

/** The fields of one asset of a futures account, and what the line calls them. */
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

/** Returns what a line answers a sub-account, or undefined where it is not simulated. */
function told<R>(call: SandboxCall, lines: Lines, endpoint: string, user: User): R | undefined {
  const handler = lines(endpoint);
  return handler === undefined ? undefined : (JSON.parse(handler({ ...call, user, params: new Map() })) as R);
}

function marginAccount(call: SandboxCall, lines: Lines, user: User) {
  const account = told<Row>(call, lines, 'margin.account', user) ?? marginFromWallet(call, user);
  return {
    email: emailOf(user),
    marginLevel: account['marginLevel'] as string,
    totalAssetOfBtc: account['totalAssetOfBtc'] as string,
    totalLiabilityOfBtc: account['totalLiabilityOfBtc'] as string,
    totalNetAssetOfBtc: account['totalNetAssetOfBtc'] as string,
    marginTradeCoeffVo: MARGIN_BARS,
    marginUserAssetVoList: (account['userAssets'] as Row[]).map((one) => ({
      asset: one['asset'],
      borrowed: one['borrowed'],
      free: one['free'],
      interest: one['interest'],
      locked: one['locked'],
      netAsset: one['netAsset'],
    })),
  };
}

function marginFromWallet({ exchange, now }: SandboxCall, user: User): Row {
  const held = nonZeroBalances(accountOf(exchange.accounts, { user, wallet: 'MARGIN' }));
  const total = held.reduce(
    (sum, { asset, free, locked }) => sum + convertedValue(exchange.market, free + locked, asset, 'BTC', now),
    0n,
  );
  return {
    marginLevel: '999.00000000',
    totalAssetOfBtc: amountText(total),
    totalLiabilityOfBtc: NOTHING,
    totalNetAssetOfBtc: amountText(total),
    userAssets: held.map(({ asset, free, locked }) => ({
      asset,
      borrowed: NOTHING,
      free: amountText(free),
      interest: NOTHING,
      locked: amountText(locked),
      netAsset: amountText(free + locked),
    })),
  };
}

function marginSummary(call: SandboxCall, lines: Lines): string {
  const subs = subAccountsOf(call).of(masterOf(call));
  const rows = subs
    .filter((user) => subAccountsOf(call).statusOf(user).isMarginEnabled)
    .map((user) => marginAccount(call, lines, user));
  const totals = MARGIN_TOTALS.map((name) => [name, amountText(sum(rows.map((row) => row[name])))]);
  return JSON.stringify({
    ...Object.fromEntries(totals),
    subAccountList: rows.map((row) => ({
      email: row.email,
      ...Object.fromEntries(MARGIN_TOTALS.map((name) => [name, row[name]])),
    })),
  });
}

function futuresAssets(
  call: SandboxCall,
  lines: Lines,
  user: User,
  line: 'usdm' | 'coinm',
): readonly FuturesAsset[] {
  const account = told<{ readonly assets: Row[] }>(call, lines, `${line}.account`, user);
  if (account === undefined) return assetsFromWallet(call, user, line === 'usdm' ? 'UMFUTURE' : 'CMFUTURE');
  return account.assets.map((row) => {
    const fields = Object.entries(FUTURES_FIELDS).map(([name, of]) => [name, row[of] ?? NOTHING]);
    return { asset: row['asset'], ...Object.fromEntries(fields) } as FuturesAsset;
  });
}

function assetsFromWallet({ exchange }: SandboxCall, user: User, wallet: Wallet): readonly FuturesAsset[] {
  return nonZeroBalances(accountOf(exchange.accounts, { user, wallet })).map(({ asset, free, locked }) => {
    const all = amountText(free + locked);
    return {
      asset,
      initialMargin: NOTHING,
      maintenanceMargin: NOTHING,
      marginBalance: all,
      maxWithdrawAmount: amountText(free),
      openOrderInitialMargin: NOTHING,
      positionInitialMargin: NOTHING,
      unrealizedProfit: NOTHING,
      walletBalance: all,
    };
  });
}

/** Returns the totals over assets of what they are worth in dollars. */
function futuresTotals(call: SandboxCall, assets: readonly FuturesAsset[]): Readonly<Record<string, string>> {
  const entries = Object.entries(FUTURES_TOTALS).map(([total, field]) => [
    total,
    inDollars(call, assets, field),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

function inDollars({ exchange, now }: SandboxCall, assets: readonly FuturesAsset[], field: FuturesField) {
  const worth = assets.map((one) =>
    convertedValue(exchange.market, unitsOf(one[field]), one.asset, 'USDT', now),
  );
  return amountText(worth.reduce((total, one) => total + one, 0n));
}

function futuresAccount(call: SandboxCall, lines: Lines): string {
  const user = subOf(call);
  const isCoinMargined = call.params.get('futuresType') === '2';
  const assets = futuresAssets(call, lines, user, isCoinMargined ? 'coinm' : 'usdm');
  return JSON.stringify({
    email: emailOf(user),
    asset: isCoinMargined ? 'USD' : 'USDT',
    assets,
    canDeposit: true,
    canTrade: subAccountsOf(call).statusOf(user).isFuturesEnabled,
    canWithdraw: true,
    feeTier: 0,
    maxWithdrawAmount: inDollars(call, assets, 'maxWithdrawAmount'),
    ...futuresTotals(call, assets),
    updateTime: user.updateTime,
  });
}

/** Both kinds of futures together, in dollars. */
function futuresSummary(call: SandboxCall, lines: Lines): string {
  const { params } = call;
  const all = subAccountsOf(call)
    .of(masterOf(call))
    .filter((user) => subAccountsOf(call).statusOf(user).isFuturesEnabled);
  const size = Number(params.get('limit') ?? Math.max(1, all.length));
  const first = (Number(params.get('page') ?? 1) - 1) * size;
  const assetsOf = (user: User) => [
    ...futuresAssets(call, lines, user, 'usdm'),
    ...futuresAssets(call, lines, user, 'coinm'),
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

function futuresPositions(call: SandboxCall, lines: Lines): string {
  const rows = told<Row[]>(call, lines, 'usdm.position-risk', subOf(call)) ?? [];
  const open = rows.filter((row) => Number(row['positionAmt']) !== 0);
  return JSON.stringify(
    open.map((row) => ({
      entryPrice: row['entryPrice'],
      leverage: row['leverage'],
      maxNotional: row['maxNotionalValue'],
      liquidationPrice: row['liquidationPrice'],
      markPrice: row['markPrice'],
      positionAmount: row['positionAmt'],
      symbol: row['symbol'],
      unrealizedProfit: row['unRealizedProfit'],
    })),
  );
}

function sum(texts: readonly string[]): bigint {
  return texts.reduce((total, text) => total + unitsOf(text), 0n);
}

function unitsOf(text: string): bigint {
  const decimal = parseDecimal(text);
  return (decimal === undefined ? undefined : amountOf(decimal)) ?? 0n;
}
