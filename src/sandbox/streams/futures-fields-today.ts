/**
 * The fields that messages of futures streams have in today's interface only; the catalogue declares which
 * stream has which (public facts of today, Futures stream addresses).
 */
import type { Interface } from '../../catalogue/environments.ts';
import type { Stream } from '../../catalogue/stream-types.ts';
import { SECOND_MS } from '../../core/time-units.ts';
import type { Contract } from '../engine/futures/contracts.ts';
import type { FuturesMarket } from '../engine/futures/market.ts';
import { contractText, rateText } from '../handlers/futures/values.ts';
import type { Message } from './message.ts';

/** What a message is about. */
export interface MessageSubject {
  /** The contract; absent from messages about an asset. */
  readonly contract?: Contract;
  readonly now: number;
  /** The quantity of an aggregate trade in lots. */
  readonly lots?: number;
}

/** Returns a message with the fields of today's interface at its end. */
export type AddFields = (message: Message, subject: MessageSubject) => Message;

/**
 * The seconds over which the sandbox averages mark prices; public sources do not say over which time the
 * exchange does (our choice).
 */
const MARK_AVERAGE_SECONDS = 5;

/** The values of today's fields as JSON text, by the names of the fields. */
const FIELDS: Readonly<Record<string, (market: FuturesMarket, subject: MessageSubject) => string>> = {
  st: ({ product }) => (product === 'usdm' ? '1' : '2'),
  ps: (_, { contract }) => `"${contract!.pair}"`,
  ap: (market, { contract, now }) => `"${rateText(averageMarkPrice(market, contract!, now))}"`,
  // The sandbox has no retail price improvement orders.
  nq: (_, { contract, lots }) => `"${contractText(contract!).lots(lots!)}"`,
};

/** Returns the function that adds today's fields of a stream; it adds none if the sandbox serves the document. */
export function addFieldsOf({ fields }: Stream, market: FuturesMarket, served: Interface): AddFields {
  const names = Object.keys(fields).filter((name) => fields[name]!.origin === 'today');
  if (served === 'document' || names.length === 0) return (message) => message;
  return (message, subject) => {
    const added = names.map((name) => `,"${name}":${FIELDS[name]!(market, subject)}`).join('');
    return (times) => `${message(times).slice(0, -1)}${added}}`;
  };
}

function averageMarkPrice(market: FuturesMarket, contract: Contract, now: number): bigint {
  const prices = Array.from({ length: MARK_AVERAGE_SECONDS }, (_, seconds) =>
    market.markPrice(contract, now - seconds * SECOND_MS),
  );
  return prices.reduce((sum, price) => sum + price, 0n) / BigInt(MARK_AVERAGE_SECONDS);
}
