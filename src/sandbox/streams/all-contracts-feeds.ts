/** The streams of futures about several contracts or about assets. */

import { SECOND_MS } from '../../core/time-units.ts';
import type { UnixMs } from '../../core/words.ts';
import { assetIndexes } from '../engine/futures/asset-index.ts';
import { type Contract, contractTypeAt } from '../engine/futures/contracts.ts';
import type { FuturesMarket } from '../engine/futures/market.ts';
import type { UserEvents } from '../engine/ledger/user-events.ts';
import { periodicFeed, type StreamFeed } from './feed.ts';
import type { AddFields } from './futures-fields-today.ts';
import {
  assetIndexMessage,
  bookTickerMessage,
  contractInfoMessage,
  markPriceMessage,
  miniTickerMessage,
  tickerMessage,
} from './futures-messages.ts';
import { liquidationFeed } from './liquidation-feed.ts';
import { arrayMessage, type Message } from './message.ts';

const ALL_BEST_PERIOD_MS = 5000;

/** The options of a feed about several contracts, or about assets. */
export interface ManyFeedOptions {
  readonly notices: UserEvents;
  readonly market: FuturesMarket;
  readonly values: Readonly<Record<string, string>>;
  readonly openedAt: number;
  /** Adds the fields of today's interface to a message, if the sandbox serves it. */
  readonly addFields: AddFields;
}

/** Writes the message of a contract. */
export type WriteMessage = (market: FuturesMarket, contract: Contract, now: number) => Message;

/** The feeds of streams about all contracts or assets, by the noun of the stream's id. */
export const FEEDS_OF_ALL: Readonly<Record<string, (options: ManyFeedOptions) => StreamFeed | undefined>> = {
  'asset-index': assetIndexStream,
  'all-asset-indexes': ({ market, openedAt, addFields }) =>
    periodicFeed(SECOND_MS, openedAt, (now) => [
      arrayMessage(assetIndexes(market, now).map((one) => addFields(assetIndexMessage(one, now), { now }))),
    ]),
  'contract-info': changedContractsFeed,
  'all-mark-prices': (options) => markPricesFeed(options, (now) => options.market.tradingContracts(now)),
  'all-force-orders': (options) => liquidationFeed(options),
  'all-mini-tickers': (options) => changedTickersFeed(options, miniTickerMessage),
  'all-tickers': (options) => changedTickersFeed(options, tickerMessage),
  'all-book-tickers': ({ market, openedAt, addFields }) =>
    periodicFeed(ALL_BEST_PERIOD_MS, openedAt, (now) =>
      market.tradingContracts(now).map((contract) => {
        const book = market.publicView.book(contract.market, 1, now as UnixMs);
        return addFields(bookTickerMessage(contract, book, now), { contract, now });
      }),
    ),
};

/** Returns a feed of the mark prices of several contracts as a list. */
function markPricesFeed(
  { market, values, openedAt, addFields }: ManyFeedOptions,
  contractsAt: (at: number) => readonly Contract[],
): StreamFeed {
  return periodicFeed(markPeriodMs(values), openedAt, (now) => [
    arrayMessage(
      contractsAt(now).map((contract) =>
        addFields(markPriceMessage(market, contract, now), { contract, now }),
      ),
    ),
  ]);
}

/** Returns a feed of the mark prices of all contracts of a pair as a list; undefined for an unknown pair. */
export function markPricesOfPair(options: ManyFeedOptions): StreamFeed | undefined {
  const { market, openedAt } = options;
  const { symbol = '' } = options.values;
  const contractsAt = (at: number) =>
    market.tradingContracts(at).filter(({ pair }) => pair.toLowerCase() === symbol);
  if (contractsAt(openedAt).length === 0) return undefined;
  return markPricesFeed(options, contractsAt);
}

/** Returns the time between messages of a mark price stream. */
export function markPeriodMs({ speed }: ManyFeedOptions['values']): number {
  return Number.parseInt(speed ?? '3s', 10) * 1000;
}

/** Returns a feed that sends, once per second, an array of the contracts that traded since, or nothing. */
function changedTickersFeed(
  { market, openedAt, addFields }: ManyFeedOptions,
  write: WriteMessage,
): StreamFeed {
  const idAt = (contract: Contract, now: number) =>
    market.publicView.lastTrade(contract.market, now as UnixMs)?.id ?? -1;
  const ids = new Map(
    market.tradingContracts(openedAt).map((contract) => [contract, idAt(contract, openedAt)]),
  );
  return periodicFeed(SECOND_MS, openedAt, (now) => {
    const changed = market.tradingContracts(now).filter((contract) => {
      const id = idAt(contract, now);
      if (id === ids.get(contract)) return false;
      ids.set(contract, id);
      return true;
    });
    return changed.length === 0
      ? []
      : [arrayMessage(changed.map((contract) => addFields(write(market, contract, now), { contract, now })))];
  });
}

function assetIndexStream({ market, values, openedAt }: ManyFeedOptions): StreamFeed | undefined {
  const name = values['symbol'] ?? '';
  const find = (now: number) => assetIndexes(market, now).find(({ symbol }) => symbol.toLowerCase() === name);
  if (find(openedAt) === undefined) return undefined;
  return periodicFeed(SECOND_MS, openedAt, (now) =>
    [find(now)].flatMap((one) => (one === undefined ? [] : [assetIndexMessage(one, now)])),
  );
}

/**
 * Returns a feed of contract information, sent when contracts are listed, delivered, or change their contract
 * type.
 */
function changedContractsFeed({ market, openedAt, addFields }: ManyFeedOptions): StreamFeed {
  const stateAt = (contract: Contract, at: number) =>
    market.isTrading(contract, at) ? contractTypeAt(contract, at) : undefined;
  let lastLook = openedAt;
  return periodicFeed(SECOND_MS, openedAt, (now) => {
    const before = lastLook;
    lastLook = now;
    return market.contracts
      .filter((contract) => stateAt(contract, before) !== stateAt(contract, now))
      .map((contract) => addFields(contractInfoMessage(market, contract, now), { contract, now }));
  });
}
