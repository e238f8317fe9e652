/** The prices of trades as they happen, from the market streams of the followed symbols. */
import type { StreamProduct } from '../../../catalogue/stream-types.ts';
import { STREAM_ACCESS } from '../../../catalogue/streams.ts';
import { type Decimal, decimalOf } from '../../../core/decimal.ts';
import { asToolError } from '../../../core/errors.ts';
import { parseJson } from '../../../core/json.ts';
import { Feed } from '../../../stream/feed.ts';
import { unwrapMessage } from '../../../stream/router.ts';
import { parseStreams } from '../../stream/stream-names.ts';
import type { CommandCall } from '../../types.ts';

/** The price of a trade, and the exchange's time of it in Unix ms. */
export interface LivePrice {
  readonly symbol: string;
  readonly price: Decimal;
  readonly time: number;
}

/** A source of prices for a set of symbols that changes. */
export interface LivePrices {
  /** Follows these symbols, and no others. Does nothing if they are followed already. */
  follow(symbols: readonly string[]): void;
  close(): void;
}

/**
 * Returns the prices of aggregate trades over the market streams of the run's environment. `onNote` receives why no
 * prices come, if the streams cannot be opened; the next call of `follow` then tries again.
 */
export function streamedPrices(
  call: CommandCall,
  product: StreamProduct,
  onPrice: (price: LivePrice) => void,
  onNote: (text: string) => void,
): LivePrices {
  let followed = '';
  let connection = new AbortController();
  return {
    follow(symbols) {
      const wanted = symbols.join(' ');
      if (wanted === followed) return;
      connection.abort();
      followed = wanted;
      if (symbols.length === 0) return;
      const own = new AbortController();
      connection = own;
      runFeed(call, product, symbols, onPrice, own.signal).catch((error: unknown) => {
        if (own.signal.aborted) return;
        followed = '';
        onNote(`No prices of trades as they happen: ${asToolError(error).message}`);
      });
    },
    close() {
      connection.abort();
    },
  };
}

async function runFeed(
  { services }: CommandCall,
  product: StreamProduct,
  symbols: readonly string[],
  onPrice: (price: LivePrice) => void,
  signal: AbortSignal,
): Promise<void> {
  const streaming = await services.streaming();
  const target = await streaming.addressOf(STREAM_ACCESS[product].host);
  const words = ['agg-trades', ...symbols.map((symbol) => symbol.toLowerCase())];
  const feed = new Feed({
    clock: services.world.clock,
    random: services.world.random,
    open: streaming.open,
    takeAttempt: streaming.attemptGateOf(target),
    base: target.url,
    streams: parseStreams(words, { product, interface: target.interface, slots: {} }),
    isCombined: true,
    signal,
    onMessage: (bytes) => {
      const trade = parseJson(unwrapMessage(bytes).toString('utf8')) as unknown as AggregateTrade;
      onPrice({ symbol: trade.s, price: decimalOf(trade.p), time: trade.T });
    },
    onRecord: () => {},
  });
  await feed.run();
}

/** A message of the stream of aggregate trades (interface document, Aggregate Trade Streams). */
interface AggregateTrade {
  readonly s: string;
  readonly p: string;
  readonly T: number;
}
