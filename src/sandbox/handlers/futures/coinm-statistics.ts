/**
 * Open interest, long/short ratios, taker volume and basis of COIN-M by period, for 30 days (today's
 * interface, COIN-M rows). Requests select them by pair.
 */
import { type Contract, contractTypeAt } from '../../engine/futures/contracts.ts';
import { valueAtPrice } from '../../engine/futures/valuation.ts';
import { baseOfSum } from '../../engine/market/base-volume.ts';
import { quoteValue } from '../../engine/market/number-text.ts';
import type { Summary } from '../../engine/market/trade-summary.ts';
import { type Handler, type SandboxCall, SandboxRefusal } from '../../types.ts';
import { baseAtAverage, baseValue } from './market.ts';
import { basis, periodOf, rowsOf, sharesAt } from './statistics.ts';
import { contractsOfPair, contractText, marketOf, rateText } from './values.ts';

/** The request handlers by endpoint id. */
export const coinmStatisticsHandlers: Readonly<Record<string, Handler>> = {
  'coinm.open-interest-history': openInterestHistory,
  'coinm.long-short.top-accounts': (call) => ratios(call, 'top accounts', 'Account'),
  'coinm.long-short.top-positions': (call) => ratios(call, 'top positions', 'Position'),
  'coinm.long-short.accounts': (call) => ratios(call, 'accounts', 'Account'),
  'coinm.taker-volume': takerVolume,
  'coinm.basis': basis,
};

/**
 * Returns the contract of the requested pair and type, by default the perpetual contract; throws -4104 if
 * there is none.
 */
function requestedContract(call: SandboxCall): Contract {
  const type = call.params.get('contractType') ?? 'PERPETUAL';
  const contract = contractsOfPair(call).find((one) => contractTypeAt(one, call.now) === type);
  if (contract === undefined) throw new SandboxRefusal(400, -4104, 'Invalid contract type.');
  return contract;
}

function openInterestHistory(call: SandboxCall): string {
  const market = marketOf(call);
  const type = call.params.get('contractType') ?? 'ALL';
  const contracts = type === 'ALL' ? contractsOfPair(call) : [requestedContract(call)];
  return rowsOf(call, contracts[0]!, (at) => {
    const listed = contracts.filter((one) => one.market.listedAt <= at);
    const lots = listed.map((one) => market.openInterest(one, at));
    const value = listed.reduce(
      (sum, one, index) => sum + valueAtPrice(one, market.markPrice(one, at), lots[index]!),
      0n,
    );
    return JSON.stringify({
      pair: contracts[0]!.pair,
      contractType: type,
      sumOpenInterest: contractText(contracts[0]!).lots(lots.reduce((sum, one) => sum + one, 0)),
      sumOpenInterestValue: rateText(value),
      timestamp: at,
    });
  });
}

/** Returns shares of long and short accounts or positions by period. */
function ratios(call: SandboxCall, kind: string, noun: 'Account' | 'Position'): string {
  const contract = requestedContract(call);
  return rowsOf(call, contract, (at) => {
    const { ratio, long, short } = sharesAt(marketOf(call), contract, kind, at);
    return JSON.stringify({
      pair: contract.pair,
      longShortRatio: ratio,
      [`long${noun}`]: long,
      [`short${noun}`]: short,
      timestamp: at,
    });
  });
}

function takerVolume(call: SandboxCall): string {
  const contract = requestedContract(call);
  const { lots: text } = contractText(contract);
  const period = periodOf(call);
  return rowsOf(call, contract, (at) => {
    const summary = marketOf(call).publicView.summary(contract.market, at - period, at);
    const { lots, buyLots } = summary;
    const [bought, sold] = takerValues(contract, summary);
    return JSON.stringify({
      pair: contract.pair,
      contractType: contractTypeAt(contract, call.now),
      takerBuyVol: text(buyLots),
      takerSellVol: text(lots - buyLots),
      takerBuyVolValue: rateText(bought),
      takerSellVolValue: rateText(sold),
      timestamp: at,
    });
  });
}

/** Returns what takers bought and sold in the base asset in 10^-8. */
function takerValues(contract: Contract, summary: Summary): readonly [bought: bigint, sold: bigint] {
  const { lots, quote, buyLots, buyQuote, isInBase = false } = summary;
  const bought = baseValue(contract, { lots: buyLots, quote: buyQuote, isInBase });
  if (isInBase) return [bought, baseOfSum(quote) - bought];
  return [
    bought,
    baseAtAverage(
      contract,
      lots - buyLots,
      quoteValue(contract.market, quote) - quoteValue(contract.market, buyQuote),
    ),
  ];
}
