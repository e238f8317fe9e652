/**
 * Margins, commission rates, exercises and money flows of the options account (today's interface, Options). The flows
 * follow from fills, exercises and transfers; the names of their types beside FEE, CONTRACT and TRANSFER are our choice.
 */
import { DAY_MS } from '../../../core/time-units.ts';
import { FUNDS } from '../../engine/funds/engine.ts';
import { amountText } from '../../engine/ledger/amounts.ts';
import { QUOTE } from '../../engine/options/contracts.ts';
import { OPTION_RATES, rateText } from '../../engine/options/margin.ts';
import { floatText, indexText, lotsText } from '../../engine/options/number-text.ts';
import { accountGreeks, summarizeAccount } from '../../engine/options/summary.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { selectRows } from '../history-query.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { contractOf, optionsEngineOf, recordIdText } from './values.ts';

/** The request handlers by endpoint id. */
export const optionsAccountReadHandlers: Readonly<Record<string, Handler>> = {
  'options.margin-account': marginAccount,
  'options.commission': commissions,
  'options.exercise-records': exerciseRecords,
  'options.bill': bill,
};

/** How far back the flows can be asked for (public facts, Options). */
const BILL_MS = 90 * DAY_MS;
/** Returns the margins of the account; nothing adjusts its equity. */
function marginAccount(call: SandboxCall): string {
  const engine = optionsEngineOf(call);
  const user = userOf(call);
  const { walletBalance, marketValue, free, positionMargin, orderMargin, maintenance, unrealized } =
    summarizeAccount(engine, user, call.now);
  const equity = amountText(walletBalance + marketValue);
  return JSON.stringify({
    asset: [
      {
        asset: QUOTE,
        marginBalance: amountText(walletBalance),
        equity,
        available: amountText(free),
        initialMargin: amountText(positionMargin + orderMargin),
        maintMargin: amountText(maintenance),
        unrealizedPNL: amountText(unrealized),
        adjustedEquity: equity,
      },
    ],
    greek: engine.services.contracts.underlyings.map((underlying) => {
      const { delta, gamma, theta, vega } = accountGreeks(engine, user, underlying, call.now);
      const texts = { delta, gamma, theta, vega };
      return {
        underlying: underlying.name,
        ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, floatText(value)])),
      };
    }),
    time: call.now,
    canTrade: true,
    canDeposit: true,
    canWithdraw: true,
    reduceOnly: false,
    tradeGroupId: -1,
  });
}

function commissions(call: SandboxCall): string {
  const rate = rateText(OPTION_RATES.fee);
  const { underlyings } = optionsEngineOf(call).services.contracts;
  return JSON.stringify({
    commissions: underlyings.map(({ name }) => ({ underlying: name, makerFee: rate, takerFee: rate })),
  });
}

function exerciseRecords(call: SandboxCall): string {
  const wanted = call.params.has('symbol') ? contractOf(call).symbol : undefined;
  const rows = optionsEngineOf(call)
    .historyOf(userOf(call))
    .exercises.map((one, index) => ({ ...one, id: index }))
    .filter(({ contract }) => wanted === undefined || contract.symbol === wanted);
  return JSON.stringify(
    selectRows(rows, windowOf(call), { id: ({ id }) => id, time: ({ time }) => time }).map(
      ({ id, contract, lots, settlement, amount, time }) => ({
        id: recordIdText(id),
        currency: QUOTE,
        symbol: contract.symbol,
        exercisePrice: indexText(contract, settlement),
        quantity: lotsText(contract, Math.abs(lots)),
        amount: amountText(amount),
        fee: amountText(0n),
        createDate: time,
        priceScale: contract.underlying.priceDecimals,
        quantityScale: contract.underlying.lotDecimals,
        optionSide: contract.isCall ? 'CALL' : 'PUT',
        positionSide: lots > 0 ? 'LONG' : 'SHORT',
        quoteAsset: QUOTE,
      }),
    ),
  );
}

/** A flow; the amount (10^-8) is below 0 if it left the account. */
interface BillFlow {
  readonly time: number;
  readonly type: string;
  readonly amount: bigint;
}

function bill(call: SandboxCall): string {
  const asset = call.params.get('currency');
  const rows = (asset === QUOTE ? flowsOf(call) : [])
    .map((flow, index) => ({ ...flow, id: index + 1 }))
    .filter(({ time }) => time >= call.now - BILL_MS);
  const query = { ...windowOf(call), fromId: optionalInteger(call, 'recordId') };
  return JSON.stringify(
    selectRows(rows, query, { id: ({ id }) => id, time: ({ time }) => time }).map(
      ({ id, type, amount, time }) => ({ id, asset, amount: amountText(amount), type, createDate: time }),
    ),
  );
}

/** Returns all flows of the account, oldest first. */
function flowsOf(call: SandboxCall): readonly BillFlow[] {
  const user = userOf(call);
  const { fills, exercises, payments } = optionsEngineOf(call).historyOf(user);
  const ofFills = [...fills].flatMap(({ time, order, value, fee }): readonly BillFlow[] => [
    { time, type: 'CONTRACT', amount: order.isBuy ? -value : value },
    { time, type: 'FEE', amount: -fee },
  ]);
  const ofExercises = exercises.map(({ time, amount }): BillFlow => ({ time, type: 'EXERCISE', amount }));
  const transfers = [...call.exchange.engines.get(FUNDS).transfers.movements(user, 'OPTION')]
    .filter(({ asset }) => asset === QUOTE)
    .map(({ time, amount }): BillFlow => ({ time, type: 'TRANSFER', amount }));
  return [...transfers, ...ofFills, ...ofExercises, ...payments]
    .filter(({ amount }) => amount !== 0n)
    .sort((a, b) => a.time - b.time);
}

function windowOf(call: SandboxCall) {
  return {
    fromId: undefined,
    startTime: optionalInteger(call, 'startTime'),
    endTime: optionalInteger(call, 'endTime'),
    limit: requiredInteger(call, 'limit'),
  };
}
