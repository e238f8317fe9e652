/** Brackets, fees, quantiles and changes of margin of both lines of futures (public facts, Futures mechanics). */
import type { Contract } from '../../engine/futures/contracts.ts';
import { sizeOf } from '../../engine/futures/integer-math.ts';
import { adlQuantile } from '../../engine/futures/margin-rules.ts';
import { bracketsOf, RATES } from '../../engine/futures/order-rules.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { integer, optional } from '../call-values.ts';
import { selectRows } from '../rows.ts';
import { engineOf } from './engines.ts';
import { contractOf, marketOf, rateText } from './values.ts';

/** The handlers of both lines by endpoint id. */
export const futuresRiskHandlers: Readonly<Record<string, Handler>> = {
  'usdm.brackets': brackets,
  'usdm.commission': commission,
  'usdm.adl': adl,
  'usdm.margin-history': marginHistory,
  'coinm.brackets': brackets,
  'coinm.commission': commission,
  'coinm.adl': adl,
  'coinm.margin-history': marginHistory,
};

/** Returns the contract that a call names, else all that trade. */
function asked(call: SandboxCall): readonly Contract[] {
  return call.params.has('symbol') ? [contractOf(call)] : marketOf(call).trading(call.now);
}

/** Always an array, with numbers; brackets of inverse contracts are in the base asset. */
function brackets(call: SandboxCall): string {
  const rows = asked(call).map((contract) => {
    const steps = bracketsOf(contract).map(({ leverage, cap, floor, rate, cum }, place) => {
      const bounds = contract.isInverse ? ['qtyCap', 'qtyFloor'] : ['notionalCap', 'notionalFloor'];
      return (
        `{"bracket":${place + 1},"initialLeverage":${leverage},"${bounds[0]}":${number(cap)},` +
        `"${bounds[1]}":${number(floor)},"maintMarginRatio":${number(rate)},"cum":${number(cum)}}`
      );
    });
    return `{"symbol":"${contract.name}","brackets":[${steps.join(',')}]}`;
  });
  return `[${rows.join(',')}]`;
}

/** Returns a number of 10^-8 without digits that say nothing. */
function number(value: bigint): string {
  return rateText(value).replace(/\.?0+$/, '');
}

function commission(call: SandboxCall): string {
  return JSON.stringify({
    symbol: contractOf(call).name,
    makerCommissionRate: rateText(RATES.maker),
    takerCommissionRate: rateText(RATES.taker),
  });
}

/** A side that holds nothing has the quantile 0. */
function adl(call: SandboxCall): string {
  const { books } = engineOf(call);
  const user = userOf(call);
  const rows = asked(call).map((contract) => {
    const quantiles = { LONG: 0, SHORT: 0, BOTH: 0 };
    for (const position of books.positions.inContract(user, contract)) {
      const { unrealized, initial } = books.valued(position, call.now);
      quantiles[position.side] = adlQuantile(unrealized, initial);
    }
    return { symbol: contract.name, adlQuantile: quantiles };
  });
  return JSON.stringify(rows);
}

function marginHistory(call: SandboxCall): string {
  const contract = contractOf(call);
  const type = call.params.get('type');
  const rows = engineOf(call)
    .books.historyOf(userOf(call))
    .marginChanges.filter(
      (one) => one.contract === contract && (type === undefined || typeOf(one.amount) === Number(type)),
    );
  const query = {
    fromId: undefined,
    startTime: optional(call, 'startTime'),
    endTime: optional(call, 'endTime'),
    limit: integer(call, 'limit'),
  };
  const chosen = selectRows(rows, query, { id: () => 0, time: ({ time }) => time });
  return JSON.stringify(
    chosen.map(({ side, amount, time }) => ({
      symbol: contract.name,
      type: typeOf(amount),
      deltaType: 'USER_ADJUST',
      amount: rateText(sizeOf(amount)),
      asset: contract.settleAsset,
      time,
      positionSide: side,
    })),
  );
}

function typeOf(amount: bigint): number {
  return amount > 0n ? 1 : 2;
}
