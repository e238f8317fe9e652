/** The margin account and its loans (interface document, Margin; records from the public facts, Margin). */
import { SECOND_MS } from '../../../core/time-units.ts';
import type { UnixMs } from '../../../core/words.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import type { MarginAccount } from '../../engine/margin/accounts.ts';
import { marginAssets, marginPairs } from '../../engine/margin/rates.ts';
import { marginLevel } from '../../engine/margin/valuation.ts';
import { symbolText } from '../../engine/market/number-text.ts';
import type { MarketSymbol } from '../../engine/market/symbols.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { accountOf, marginAssetOf, marginEngineOf, marginPairOf, requiredMarginAmount } from './values.ts';

/** The request handlers by endpoint id. */
export const marginAccountHandlers: Readonly<Record<string, Handler>> = {
  'margin.account': account,
  'margin.asset': (call) => JSON.stringify(assetRecord(marginAssetOf(call))),
  'margin.pair': (call) => JSON.stringify(pairRecord(call, marginPairOf(call))),
  'margin.price-index': priceIndex,
  'margin.all-assets': allAssets,
  'margin.all-pairs': allPairs,
  'margin.transfer': transfer,
  'margin.borrow': (call) => {
    const [one, amount] = [accountOf(call), requiredMarginAmount(call)];
    return transaction(marginEngineOf(call).borrow(one, call.params.get('asset') ?? '', amount, call.now));
  },
  'margin.repay': (call) => {
    const [one, amount] = [accountOf(call), requiredMarginAmount(call)];
    return transaction(marginEngineOf(call).repay(one, call.params.get('asset') ?? '', amount, call.now));
  },
  'margin.loans': loans,
  'margin.repayments': repayments,
};

const INTO_MARGIN = '1';
const NOTHING = amountText(0n);

function account(call: SandboxCall): string {
  const { values, accounts } = marginEngineOf(call);
  const cross = accounts.getOrOpen(userOf(call));
  const worth = values.accountValue(cross, call.now);
  const inBtc = (amount: bigint) => amountText(values.valueInBtc(amount, call.now));
  const { balances } = cross.trader.account;
  const names = new Set([...marginAssets(call.exchange.market.symbols, call.now), ...balances.keys()]);
  return JSON.stringify({
    borrowEnabled: true,
    marginLevel: amountText(marginLevel(worth)),
    totalAssetOfBtc: inBtc(worth.assets),
    totalLiabilityOfBtc: inBtc(worth.debts),
    totalNetAssetOfBtc: inBtc(worth.assets - worth.debts),
    tradeEnabled: true,
    transferEnabled: true,
    accountType: 'MARGIN_1',
    userAssets: [...names].map((asset) => assetOfUser(cross, asset)),
  });
}

function assetOfUser({ trader, debts }: MarginAccount, asset: string) {
  const { free, locked } = trader.account.balances.get(asset) ?? { free: 0n, locked: 0n };
  const { principal, interest } = debts.get(asset) ?? { principal: 0n, interest: 0n };
  return {
    asset,
    borrowed: amountText(principal),
    free: amountText(free),
    interest: amountText(interest),
    locked: amountText(locked),
    netAsset: amountText(free + locked - principal - interest),
  };
}

function assetRecord(asset: string) {
  return {
    assetFullName: asset,
    assetName: asset,
    isBorrowable: true,
    isMortgageable: true,
    userMinBorrow: NOTHING,
    userMinRepay: NOTHING,
  };
}

/**
 * Returns a margin pair; its id is the symbol's index in the market (our choice: the exchange's ids follow no
 * known rule).
 */
function pairRecord({ exchange }: SandboxCall, symbol: MarketSymbol) {
  return {
    id: exchange.market.symbols.indexOf(symbol) + 1,
    symbol: symbol.name,
    base: symbol.base.name,
    quote: symbol.quote.name,
    isMarginTrade: true,
    isBuyAllowed: true,
    isSellAllowed: true,
  };
}

function priceIndex(call: SandboxCall): string {
  const symbol = marginPairOf(call);
  const calcTime = Math.floor(call.now / SECOND_MS) * SECOND_MS;
  const price = call.exchange.market.lastPrice(symbol, calcTime as UnixMs);
  return JSON.stringify({ calcTime, price: symbolText(symbol).price(price), symbol: symbol.name });
}

function allAssets(call: SandboxCall): string {
  const assets = call.params.has('asset')
    ? [marginAssetOf(call)]
    : marginAssets(call.exchange.market.symbols, call.now);
  return JSON.stringify(assets.map(assetRecord));
}

function allPairs(call: SandboxCall): string {
  const pairs = call.params.has('symbol')
    ? [marginPairOf(call)]
    : marginPairs(call.exchange.market.symbols, call.now);
  return JSON.stringify(pairs.map((symbol) => pairRecord(call, symbol)));
}

function transfer(call: SandboxCall): string {
  const isIn = call.params.get('type') === INTO_MARGIN;
  const amount = requiredMarginAmount(call);
  const asset = call.params.get('asset') ?? '';
  return transaction(marginEngineOf(call).transferWithSpot(userOf(call), asset, amount, isIn, call.now));
}

function transaction(tranId: number): string {
  return JSON.stringify({ tranId });
}

function loans(call: SandboxCall): string {
  return pageResponse(
    call,
    (one) => one.loans,
    ({ id, asset, principal, time }) => ({
      txId: id,
      asset,
      principal: amountText(principal),
      timestamp: time,
      status: 'CONFIRMED',
    }),
  );
}

function repayments(call: SandboxCall): string {
  return pageResponse(
    call,
    (one) => one.repayments,
    ({ id, asset, principal, interest, time }) => ({
      amount: amountText(principal + interest),
      asset,
      interest: amountText(interest),
      principal: amountText(principal),
      status: 'CONFIRMED',
      timestamp: time,
      txId: id,
    }),
  );
}

/**
 * Returns a page of records of the requested asset, newest first. If a transaction id is sent, the start time
 * is ignored. The archive is always empty.
 */
function pageResponse<R extends { readonly id: number; readonly asset: string; readonly time: number }>(
  call: SandboxCall,
  recordsOf: (account: MarginAccount) => readonly R[],
  write: (record: R) => object,
): string {
  const isolated = call.params.get('isolatedSymbol');
  const pair = isolated === undefined ? undefined : marginPairOf(call, isolated);
  const txId = optionalInteger(call, 'txId');
  const start = txId === undefined ? (optionalInteger(call, 'startTime') ?? 0) : 0;
  const end =
    txId === undefined
      ? (optionalInteger(call, 'endTime') ?? Number.POSITIVE_INFINITY)
      : Number.POSITIVE_INFINITY;
  const records =
    call.params.get('archived') === 'true'
      ? []
      : recordsOf(marginEngineOf(call).accounts.getOrOpen(userOf(call), pair));
  const asset = call.params.get('asset');
  const wanted = records
    .filter((one) => one.asset === asset && (txId === undefined || one.id === txId))
    .filter(({ time }) => time >= start && time <= end)
    .reverse();
  const size = requiredInteger(call, 'size');
  const first = (requiredInteger(call, 'current') - 1) * size;
  const rows = wanted.slice(first, first + size).map(write);
  const named = pair === undefined ? rows : rows.map((row) => ({ isolatedSymbol: pair.name, ...row }));
  return JSON.stringify({ rows: named, total: wanted.length });
}
