/** Coins and their networks, fees, and the state of account and exchange (interface document, Wallet). */

import { MINUTE_MS } from '../../../core/time-units.ts';
import { depositAddress } from '../../engine/funds/addresses.ts';
import { FUNDS } from '../../engine/funds/engine.ts';
import {
  addressPattern,
  type CoinNetwork,
  FIAT_ASSETS,
  findNetwork,
  networksOf,
  TAG_PATTERN,
} from '../../engine/funds/networks.ts';
import { amountText, COMMISSION_PER_10000 } from '../../engine/ledger/amounts.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { SandboxRefusal } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { invalidValue, listedAssets, requiredAsset } from '../amounts.ts';
import { listedSymbols, symbolOf } from '../request-values.ts';

/** The request handlers by endpoint id. */
export const fundsCoinHandlers: Readonly<Record<string, Handler>> = {
  'funds.system-status': () => JSON.stringify({ status: 0, msg: 'normal' }),
  'funds.account-status': () => JSON.stringify({ data: 'Normal' }),
  'funds.api-trading-status': apiTradingStatus,
  'funds.coins': coins,
  'funds.deposit-address': depositAddressRecord,
  'funds.asset-details': assetDetails,
  'funds.trade-fees': tradeFees,
};

const ZERO = amountText(0n);
const COMMISSION = amountText(BigInt(COMMISSION_PER_10000) * 10_000n);

/** The thresholds at which the exchange locks API trading, as the exchange's rules publish them. */
const LOCK_THRESHOLDS = { GCR: 150, IFER: 150, UFR: 300 } as const;

function apiTradingStatus(call: SandboxCall): string {
  const { updateTime } = userOf(call);
  const data = { isLocked: false, plannedRecoverTime: 0, triggerCondition: LOCK_THRESHOLDS, updateTime };
  return JSON.stringify({ data });
}

function coins(call: SandboxCall): string {
  return JSON.stringify(listedAssets(call.now).map((coin) => coinRecord(call, coin)));
}

function coinRecord(call: SandboxCall, coin: string) {
  const user = userOf(call);
  const { free, locked } = user.account.balances.get(coin) ?? { free: 0n, locked: 0n };
  const networks = networksOf(coin);
  const { withdrawals, deposits } = call.exchange.engines.get(FUNDS);
  return {
    coin,
    depositAllEnable: networks.length > 0,
    free: amountText(free),
    freeze: amountText(deposits.lockedAmount(user, 'MAIN', coin)),
    ipoable: ZERO,
    ipoing: ZERO,
    isLegalMoney: FIAT_ASSETS.has(coin),
    locked: amountText(locked),
    name: coin,
    networkList: networks.map(networkRecord),
    storage: ZERO,
    trading: true,
    withdrawAllEnable: networks.length > 0,
    withdrawing: amountText(withdrawals.pendingAmount(user, coin)),
  };
}

function networkRecord(network: CoinNetwork) {
  const { form } = network;
  const isTagged = form.usesTag === true;
  return {
    addressRegex: addressPattern(form),
    coin: network.coin,
    depositDesc: '',
    depositEnable: true,
    isDefault: network.isDefault,
    memoRegex: isTagged ? TAG_PATTERN : '',
    minConfirm: network.confirmations,
    name: network.name,
    network: network.network,
    resetAddressStatus: false,
    specialTips: '',
    unLockConfirm: network.unlockConfirmations,
    withdrawDesc: '',
    withdrawEnable: true,
    withdrawFee: amountText(network.withdrawFee),
    withdrawIntegerMultiple: amountText(network.withdrawMultiple),
    withdrawMax: amountText(network.withdrawMax),
    withdrawMin: amountText(network.withdrawMin),
    sameAddress: isTagged,
    estimatedArrivalTime: Math.ceil((network.confirmations * network.blockMs) / MINUTE_MS),
    busy: false,
  };
}

function depositAddressRecord(call: SandboxCall): string {
  const coin = requiredAsset(call, 'coin');
  if (networksOf(coin).length === 0) {
    throw new SandboxRefusal(400, -4019, 'The asset is not supported.');
  }
  const network = findNetwork(coin, call.params.get('network'));
  if (network === undefined) throw invalidValue('network');
  const found = depositAddress(call.exchange.seed, userOf(call), network);
  return JSON.stringify({ address: found.address, coin, tag: found.tag, url: '' });
}

/** Returns asset details as JSON text, because the fee is a JSON number that must keep every digit. */
function assetDetails(call: SandboxCall): string {
  const assets = call.params.has('asset') ? [requiredAsset(call)] : listedAssets(call.now);
  const entries = assets.flatMap((asset) => {
    const [network] = networksOf(asset);
    if (network === undefined) return [];
    const { withdrawMin, withdrawFee } = network;
    return [
      `${JSON.stringify(asset)}:{"minWithdrawAmount":"${amountText(withdrawMin)}","depositStatus":true,` +
        `"withdrawFee":${amountText(withdrawFee)},"withdrawStatus":true}`,
    ];
  });
  return `{${entries.join(',')}}`;
}

function tradeFees(call: SandboxCall): string {
  const symbols = call.params.has('symbol') ? [symbolOf(call)] : listedSymbols(call);
  const rows = symbols.map(({ name }) => ({
    symbol: name,
    makerCommission: COMMISSION,
    takerCommission: COMMISSION,
  }));
  return JSON.stringify(rows);
}
