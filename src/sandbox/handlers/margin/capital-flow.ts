/**
 * The amounts that came into a margin account and left it (public facts, Margin today). The flows are derived
 * from the records of transfers, loans, repayments and trades; their ids are their positions in order of time
 * (our choice).
 */
import { DAY_MS } from '../../../core/time-units.ts';
import { amountText, baseAmount } from '../../engine/ledger/amounts.ts';
import type { MarginAccount } from '../../engine/margin/accounts.ts';
import type { Fill } from '../../engine/spot/orders.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { movementsOf } from './movements.ts';
import { marginAssetOf, marginEngineOf, marginPairOf } from './values.ts';

/** The request handlers by endpoint id. */
export const marginFlowHandlers: Readonly<Record<string, Handler>> = { 'margin.capital-flow': capitalFlow };

/** How long capital flows can be queried, in ms, and the time window of requests without times. */
const RETENTION_MS = 90 * DAY_MS;
const WINDOW_MS = 7 * DAY_MS;

/** A capital flow; its amount (10^-8) is below 0 if it left the account. */
interface Flow {
  readonly tranId: number;
  readonly time: number;
  readonly asset: string;
  readonly amount: bigint;
  readonly type: string;
  /** The pair of a trade. */
  readonly symbol?: string;
}

function capitalFlow(call: SandboxCall): string {
  const { params, now } = call;
  const pair = params.has('symbol') ? marginPairOf(call) : undefined;
  const account = marginEngineOf(call).accounts.getOrOpen(userOf(call), pair);
  const asset = params.has('asset') ? marginAssetOf(call) : undefined;
  const type = params.get('type');
  const fromId = optionalInteger(call, 'fromId');
  const { from, to } = windowOf(call, fromId !== undefined);
  const rows = flowsOf(call, account)
    .map((flow, index) => ({ ...flow, id: index + 1 }))
    .filter(({ id, time }) => id >= (fromId ?? 0) && time >= Math.max(from, now - RETENTION_MS) && time <= to)
    .filter((flow) => (asset === undefined || flow.asset === asset) && (type ?? flow.type) === flow.type)
    .slice(0, requiredInteger(call, 'limit'));
  return JSON.stringify(
    rows.map(({ id, tranId, time, asset: flowAsset, symbol, type: flowType, amount }) => ({
      id,
      tranId,
      timestamp: time,
      asset: flowAsset,
      symbol: symbol ?? pair?.name ?? '',
      type: flowType,
      amount: amountText(amount),
    })),
  );
}

/**
 * Returns the requested time window; if an id is sent, times are ignored. Throws -4047 for a window of more
 * than 7 days.
 */
function windowOf(call: SandboxCall, hasId: boolean) {
  const start = optionalInteger(call, 'startTime');
  const end = optionalInteger(call, 'endTime') ?? call.now;
  if (hasId) return { from: 0, to: call.now };
  if (start !== undefined && end - start > WINDOW_MS && call.params.has('endTime')) {
    throw new SandboxRefusal(400, -4047, 'Time interval must be within 0-7 days');
  }
  return start === undefined
    ? { from: end - WINDOW_MS, to: end }
    : { from: start, to: Math.min(end, start + WINDOW_MS) };
}

/** Returns all flows of an account, oldest first. */
function flowsOf(call: SandboxCall, account: MarginAccount): readonly Flow[] {
  const transfers = movementsOf(call, account).map(
    ({ id, time, asset, amount }): Flow => ({ tranId: id, time, asset, amount, type: 'TRANSFER' }),
  );
  const loans = account.loans.map(
    ({ id, time, asset, principal }): Flow => ({
      tranId: id,
      time,
      asset,
      amount: principal,
      type: 'BORROW',
    }),
  );
  const repayments = account.repayments.map(({ id, time, asset, principal, interest }): Flow => {
    return { tranId: id, time, asset, amount: -principal - interest, type: 'REPAY' };
  });
  const { spot } = call.exchange;
  const trades = [...spot.instruments].flatMap((instrument) =>
    [...instrument.historyOf(account.trader.id).fills].flatMap((fill) =>
      flowsOfFill(fill, baseAmount(instrument.units, fill.lots)),
    ),
  );
  return [...transfers, ...loans, ...repayments, ...trades].sort((a, b) => a.time - b.time);
}

function flowsOfFill(fill: Fill, base: bigint): readonly Flow[] {
  const { id: tradeId, order, time, quoteFilled, commission, commissionAsset } = fill;
  const { isBuy, symbol } = order;
  const flow = (type: string, asset: string, amount: bigint): Flow => ({
    tranId: tradeId,
    time,
    asset,
    amount,
    type,
    symbol: symbol.name,
  });
  const trade = isBuy
    ? [flow('BUY_INCOME', symbol.base.name, base), flow('BUY_EXPENSE', symbol.quote.name, -quoteFilled)]
    : [flow('SELL_INCOME', symbol.quote.name, quoteFilled), flow('SELL_EXPENSE', symbol.base.name, -base)];
  return commission === 0n ? trade : [...trade, flow('TRADING_COMMISSION', commissionAsset, -commission)];
}
