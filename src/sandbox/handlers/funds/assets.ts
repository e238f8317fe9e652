/**
 * Transfers between wallets, asset dividends and account snapshots (interface document,
 * Wallet).
 */

import { DAY_MS } from '../../../core/time-units.ts';
import { FUNDS } from '../../engine/funds/engine.ts';
import { convertedValue } from '../../engine/funds/rates.ts';
import type { BalanceSnapshot, SnapshotBalance } from '../../engine/funds/snapshots.ts';
import type { Transfer } from '../../engine/funds/transfers.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { marginPairName, requiredAmount, requiredAsset } from '../amounts.ts';
import { pageOf, rowsIn, windowOf } from '../history-pages.ts';
import { selectRows } from '../history-query.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';

/** The request handlers by endpoint id. */
export const fundsAssetHandlers: Readonly<Record<string, Handler>> = {
  'funds.transfer': transfer,
  'funds.transfers': transfers,
  'funds.dividends': dividends,
  'funds.snapshot': snapshot,
};

/**
 * How long transfers remain in the history, in ms, and the time window of requests without times (public
 * facts, Wallet).
 */
const TRANSFER_RETENTION_MS = 183 * DAY_MS;
const TRANSFER_WINDOW_MS = 7 * DAY_MS;

const ZERO = amountText(0n);

function transfer(call: SandboxCall): string {
  const { params, exchange, now } = call;
  const request = {
    user: userOf(call),
    type: params.get('type')!,
    asset: requiredAsset(call),
    amount: requiredAmount(call),
    fromSymbol: optionalPairName(call, 'fromSymbol'),
    toSymbol: optionalPairName(call, 'toSymbol'),
  };
  const { tranId } = exchange.engines.get(FUNDS).transfers.transferBetweenOwnWallets(request, now);
  return JSON.stringify({ tranId });
}

function optionalPairName(call: SandboxCall, name: string): string | undefined {
  const pair = call.params.get(name);
  return pair === undefined ? undefined : marginPairName(call, pair);
}

function transfers(call: SandboxCall): string {
  const { params, exchange, now } = call;
  const asked = windowOf(call, 'startTime', 'endTime', TRANSFER_WINDOW_MS);
  const window = { from: Math.max(asked.from, now - TRANSFER_RETENTION_MS), to: asked.to };
  const type = params.get('type');
  const fromSymbol = params.get('fromSymbol');
  const toSymbol = params.get('toSymbol');
  const allTransfers = exchange.engines.get(FUNDS).transfers.of(userOf(call));
  const rows = allTransfers.filter(
    (one) =>
      one.type === type &&
      (fromSymbol === undefined || one.fromSymbol === fromSymbol) &&
      (toSymbol === undefined || one.toSymbol === toSymbol),
    { time: [window.from, window.to] },
  );
  return JSON.stringify({
    total: rows.length,
    rows: pageOf(call, rows, 'current', 'size').map(transferRecord),
  });
}

function transferRecord({ asset, amount, type, tranId, time }: Transfer) {
  return { asset, amount: amountText(amount), type, status: 'CONFIRMED', tranId, timestamp: time };
}

function dividends(call: SandboxCall): string {
  const asset = call.params.get('asset');
  const all = call.exchange.engines
    .get(FUNDS)
    .dividendsOf(userOf(call))
    .filter((one) => asset === undefined || one.asset === asset);
  const query = {
    fromId: undefined,
    startTime: optionalInteger(call, 'startTime'),
    endTime: optionalInteger(call, 'endTime'),
    limit: requiredInteger(call, 'limit'),
  };
  const within = rowsIn(
    all,
    { from: query.startTime ?? 0, to: query.endTime ?? call.now },
    (one) => one.time,
  );
  const rows = selectRows(within, query, { id: (one) => one.id, time: (one) => one.time });
  return JSON.stringify({
    rows: rows.map((one) => ({
      id: one.id,
      amount: amountText(one.amount),
      asset: one.asset,
      divTime: one.time,
      enInfo: one.reason,
      tranId: one.tranId,
    })),
    total: within.length,
  });
}

function snapshot(call: SandboxCall): string {
  const { exchange, now } = call;
  const type = call.params.get('type')!;
  const all = exchange.engines.get(FUNDS).snapshots.of(userOf(call), now);
  const query = {
    fromId: undefined,
    startTime: optionalInteger(call, 'startTime'),
    endTime: optionalInteger(call, 'endTime'),
    limit: requiredInteger(call, 'limit'),
  };
  const rows = selectRows(all, query, { id: () => 0, time: (one) => one.time });
  const snapshotVos = rows.map((one) => ({
    data: snapshotData(call, type, one),
    type: type.toLowerCase(),
    updateTime: one.time,
  }));
  return JSON.stringify({ code: 200, msg: '', snapshotVos });
}

function snapshotData(call: SandboxCall, type: string, { time, wallets }: BalanceSnapshot) {
  if (type === 'SPOT') {
    const walletBalances = wallets.get('MAIN') ?? [];
    const balances = walletBalances.map(({ asset, free, locked }) => ({
      asset,
      free: amountText(free),
      locked: amountText(locked),
    }));
    return { balances, totalAssetOfBtc: inBtc(call, walletBalances, time) };
  }
  if (type === 'FUTURES') {
    const assets = (wallets.get('UMFUTURE') ?? []).map(({ asset, free, locked }) => ({
      asset,
      marginBalance: amountText(free + locked),
      walletBalance: amountText(free + locked),
    }));
    return { assets, position: [] };
  }
  const walletBalances = wallets.get('MARGIN') ?? [];
  const total = inBtc(call, walletBalances, time);
  return {
    marginLevel: '999.00000000',
    totalAssetOfBtc: total,
    totalLiabilityOfBtc: ZERO,
    totalNetAssetOfBtc: total,
    userAssets: walletBalances.map(({ asset, free, locked }) => ({
      asset,
      borrowed: ZERO,
      free: amountText(free),
      interest: ZERO,
      locked: amountText(locked),
      netAsset: amountText(free + locked),
    })),
  };
}

function inBtc({ exchange }: SandboxCall, walletBalances: readonly SnapshotBalance[], time: number): string {
  const total = walletBalances.reduce(
    (sum, { asset, free, locked }) =>
      sum + convertedValue(exchange.market, free + locked, asset, 'BTC', time),
    0n,
  );
  return amountText(total);
}
