/**
 * Market data of USD-M that the live exchange has today and the interface document lacks (today's interface, USD-M
 * rows). The sandbox has no retail price improvement orders, so the order book with them is the ordinary order book.
 */
import { MINUTE_MS } from '../../../core/time-units.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { engineOf } from './engines.ts';
import { depth } from './market.ts';
import { contractOf, contractsOfPair, marketOf, rateText } from './values.ts';

const RISK_UPDATE_MS = 30 * MINUTE_MS;

/** The request handlers by endpoint id. */
export const usdmMarketReadHandlers: Readonly<Record<string, Handler>> = {
  'usdm.rpi-depth': depth,
  'usdm.adl-risk': adlRisk,
  'usdm.insurance': insurance,
  'usdm.delivery-price': deliveryPrices,
};

/** Returns the risk of auto-deleveraging: low, because the insurance fund pays all losses (our choice). */
function adlRisk(call: SandboxCall): string {
  const updateTime = Math.floor(call.now / RISK_UPDATE_MS) * RISK_UPDATE_MS;
  const record = (symbol: string) => ({ symbol, adlRisk: 'low', updateTime });
  if (call.params.has('symbol')) return JSON.stringify(record(contractOf(call).name));
  return JSON.stringify(
    marketOf(call)
      .tradingContracts(call.now)
      .map(({ name }) => record(name)),
  );
}

/**
 * Returns the balance of the insurance fund, which all contracts share; below 0 if it has paid more than it
 * received.
 */
function insurance(call: SandboxCall): string {
  const balances = engineOf(call).accounts.wallet.insuranceBalances();
  const record = (symbols: readonly string[]) => ({
    symbols,
    assets: [{ asset: 'USDT', marginBalance: rateText(balances.get('USDT') ?? 0n), updateTime: call.now }],
  });
  if (call.params.has('symbol')) return JSON.stringify(record([contractOf(call).name]));
  return JSON.stringify([
    record(
      marketOf(call)
        .tradingContracts(call.now)
        .map(({ name }) => name),
    ),
  ]);
}

/** Returns the prices of past deliveries of a pair as JSON numbers, newest first. */
function deliveryPrices(call: SandboxCall): string {
  const market = marketOf(call);
  const [anyContract] = contractsOfPair(call);
  const rows = market.contracts
    .filter(({ pair, deliversAt }) => pair === anyContract?.pair && (deliversAt ?? call.now + 1) <= call.now)
    .sort((a, b) => b.deliversAt! - a.deliversAt!)
    .map((contract) => {
      const unit = 10n ** BigInt(8 - contract.market.tickDecimals);
      const price = rateText((market.deliveryPrice(contract) / unit) * unit).replace(/\.?0+$/, '');
      return `{"deliveryTime":${contract.deliversAt!},"deliveryPrice":${price}}`;
    });
  return `[${rows.join(',')}]`;
}
