/** Chooses the source of a command's market data from its options. */
import { parseDecimal, sign } from '../../../core/decimal.ts';
import { usageError } from '../../../core/errors.ts';
import type { MarketSource } from '../../../paper/live/market-source.ts';
import type { LoadedLedger } from '../../../paper/storage/ledger-store.ts';
import type { CommandCall } from '../../types.ts';
import { readRecordFile } from '../record-file.ts';
import { ExchangeSource } from './exchange-source.ts';
import { FileSource } from './file-source.ts';
import { FixedPriceSource } from './price-source.ts';

/** Returns the source of market data: --candles, --price, or the exchange of the run's environment. */
export async function chooseSource(
  { options, services }: CommandCall,
  { live, origin }: LoadedLedger,
): Promise<MarketSource> {
  const { candles: file, price } = options;
  if (file !== undefined && price !== undefined) {
    throw usageError('Expected --candles or --price, found both.', 'Give one source of prices.');
  }
  if (typeof file === 'string') {
    const rules = [...live.ledger.instruments.values()].map((one) => one.rules);
    const { settings } = live.ledger;
    return FileSource.read(file, readRecordFile(services.world, file), { settings, rules });
  }
  const exchange = new ExchangeSource(services, origin.market, origin.tiers);
  if (typeof price !== 'string') return exchange;
  const decimal = /^\d/.test(price) ? parseDecimal(price) : undefined;
  if (decimal !== undefined && sign(decimal) > 0) {
    return new FixedPriceSource(decimal, () => services.world.clock.now(), exchange);
  }
  throw usageError(
    `Expected a price above zero for --price, found ${JSON.stringify(price)}.`,
    'Such as 50000.',
  );
}
