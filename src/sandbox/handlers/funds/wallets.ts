/** Wallets, permissions and listings of the account (today's interface, wallet rows). */

import { depositAddress } from '../../engine/funds/addresses.ts';
import { networksOf } from '../../engine/funds/networks.ts';
import { listSymbols, type MarketSymbol } from '../../engine/market/symbols.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { invalidValue, listedAssets, requiredAsset } from '../amounts.ts';
import { fundingAssets, spotAssets, walletBalances } from './wallet-assets.ts';

/** The request handlers by endpoint id. */
export const fundsWalletHandlers: Readonly<Record<string, Handler>> = {
  'funds.key-permissions': keyPermissions,
  'funds.account-info': accountInfo,
  'funds.funding-assets': fundingAssets,
  'funds.spot-assets': spotAssets,
  'funds.wallet-balances': walletBalances,
  'funds.deposit-addresses': depositAddresses,
  'funds.asset-tags': assetTags,
  'funds.delist-schedule': (call) =>
    schedule(call, 'delistTime', ({ delistedAt }) => delistedAt ?? Number.NEGATIVE_INFINITY),
  'funds.open-symbols': (call) => schedule(call, 'openTime', ({ listedAt }) => listedAt),
};

/**
 * Returns the permissions of the API key that made the call; a key counts as created at the last change of
 * its user (our choice).
 */
function keyPermissions(call: SandboxCall): string {
  const key = call.apiKey;
  if (key === undefined) throw new Error('the permissions of a key were asked for without a key');
  const has = (permission: Parameters<typeof key.permissions.has>[0]) => key.permissions.has(permission);
  return JSON.stringify({
    ipRestrict: key.addresses !== undefined,
    createTime: key.user.updateTime,
    enableReading: has('reading'),
    enableWithdrawals: has('withdrawals'),
    enableInternalTransfer: has('transfers'),
    enableMargin: has('margin'),
    enableFutures: has('futures'),
    permitsUniversalTransfer: has('transfers'),
    enableVanillaOptions: has('options'),
    enableFixApiTrade: false,
    enableFixReadOnly: false,
    enableSpotAndMarginTrading: has('spot'),
    enablePortfolioMarginTrading: false,
  });
}

function accountInfo(call: SandboxCall): string {
  const { wallets } = userOf(call);
  return JSON.stringify({
    vipLevel: 0,
    isMarginEnabled: wallets.has('MARGIN'),
    isFutureEnabled: wallets.has('UMFUTURE') || wallets.has('CMFUTURE'),
    isOptionsEnabled: wallets.has('OPTION'),
    isPortfolioMarginRetailEnabled: false,
  });
}

function depositAddresses(call: SandboxCall): string {
  const coin = requiredAsset(call, 'coin');
  const all = networksOf(coin);
  if (all.length === 0) throw new SandboxRefusal(400, -4019, 'The asset is not supported.');
  const wanted = call.params.get('network');
  const networks = all.filter(({ network }) => wanted === undefined || network === wanted);
  if (networks.length === 0) throw invalidValue('network');
  return JSON.stringify(
    networks.map((network) => {
      const { address, tag } = depositAddress(call.exchange.seed, userOf(call), network);
      return { coin, address, tag, isDefault: network.isDefault ? 1 : 0 };
    }),
  );
}

/** Returns the symbols whose listing or delisting is still to come, grouped by time. */
/** Lists the assets; those of the sandbox have no tags. */
function assetTags({ now }: SandboxCall): string {
  return JSON.stringify(
    listedAssets(now).map((asset) => ({ assetCode: asset, assetName: asset, trading: true, tags: [] })),
  );
}

function schedule({ now }: SandboxCall, name: string, timeOf: (symbol: MarketSymbol) => number): string {
  const byTime = new Map<number, string[]>();
  for (const symbol of listSymbols()) {
    const time = timeOf(symbol);
    if (time > now) byTime.set(time, [...(byTime.get(time) ?? []), symbol.name]);
  }
  const rows = [...byTime].sort(([a], [b]) => a - b);
  return JSON.stringify(rows.map(([time, symbols]) => ({ [name]: time, symbols })));
}
