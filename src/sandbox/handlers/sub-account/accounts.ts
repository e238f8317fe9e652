/** The list, status and spot assets of sub-accounts (interface document, Sub-accounts). */

import { convertedValue } from '../../engine/funds/rates.ts';
import { nonZeroBalances } from '../../engine/funds/snapshots.ts';
import { emailOf } from '../../engine/funds/sub-accounts.ts';
import { accountOf } from '../../engine/funds/wallet-types.ts';
import type { User } from '../../engine/ledger/accounts.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { pageOf } from '../history-pages.ts';
import { requestedSubAccount, requestedSubAccounts, requiredMaster, subAccountRegistry } from './values.ts';

/** The request handlers by endpoint id. */
export const subAccountHandlers: Readonly<Record<string, Handler>> = {
  'sub.list': list,
  'sub.status': status,
  'sub.spot-summary': spotSummary,
  'sub.margin.enable': marginEnable,
  'sub.futures.enable': futuresEnable,
};

/** Lists sub-accounts; none is ever frozen. */
function list(call: SandboxCall): string {
  const subs = call.params.get('isFreeze') === 'true' ? [] : requestedSubAccounts(call);
  const subAccounts = pageOf(call, subs, 'page', 'limit').map((user) => ({
    subUserId: user.id,
    email: emailOf(user),
    remark: '',
    isFreeze: false,
    createTime: subAccountRegistry(call).statusOf(user).openedAt,
    isManagedSubAccount: false,
    isAssetManagementSubAccount: false,
  }));
  return JSON.stringify({ subAccounts });
}

function status(call: SandboxCall): string {
  const rows = requestedSubAccounts(call).map((user) => {
    const { openedAt: since, isMarginEnabled, isFuturesEnabled } = subAccountRegistry(call).statusOf(user);
    return {
      email: emailOf(user),
      isSubUserEnabled: true,
      isUserActive: true,
      insertTime: since,
      isMarginEnabled,
      isFutureEnabled: isFuturesEnabled,
      mobile: 0,
    };
  });
  return JSON.stringify(rows);
}

function spotSummary(call: SandboxCall): string {
  const subs = requestedSubAccounts(call);
  return JSON.stringify({
    totalCount: subs.length,
    masterAccountTotalAsset: spotInBtc(call, requiredMaster(call)),
    spotSubUserAssetBtcVoList: pageOf(call, subs, 'page', 'size').map((user) => ({
      email: emailOf(user),
      totalAsset: spotInBtc(call, user),
    })),
  });
}

function spotInBtc({ exchange, now }: SandboxCall, user: User): string {
  const held = nonZeroBalances(accountOf(exchange.accounts, { user, wallet: 'MAIN' }));
  const total = held.reduce(
    (sum, { asset, free, locked }) => sum + convertedValue(exchange.market, free + locked, asset, 'BTC', now),
    0n,
  );
  return amountText(total);
}

function marginEnable(call: SandboxCall): string {
  const user = requestedSubAccount(call);
  subAccountRegistry(call).statusOf(user).isMarginEnabled = true;
  return JSON.stringify({ email: emailOf(user), isMarginEnabled: true });
}

function futuresEnable(call: SandboxCall): string {
  const user = requestedSubAccount(call);
  subAccountRegistry(call).statusOf(user).isFuturesEnabled = true;
  return JSON.stringify({ email: emailOf(user), isFuturesEnabled: true });
}
