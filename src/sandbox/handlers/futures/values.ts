/** Reads what calls about futures say, and writes their numbers: the same for both lines. */
import type { Contract, FuturesProduct } from '../../engine/futures/contracts.ts';
import { fixedText } from '../../engine/futures/integer-math.ts';
import { type FuturesMarket, futuresMarketOf, RATE_DECIMALS } from '../../engine/futures/market.ts';
import { type SandboxCall, SandboxRefusal } from '../../types.ts';
import { optionalInteger } from '../call-values.ts';

/** Returns the market of the line that the call's endpoint belongs to. */
export function marketOf({ exchange, endpoint }: SandboxCall): FuturesMarket {
  return futuresMarketOf(endpoint.product as FuturesProduct, exchange.market);
}

/** Returns the contract of a name, or of the call's own; refuses an unknown one with -1121. */
export function contractOf(call: SandboxCall, name = call.params.get('symbol') ?? ''): Contract {
  const contract = marketOf(call).find(name, call.now);
  if (contract === undefined) throw new SandboxRefusal(400, -1121, 'Invalid symbol.');
  return contract;
}

/** Returns the contracts of the call's pair that trade now; refuses an unknown pair with -4087. */
export function contractsOfPair(call: SandboxCall): readonly Contract[] {
  const market = marketOf(call);
  const pair = call.params.get('pair');
  const found = market.contracts.filter((one) => one.pair === pair && one.market.listedAt <= call.now);
  if (found.length === 0) throw new SandboxRefusal(400, -4087, 'Invalid pair.');
  return found.filter((one) => market.isTrading(one, call.now));
}

/** Returns a window of time; refuses an end before the start with -1023. */
export function windowOf(call: SandboxCall): { readonly from?: number; readonly to?: number } {
  const from = optionalInteger(call, 'startTime');
  const to = optionalInteger(call, 'endTime');
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Returns a price in 10^-8 as mark and index prices are written. */
export function rateText(value: bigint): string {
  return fixedText(value, RATE_DECIMALS);
}

/** Writes the numbers of one contract. */
export interface ContractText {
  readonly price: (ticks: number) => string;
  readonly lots: (lots: number) => string;
}

/** Returns the writers of a contract's prices and quantities, each with the digits of its tick and lot. */
export function contractText({ market }: Contract): ContractText {
  return { price: numberFormatter(market.tickDecimals), lots: numberFormatter(market.lotDecimals) };
}

/** Rows are written by thousands, so that numbers in the safe range do without big integers. */
function numberFormatter(decimals: number): (value: number) => string {
  if (decimals === 0) return String;
  const size = 10 ** decimals;
  return (value) => {
    const whole = Math.floor(Math.abs(value) / size);
    const rest = String(Math.abs(value) - whole * size + size).slice(1);
    return `${value < 0 ? '-' : ''}${whole}.${rest}`;
  };
}
