/** Follows a paper ledger until it is stopped. Reads no key and places no order. */
import { usageError } from '../../core/errors.ts';
import { formatTime } from '../../core/time.ts';
import type { LedgerStore } from '../../paper/storage/ledger-store.ts';
import { readEndConditions } from '../stream/end-conditions.ts';
import type { CommandCall } from '../types.ts';
import { type FollowEvent, followLedger } from './follow/follow-ledger.ts';
import { streamedPrices } from './follow/live-prices.ts';
import { printEvents } from './follow/print-events.ts';
import { withLedger } from './open-ledger.ts';
import { ExchangeSource } from './sources/exchange-source.ts';

/** Carries a ledger on after each minute, and prints each entry as it is written. */
export async function run(call: CommandCall): Promise<void> {
  await withLedger(call, (store, name) =>
    printEvents(call, ledgerEvents(call, store, { name, after: undefined })),
  );
}

/** What a command follows. */
export interface Followed {
  /** The name of the ledger. */
  readonly name: string;
  /** The number of the last entry that was printed before; undefined for the newest. */
  readonly after: number | undefined;
}

/** Yields what happens in a ledger until the end conditions of a command are met, by the prices of its environment. */
export async function* ledgerEvents(
  call: CommandCall,
  store: LedgerStore,
  { name, after }: Followed,
): AsyncGenerator<FollowEvent> {
  const { services, output } = call;
  rejectOtherSources(call);
  const note = (text: string) => output.note(text);
  const { signal, end } = readEndConditions(call);
  const { live } = await store.load();
  const symbols = live.followedSymbols();
  note(
    `Following ${name} from ${formatTime(live.cursor)}: ${symbols.length === 0 ? 'no open position yet' : symbols.join(', ')}. Ctrl-C ends it.`,
  );
  try {
    yield* followLedger({
      store,
      clock: services.world.clock,
      sourceOf: async ({ origin }) => new ExchangeSource(services, origin.market, origin.tiers),
      openPrices: ({ origin }, onPrice) => streamedPrices(call, origin.market, onPrice, note),
      after,
      signal,
      note,
    });
  } finally {
    end();
  }
}

/** Throws a usage error for a source that ends: its prices don't go on. */
function rejectOtherSources({ options }: CommandCall): void {
  const given = ['candles', 'price'].find((name) => options[name] !== undefined);
  if (given === undefined) return;
  throw usageError(
    `Expected prices that go on, found --${given}.`,
    'Leave it out, or look once: bourse watch run --once or bourse paper tick take it.',
  );
}
