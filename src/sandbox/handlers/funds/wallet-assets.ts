/** The assets in the wallets of an account, and their values (today's interface, wallet rows). */

import { EARN } from '../../engine/earn/engine.ts';
import { FUNDS } from '../../engine/funds/engine.ts';
import { convertedValue, usdtPriceOf } from '../../engine/funds/rates.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import type { LedgerAccount } from '../../engine/ledger/postings.ts';
import type { SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { invalidValue, requiredAsset } from '../amounts.ts';

/** An asset in a wallet; amounts are in 10^-8. */
interface WalletAsset {
  readonly asset: string;
  readonly free: bigint;
  readonly locked: bigint;
  /** The part of deposits that must not be withdrawn yet. */
  readonly freeze: bigint;
  readonly withdrawing: bigint;
}

/** Answers the assets of the funding wallet. */
export function fundingAssets(call: SandboxCall): string {
  const wallet = userOf(call).wallets.get('FUNDING');
  return JSON.stringify(requestedAssets(call, depositAssets(call, wallet, 'FUNDING')));
}

/** Answers the assets of the spot wallet. */
export function spotAssets(call: SandboxCall): string {
  const rows = requestedAssets(call, depositAssets(call, userOf(call).account, 'MAIN'));
  return JSON.stringify(rows.map((row) => ({ ...row, ipoable: amountText(0n) })));
}

/** Returns the rows of the assets with a balance, or of the asset that the call names. */
function requestedAssets(call: SandboxCall, assets: readonly WalletAsset[]) {
  const only = call.params.has('asset') ? requiredAsset(call) : undefined;
  const isValued = call.params.get('needBtcValuation') === 'true';
  return assets
    .filter((one) => (only === undefined ? hasBalance(one) : one.asset === only))
    .map((one) => assetRow(call, one, isValued));
}

function assetRow(call: SandboxCall, one: WalletAsset, isValued: boolean) {
  return {
    asset: one.asset,
    free: amountText(one.free),
    locked: amountText(one.locked),
    freeze: amountText(one.freeze),
    withdrawing: amountText(one.withdrawing),
    btcValuation: amountText(isValued ? valueIn(call, 'BTC', one) : 0n),
  };
}

function hasBalance({ free, locked }: WalletAsset): boolean {
  return free + locked > 0n;
}

function valueIn(
  { exchange, now }: SandboxCall,
  quote: string,
  { asset, free, locked }: WalletAsset,
): bigint {
  return convertedValue(exchange.market, free + locked, asset, quote, now);
}

/** Returns the assets of a wallet to which deposits and withdrawals belong. */
function depositAssets(
  call: SandboxCall,
  account: LedgerAccount | undefined,
  wallet: 'MAIN' | 'FUNDING',
): readonly WalletAsset[] {
  const user = userOf(call);
  const { deposits, withdrawals } = call.exchange.engines.get(FUNDS);
  return accountAssets([account]).map((one) => ({
    ...one,
    freeze: deposits.lockedAmount(user, wallet, one.asset),
    withdrawing: wallet === 'MAIN' ? withdrawals.pendingAmount(user, one.asset) : 0n,
  }));
}

/** Returns the assets of several accounts together. */
function accountAssets(accounts: readonly (LedgerAccount | undefined)[]): readonly WalletAsset[] {
  return sumByAsset(
    accounts.flatMap((one) => [...(one?.balances ?? [])].map(([asset, held]) => ({ asset, ...held }))),
  );
}

function sumByAsset(
  held: readonly { readonly asset: string; readonly free: bigint; readonly locked: bigint }[],
): readonly WalletAsset[] {
  const sums = new Map<string, WalletAsset>();
  for (const { asset, free, locked } of held) {
    const sum = sums.get(asset) ?? { asset, free: 0n, locked: 0n, freeze: 0n, withdrawing: 0n };
    sums.set(asset, { ...sum, free: sum.free + free, locked: sum.locked + locked });
  }
  return [...sums.values()];
}

/**
 * Answers the value of the assets in each wallet, without the profit of positions and the debts of margin
 * accounts, and on request the assets (the field assetBalances follows the official connector).
 */
export function walletBalances(call: SandboxCall): string {
  const { exchange, now, params } = call;
  const user = userOf(call);
  const { account, wallets } = user;
  const quote = requiredAsset(call, 'quoteAsset');
  if (usdtPriceOf(exchange.market, quote, now) === undefined) throw invalidValue('quoteAsset');
  const hasDetail = params.get('needBalanceDetail') === 'true';
  const row = (walletName: string, activate: boolean, assets: readonly WalletAsset[]) => ({
    activate,
    balance: amountText(assets.reduce((sum, one) => sum + valueIn(call, quote, one), 0n)),
    walletName,
    ...(hasDetail ? { assetBalances: detailRows(call, assets) } : {}),
  });
  const named = (walletName: string, name: 'MARGIN' | 'UMFUTURE' | 'CMFUTURE' | 'OPTION') =>
    row(walletName, wallets.has(name), accountAssets([wallets.get(name)]));
  const isolated = [...wallets].flatMap(([name, one]) => (name.startsWith('ISOLATED ') ? [one] : []));
  const earn = exchange.engines.get(EARN).holdingsOf(user);
  return JSON.stringify([
    row('Spot', true, depositAssets(call, account, 'MAIN')),
    row('Funding', wallets.has('FUNDING'), depositAssets(call, wallets.get('FUNDING'), 'FUNDING')),
    named('Cross Margin', 'MARGIN'),
    row('Isolated Margin', isolated.length > 0, accountAssets(isolated)),
    named('USDⓈ-M Futures', 'UMFUTURE'),
    named('COIN-M Futures', 'CMFUTURE'),
    row('Earn', true, sumByAsset(earn.map(({ asset, amount }) => ({ asset, free: amount, locked: 0n })))),
    named('Options', 'OPTION'),
  ]);
}

/** Returns the assets of a wallet with their values; the sandbox knows no other name of an asset than its code. */
function detailRows(call: SandboxCall, assets: readonly WalletAsset[]) {
  return assets.filter(hasBalance).map((one) => {
    const { asset, ...amounts } = assetRow(call, one, true);
    return { asset, assetName: asset, ...amounts };
  });
}
