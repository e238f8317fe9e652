/** Carries a paper ledger on through the market data since it was last looked at. */
import { usageError } from '../../core/errors.ts';
import { parseTime } from '../../core/time.ts';
import type { UnixMs } from '../../core/words.ts';
import type { MarketSource } from '../../paper/live/market-source.ts';
import type { LoadedLedger } from '../../paper/storage/ledger-store.ts';
import type { CommandCall } from '../types.ts';
import { printStep } from './apply.ts';
import { applyTheses, tickTo, writeStep } from './carry-on.ts';
import { withLedger } from './open-ledger.ts';
import { chooseSource } from './sources/choose-source.ts';

/** Lets time pass once, up to the last whole minute. */
export async function run(call: CommandCall): Promise<void> {
  const step = await withLedger(call, (store) =>
    writeStep(store, async (loaded) => {
      const source = await chooseSource(call, loaded);
      if (call.options['price'] !== undefined) return applyTheses(loaded, source, [], false);
      return tickTo(loaded, source, await endOf(call, loaded, source));
    }),
  );
  await printStep(call, step);
}

/** Returns the time of --until, or the present one of the source; none after that. */
async function endOf(
  { options }: CommandCall,
  { live }: LoadedLedger,
  source: MarketSource,
): Promise<number> {
  const now = await source.now();
  const text = options['until'];
  if (typeof text !== 'string') return now;
  const until = parseTime(text, now as UnixMs);
  if (until === undefined) {
    throw usageError(
      `Expected a time for --until, found ${JSON.stringify(text)}.`,
      'Such as 2026-01-01T08:00Z or -1h.',
    );
  }
  if (until < live.cursor) return live.cursor;
  return Math.min(until, now);
}
