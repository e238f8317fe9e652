/**
 * Names of raw streams: the exchange acknowledges a name that it does not know and never sends a message, so that a
 * wrong one ended with exit code 0 and nothing on stdout.
 */
import { describe, expect, it } from 'vitest';
import type { Stream, StreamProduct } from '../../src/catalogue/stream-types.ts';
import { STREAMS } from '../../src/catalogue/streams.ts';
import { parseStreams } from '../../src/commands/stream/stream-names.ts';
import type { ToolError } from '../../src/core/errors.ts';
import { streamName } from '../../src/request/stream-name.ts';
import { failure } from '../acceptance/outcomes.ts';
import { bourse } from '../acceptance/world.ts';

const FREE: Readonly<Record<string, string>> = {
  symbol: 'btcusdt',
  pair: 'btcusd',
  underlying: 'BTCUSDT',
  zone: '+08:00',
  expiry: '240329',
};

/** Returns the names of a stream with every value of every closed slot, and without its optional parts. */
function namesOf(stream: Stream, pattern: string): string[] {
  const slots = [...pattern.matchAll(/<(\w+)>/g)].map(([, slot]) => slot!);
  const isOptional = (slot: string) => new RegExp(`\\[[^\\]]*<${slot}>`).test(pattern);
  const combinations = slots.reduce<Record<string, string>[]>(
    (all, slot) =>
      all.flatMap((values) => [
        ...(isOptional(slot) ? [values] : []),
        ...(stream.slots[slot]?.values ?? [FREE[slot]!]).map((value) => ({ ...values, [slot]: value })),
      ]),
    [{}],
  );
  return combinations.map((values) => streamName(stream, values, pattern));
}

function parse(name: string, product: StreamProduct, isForced = false) {
  return parseStreams(['raw', name], { product, interface: 'document', slots: {}, isForced });
}

function refusalOf(name: string, product: StreamProduct): ToolError {
  try {
    parse(name, product);
  } catch (error) {
    return error as ToolError;
  }
  throw new Error(`${name} was accepted`);
}

describe('a raw stream name', () => {
  it('of the catalogue is accepted with every value of its parts', () => {
    let count = 0;
    for (const stream of STREAMS)
      for (const pattern of [stream.name, stream.nameToday ?? stream.name])
        for (const name of namesOf(stream, pattern)) {
          expect(parse(name, stream.product)).toMatchObject([{ name }]);
          count += 1;
        }
    expect(count).toBeGreaterThan(300);
  });

  it.each([
    ['spot', 'btcusdt@kline_60m', 'Did you mean btcusdt@kline_1h?'],
    ['spot', 'btcusdt@kline_1', 'Did you mean btcusdt@kline_1'],
    ['spot', 'btcusdt@depth7', 'Did you mean btcusdt@depth5?'],
    ['spot', 'btcusdt@depth@500ms', 'It is a stream of usdm, coinm and options: add --on usdm.'],
    ['spot', 'btcusdt@markPrice', ': add --on usdm.'],
    ['spot', '!ticker', 'Did you mean !ticker@arr?'],
    ['spot', 'btcusdt', 'Put what to receive after the symbol, such as btcusdt@aggTrade'],
    ['spot', 'btcusdt@', 'Put what to receive after the symbol, such as btcusdt@aggTrade'],
    ['spot', 'btcusdt@trades', 'Did you mean btcusdt@trade?'],
    ['spot', 'btcusdt@aggTrades', 'Did you mean btcusdt@aggTrade?'],
    ['spot', 'btcusdt@bookticker5', 'Did you mean btcusdt@bookTicker?'],
    ['spot', 'btcusdt@forceOrder', 'It is a stream of usdm and coinm: add --on usdm.'],
    ['spot', 'trade@btcusdt', 'Names of spot are '],
    ['spot', 'btcusdt@ticker_7h', 'Did you mean btcusdt@ticker_1h?'],
    ['usdm', 'btcusdt@kline_1s', 'It is a stream of spot: add --on spot.'],
    ['usdm', 'btcusdt@avgPrice', 'It is a stream of spot: add --on spot.'],
    ['usdm', 'btcusdt@markPrice@5s', 'Did you mean btcusdt@markPrice@1s?'],
    ['coinm', 'btcusd_perp@markprice2', 'Did you mean btcusd_perp@markPrice'],
    ['options', 'BTC-240628-70000-C@depht10', 'Did you mean BTC-240628-70000-C@depth10?'],
  ] as const)('on %s that is no stream is refused with the nearest one: %s', (product, name, hint) => {
    const error = refusalOf(name, product);
    expect(error.exitCode).toBe(2);
    expect(error.message).toBe(`"${name}" is not a stream of ${product}.`);
    expect(error.facts.hint).toContain(hint);
    expect(error.facts.hint).toContain('--force');
    expect(parse(name, product, true)).toEqual([{ name }]);
  });
});

it('ends a command with a wrong name before it connects', async () => {
  const outcome = await bourse('stream raw btcusdt@kline_60m --host spot-ws=ws://127.0.0.1:1');
  expect(outcome.code).toBe(2);
  expect(failure(outcome).hint).toContain('Did you mean btcusdt@kline_1h?');
});

it('shows no listen key that is taken for a stream name', async () => {
  const key = 'pqia91ma19a5s61cv6a81va65sdf19v8a65a1a5s61cv6a81va65sdf19v8a65a1';
  expect(
    (await bourse(['stream', 'raw', key, '--host', 'spot-ws=ws://127.0.0.1:1', '--for', '1s'])).stderr,
  ).not.toContain(key.slice(0, 12));
});
