/**
 * Balances, futures accounts and deposits of sub-accounts of today's interface (sub-account rows; the fields of
 * the coin-margined answers follow the official connector).
 */
import { convertedValue } from '../../engine/funds/rates.ts';
import { nonZeroBalances } from '../../engine/funds/snapshots.ts';
import { emailOf } from '../../engine/funds/sub-accounts.ts';
import { accountOf } from '../../engine/funds/wallet-types.ts';
import type { User } from '../../engine/ledger/accounts.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { pageOf } from '../history-pages.ts';
import {
  futuresAccountRecord,
  futuresAssets,
  futuresTotals,
  type HandlerLookup,
  type JsonRow,
  openPositions,
  positionRecord,
  unitsOf,
} from './products.ts';
import { requestedSubAccount, requiredMaster, subAccountRegistry } from './values.ts';

/** Returns the handlers by endpoint id; those of deposits call the handlers of the wallet for the sub-account. */
export function subAccountTodayHandlers(handlerOf: HandlerLookup): Readonly<Record<string, Handler>> {
  return {
    'sub.assets': assets,
    'sub.futures.account-v2': (call) => futuresAccount(call, handlerOf),
    'sub.futures.summary-v2': (call) => futuresSummary(call, handlerOf),
    'sub.futures.positions-v2': (call) => futuresPositions(call, handlerOf),
    'sub.deposit.address': (call) => forSubAccount(call, handlerOf, 'funds.deposit-address'),
    'sub.deposit.history': (call) => forSubAccount(call, handlerOf, 'funds.deposits'),
  };
}

const ZERO = amountText(0n);

/** The fields of a coin-margined summary, in BTC, with the fields of an asset that they sum up. */
const BTC_TOTALS = {
  totalMarginBalance: 'marginBalance',
  totalUnrealizedProfit: 'unrealizedProfit',
  totalWalletBalance: 'walletBalance',
} as const;

function isCoinMargined({ params }: SandboxCall): boolean {
  return params.get('futuresType') === '2';
}

function forSubAccount(call: SandboxCall, handlerOf: HandlerLookup, endpoint: string): string {
  return handlerOf(endpoint)!({ ...call, user: requestedSubAccount(call) });
}

function assets(call: SandboxCall): string {
  const user = requestedSubAccount(call);
  const held = nonZeroBalances(accountOf(call.exchange.accounts, { user, wallet: 'MAIN' }));
  const balances = held.map(({ asset, free, locked }) => ({
    asset,
    free: amountText(free),
    locked: amountText(locked),
    freeze: ZERO,
    withdrawing: ZERO,
  }));
  return JSON.stringify({ balances });
}

function futuresAccount(call: SandboxCall, handlerOf: HandlerLookup): string {
  const account = futuresAccountRecord(call, handlerOf);
  if (!isCoinMargined(call)) return JSON.stringify({ futureAccountResp: account });
  const { email, assets: rows, canDeposit, canTrade, canWithdraw, feeTier, updateTime } = account;
  const deliveryAccountResp = { email, assets: rows, canDeposit, canTrade, canWithdraw, feeTier, updateTime };
  return JSON.stringify({ deliveryAccountResp });
}

function futuresSummary(call: SandboxCall, handlerOf: HandlerLookup): string {
  const subs = subAccountRegistry(call)
    .of(requiredMaster(call))
    .filter((user) => subAccountRegistry(call).statusOf(user).isFuturesEnabled);
  const page = pageOf(call, subs, 'page', 'limit');
  if (isCoinMargined(call)) return coinMarginedSummary(call, handlerOf, subs, page);
  const assetsOf = (user: User) => futuresAssets(call, handlerOf, user, 'usdm');
  const futureAccountSummaryResp = {
    ...futuresTotals(call, subs.flatMap(assetsOf)),
    asset: 'USD',
    subAccountList: page.map((user) => ({
      email: emailOf(user),
      ...futuresTotals(call, assetsOf(user)),
      asset: 'USD',
    })),
  };
  return JSON.stringify({ futureAccountSummaryResp });
}

function coinMarginedSummary(
  call: SandboxCall,
  handlerOf: HandlerLookup,
  subs: readonly User[],
  page: readonly User[],
): string {
  const totalsOf = (users: readonly User[], suffix: string) => {
    const rows = users.flatMap((user) => futuresAssets(call, handlerOf, user, 'coinm'));
    const entries = Object.entries(BTC_TOTALS).map(([total, field]) => {
      const inBtc = rows.map((row) =>
        convertedValue(call.exchange.market, unitsOf(row[field]), row.asset, 'BTC', call.now),
      );
      return [`${total}${suffix}`, amountText(inBtc.reduce((sum, one) => sum + one, 0n))];
    });
    return Object.fromEntries(entries) as Record<string, string>;
  };
  const deliveryAccountSummaryResp = {
    ...totalsOf(subs, 'OfBTC'),
    asset: 'BTC',
    subAccountList: page.map((user) => ({ email: emailOf(user), ...totalsOf([user], ''), asset: 'BTC' })),
  };
  return JSON.stringify({ deliveryAccountSummaryResp });
}

function futuresPositions(call: SandboxCall, handlerOf: HandlerLookup): string {
  if (!isCoinMargined(call)) {
    const futurePositionRiskVos = openPositions(call, handlerOf, 'usdm').map(positionRecord);
    return JSON.stringify({ futurePositionRiskVos });
  }
  const deliveryPositionRiskVos = openPositions(call, handlerOf, 'coinm').map(coinMarginedPosition);
  return JSON.stringify({ deliveryPositionRiskVos });
}

function coinMarginedPosition(row: JsonRow) {
  const isIsolated = row['marginType'] === 'isolated';
  return {
    entryPrice: row['entryPrice'],
    markPrice: row['markPrice'],
    leverage: row['leverage'],
    isolated: String(isIsolated),
    isolatedWallet: row['isolatedWallet'],
    isolatedMargin: row['isolatedMargin'],
    isAutoAddMargin: row['isAutoAddMargin'],
    positionSide: row['positionSide'],
    positionAmount: row['positionAmt'],
    symbol: row['symbol'],
    unrealizedProfit: row['unRealizedProfit'],
  };
}
