import { afterEach, describe, expect, it } from 'vitest';
import type { FuturesProduct } from '../../../src/catalogue/futures-products.ts';
import type { Fields, StreamProduct } from '../../../src/catalogue/stream-types.ts';
import { STREAMS } from '../../../src/catalogue/streams.ts';
import { streamNameParser } from '../../../src/request/stream-name.ts';
import type { Exchange } from '../../../src/sandbox/engine/exchange.ts';
import { MARKET_ROWS, OPTION } from '../../stream-table/rows.ts';
import { manualClock } from '../manual-clock.ts';
import { requestPublicJson } from '../signed-calls.ts';
import { closeAll, connect, startTestSandbox } from './wire.ts';

afterEach(closeAll);

const HOSTS = { spot: 'spot-ws', usdm: 'usdm-ws', coinm: 'coinm-ws', options: 'options-ws' } as const;

/** A second before quarterly contracts are listed; options listings and a delivery follow 8 hours later. */
const START = Date.UTC(2024, 2, 29) - 1000;

/** Returns the times of a message that are not written in microseconds. */
function millisecondsIn(fields: Fields, message: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = message[name];
    if (field.is === 'time') return value === 0 || /^\d{16}$/.test(String(value)) ? [] : [`${name} ${value}`];
    if (field.is === 'object') return millisecondsIn(field.fields!, value as never);
    if (field.is !== 'list') return [];
    return (value as never[]).flatMap((row) => millisecondsIn(field.fields!, row));
  });
}

/** Emits a liquidation order of the demo user. */
function emitLiquidation({ accounts, userEvents, clock }: Exchange, line: FuturesProduct, s: string): void {
  const o = {
    s,
    S: 'SELL',
    L: '1',
    m: false,
    c: 'autoclose-1',
    x: 'CALCULATED',
    q: '1',
    p: '1',
    ap: '1',
    X: 'FILLED',
    l: '1',
    z: '1',
    T: clock.now(),
  };
  const payload = () => JSON.stringify({ e: 'ORDER_TRADE_UPDATE', o });
  userEvents.emit({ scope: line, user: accounts.findUser('demo')!, time: clock.now(), payload });
}

describe('times of every stream', () => {
  it.each(Object.keys(HOSTS) as StreamProduct[])('of %s are in microseconds on request', async (product) => {
    const { hosts, clock, exchange } = await startTestSandbox({}, manualClock(START));
    const { optionSymbols } = requestPublicJson(exchange, '/eapi/v1/exchangeInfo');
    const option = optionSymbols.find(({ symbol }: { symbol: string }) =>
      symbol.startsWith('BTC-240405-'),
    ).symbol;
    const names = MARKET_ROWS.filter(({ line }) => line === product).map(({ name }) =>
      name.replace(OPTION, option),
    );
    const read = streamNameParser(STREAMS.filter((stream) => stream.product === product));
    const client = await connect(
      `${hosts[HOSTS[product]]}/stream?streams=${names.join('/').replace('+', '%2B')}&timeUnit=MICROSECOND`,
    );
    if (product === 'usdm') emitLiquidation(exchange, 'usdm', 'BTCUSDT');
    if (product === 'coinm') emitLiquidation(exchange, 'coinm', 'BTCUSD_PERP');
    clock.move(6000);
    const errors = new Set<string>();
    const missingStreams = new Set(names);
    // New options are listed at 08:00.
    if (missingStreams.has('option_pair')) clock.move(8 * 3_600_000);
    while (missingStreams.size > 0) {
      const { stream, data } = await client.json();
      missingStreams.delete(stream);
      const { fields } = read(stream)!.stream;
      for (const row of [data].flat())
        for (const fault of millisecondsIn(fields, row)) errors.add(`${stream} ${fault}`);
    }
    expect([...errors]).toEqual([]);
  });
});
