/**
 * Leverage brackets, commission rates, ADL ranks and margin changes of futures (public facts, Futures
 * mechanics).
 */
import type { Contract } from '../../engine/futures/contracts.ts';
import { absoluteOf } from '../../engine/futures/integer-math.ts';
import { adlQuantile } from '../../engine/futures/margin-rules.ts';
import { bracketsOf, FEE_RATES } from '../../engine/futures/order-rules.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { selectRows } from '../history-query.ts';
import { optionalInteger, requiredInteger } from '../request-values.ts';
import { engineOf } from './engines.ts';
import { contractOf, contractsOfPair, marketOf, rateText } from './values.ts';

/** The request handlers of USD-M and COIN-M futures by endpoint id. */
export const futuresRiskHandlers: Readonly<Record<string, Handler>> = {
  'usdm.brackets': brackets,
  'usdm.commission': commission,
  'usdm.adl': adl,
  'usdm.margin-history': marginHistory,
  'coinm.brackets': brackets,
  'coinm.pair-brackets': pairBrackets,
  'coinm.commission': commission,
  'coinm.adl': adl,
  'coinm.margin-history': marginHistory,
};

/** Returns the requested contract, or all that are trading. */
function requestedContracts(call: SandboxCall): readonly Contract[] {
  return call.params.has('symbol') ? [contractOf(call)] : marketOf(call).tradingContracts(call.now);
}

/** Returns leverage brackets by contract, always as an array. */
function brackets(call: SandboxCall): string {
  const rows = requestedContracts(call).map(
    (contract) => `{"symbol":"${contract.name}","brackets":${bracketsText(contract)}}`,
  );
  return `[${rows.join(',')}]`;
}

/** Returns leverage brackets by pair; all contracts of a pair have the same in the sandbox (our choice). */
function pairBrackets(call: SandboxCall): string {
  const contracts = call.params.has('pair')
    ? contractsOfPair(call)
    : marketOf(call).tradingContracts(call.now);
  const rows = [...new Map(contracts.map((contract) => [contract.pair, contract])).values()].map(
    (contract) => `{"pair":"${contract.pair}","brackets":${bracketsText(contract)}}`,
  );
  return `[${rows.join(',')}]`;
}

/** Writes the leverage brackets of a contract; the bounds of an inverse contract are in its base asset. */
function bracketsText(contract: Contract): string {
  // The exchange spells the lower bound of inverse contracts `qtylFloor`.
  const [cap, floor] = contract.isInverse ? ['qtyCap', 'qtylFloor'] : ['notionalCap', 'notionalFloor'];
  const steps = bracketsOf(contract).map(
    ({ leverage, maxNotional, minNotional, rate, cum }, place) =>
      `{"bracket":${place + 1},"initialLeverage":${leverage},"${cap}":${numberText(maxNotional)},` +
      `"${floor}":${numberText(minNotional)},"maintMarginRatio":${numberText(rate)},"cum":${numberText(cum)}}`,
  );
  return `[${steps.join(',')}]`;
}

/** Returns a number in 10^-8 as text without trailing zeros. */
function numberText(value: bigint): string {
  return rateText(value).replace(/\.?0+$/, '');
}

function commission(call: SandboxCall): string {
  return JSON.stringify({
    symbol: contractOf(call).name,
    makerCommissionRate: rateText(FEE_RATES.maker),
    takerCommissionRate: rateText(FEE_RATES.taker),
  });
}

/** Returns ADL ranks; a position side without a position has rank 0. */
function adl(call: SandboxCall): string {
  const { accounts } = engineOf(call);
  const user = userOf(call);
  const rows = requestedContracts(call).map((contract) => {
    const quantiles = { LONG: 0, SHORT: 0, BOTH: 0 };
    for (const position of accounts.positions.positionsInContract(user, contract)) {
      const { unrealized, initial } = accounts.valuePosition(position, call.now);
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
    .accounts.historyOf(userOf(call))
    .marginChanges.filter(
      (one) =>
        one.contract === contract && (type === undefined || marginChangeType(one.amount) === Number(type)),
    );
  const query = {
    fromId: undefined,
    startTime: optionalInteger(call, 'startTime'),
    endTime: optionalInteger(call, 'endTime'),
    limit: requiredInteger(call, 'limit'),
  };
  const selected = selectRows(rows, query, { id: () => 0, time: ({ time }) => time });
  return JSON.stringify(
    selected.map(({ side, amount, time }) => ({
      symbol: contract.name,
      type: marginChangeType(amount),
      deltaType: 'USER_ADJUST',
      amount: rateText(absoluteOf(amount)),
      asset: contract.settleAsset,
      time,
      positionSide: side,
    })),
  );
}

function marginChangeType(amount: bigint): number {
  return amount > 0n ? 1 : 2;
}
