/** Reads the contracts and times of futures requests, and formats futures numbers. */
import type { FuturesProduct } from '../../../catalogue/futures-products.ts';
import type { Contract } from '../../engine/futures/contracts.ts';
import { fixedText } from '../../engine/futures/integer-math.ts';
import { type FuturesMarket, futuresMarketOf, RATE_DECIMALS } from '../../engine/futures/market.ts';
import { type SandboxCall, SandboxRefusal } from '../../types.ts';
import { optionalInteger } from '../request-values.ts';

/** Returns the market of the request's product. */
export function marketOf({ exchange, endpoint }: SandboxCall): FuturesMarket {
  return futuresMarketOf(endpoint.product as FuturesProduct, exchange.market);
}

/** Returns a contract by name, by default the contract of the request; throws -1121 for an unknown name. */
export function contractOf(call: SandboxCall, name = call.params.get('symbol') ?? ''): Contract {
  const contract = marketOf(call).find(name, call.now);
  if (contract === undefined) throw new SandboxRefusal(400, -1121, 'Invalid symbol.');
  return contract;
}

/** Returns the trading contracts of the requested pair; throws -4087 for an unknown pair. */
export function contractsOfPair(call: SandboxCall): readonly Contract[] {
  const market = marketOf(call);
  const pair = call.params.get('pair');
  const found = market.contracts.filter((one) => one.pair === pair && one.market.listedAt <= call.now);
  if (found.length === 0) throw new SandboxRefusal(400, -4087, 'Invalid pair.');
  return found.filter((one) => market.isTrading(one, call.now));
}

/** Returns the requested time window. */
export function windowOf(call: SandboxCall): { readonly from?: number; readonly to?: number } {
  const from = optionalInteger(call, 'startTime');
  const to = optionalInteger(call, 'endTime');
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** Returns a price in 10^-8 as text with the decimals of mark and index prices. */
export function rateText(value: bigint): string {
  return fixedText(value, RATE_DECIMALS);
}

/** Formats the prices and quantities of one contract. */
export interface ContractText {
  readonly price: (ticks: number) => string;
  readonly lots: (lots: number) => string;
}

/**
 * Returns the formatters of a contract's prices and quantities, with the decimals of its tick and lot size.
 */
export function contractText({ market }: Contract): ContractText {
  return { price: numberFormatter(market.tickDecimals), lots: numberFormatter(market.lotDecimals) };
}

/** Formats safe integers without bigint, because responses hold thousands of numbers. */
function numberFormatter(decimals: number): (value: number) => string {
  if (decimals === 0) return String;
  const size = 10 ** decimals;
  return (value) => {
    const whole = Math.floor(Math.abs(value) / size);
    const rest = String(Math.abs(value) - whole * size + size).slice(1);
    return `${value < 0 ? '-' : ''}${whole}.${rest}`;
  };
}
