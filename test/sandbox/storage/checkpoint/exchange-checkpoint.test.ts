import { isDeepStrictEqual } from 'node:util';
import { DefaultDeserializer, deserialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { ALL_ENGINES } from '../../../../src/sandbox/exchange/all-engines.ts';
import { createExchange, type SandboxExchange } from '../../../../src/sandbox/exchange/create-exchange.ts';
import {
  loadCheckpoint,
  takeCheckpoint,
} from '../../../../src/sandbox/storage/checkpoint/exchange-checkpoint.ts';
import { type PageLocation, PageStore } from '../../../../src/sandbox/storage/checkpoint/pages.ts';
import { manualClock } from '../../manual-clock.ts';
import { describeState, MixedLoad, perform, UNLIMITED } from './mixed-load.ts';
import { runToEnd } from './run-to-end.ts';

/** Returns the checkpoint of an exchange and the content of its page file. */
function writeCheckpoint(exchange: SandboxExchange, store: PageStore, disk: Uint8Array[]) {
  const checkpoint = runToEnd(takeCheckpoint(exchange, store));
  disk.push(...store.takeAdded());
  return { checkpoint, pages: Buffer.concat(disk) };
}

/** Returns what serialized bytes hold: V8 encodes some numbers in two ways, so that bytes can't be compared. */
function contentOf(value: unknown): unknown {
  return value instanceof Uint8Array ? deserialize(value) : value;
}

/** Keeps pages as values. */
class ReadablePages extends PageStore {
  override locate(page: NodeJS.ArrayBufferView): PageLocation {
    return contentOf(page) as PageLocation;
  }
}

function readValues(exchange: SandboxExchange): unknown {
  const deserializer = new DefaultDeserializer(runToEnd(takeCheckpoint(exchange, new ReadablePages())));
  deserializer.readHeader();
  const length = deserializer.readValue();
  return Array.from({ length }, () => contentOf(deserializer.readValue()));
}

/** Fails if two exchanges have different states. The matcher, which takes ten times as long, shows the difference. */
function expectSameValues(found: SandboxExchange, expected: unknown): void {
  const values = readValues(found);
  if (!isDeepStrictEqual(values, expected)) expect(values).toEqual(expected);
}

/** An exchange that performs the calls of a load. */
class LoadedExchange {
  readonly exchange: SandboxExchange;
  readonly options: { readonly clock: ReturnType<typeof manualClock>; readonly seed: number };
  readonly load: MixedLoad;
  /** The paths of calls that were not refused. */
  readonly accepted = new Set<string>();
  calls = 0;

  constructor(seed: number, stepMs: number) {
    const clock = manualClock();
    this.options = { clock, seed, ...UNLIMITED };
    this.exchange = createExchange(this.options);
    this.load = new MixedLoad(this.exchange, clock, seed, { stepMs });
  }

  perform(calls: number): void {
    for (let count = 0; count < calls; count += 1) {
      const op = this.load.next();
      const body = perform(this.exchange, op);
      this.load.recordOrder(op, body);
      if (!body.includes('"code":-')) this.accepted.add(op.path);
    }
    this.calls += calls;
  }
}

/** Writes a checkpoint, reads it into a second exchange, and performs further calls on both. */
function expectSameAnswers({ exchange, options, load, accepted }: LoadedExchange): void {
  const { checkpoint, pages } = writeCheckpoint(exchange, new PageStore(), []);
  const second = createExchange(options);
  loadCheckpoint(second, checkpoint, new PageStore(pages), ALL_ENGINES);
  expect(describeState(second)).toBe(describeState(exchange));
  for (let count = 0; count < 300; count += 1) {
    const op = load.next();
    const body = perform(exchange, op);
    load.recordOrder(op, body);
    expect(perform(second, op)).toBe(body);
  }
  expect(describeState(second)).toBe(describeState(exchange));
  expectSameValues(second, readValues(exchange));
  expect([...accepted]).toEqual(
    expect.arrayContaining([
      '/api/v3/order',
      '/api/v3/order/oco',
      '/fapi/v1/order',
      '/dapi/v1/order',
      '/eapi/v1/order',
      '/sapi/v1/margin/order',
      '/sapi/v1/margin/loan',
      '/sapi/v1/asset/transfer',
      '/sapi/v1/convert/acceptQuote',
      '/sapi/v1/simple-earn/flexible/subscribe',
      '/sapi/v1/sub-account/universalTransfer',
    ]),
  );
}

describe('an exchange restored from a checkpoint', () => {
  it.each([1, 2])('answers every later call like the original: 300 slow calls by seed %i', (seed) => {
    const loaded = new LoadedExchange(seed, 20_000);
    loaded.perform(300);
    expectSameAnswers(loaded);
  });

  it('has the state of the start of the checkpoint, whatever changed while it was written, and answers every later call like the original: 2000 fast calls', () => {
    const loaded = new LoadedExchange(3, 200);
    const { exchange, options } = loaded;
    loaded.perform(1000);
    const [store, values] = [new PageStore(), readValues(exchange)];
    const checkpointSteps = takeCheckpoint(exchange, store);
    const pages = Buffer.concat([...store.takeAdded()]);
    let checkpoint: Uint8Array | undefined;
    let steps = 0;
    while (checkpoint === undefined) {
      const { done, value } = checkpointSteps.next();
      if (done === true) checkpoint = value;
      steps += 1;
      loaded.perform(10);
    }
    expect(steps).toBeGreaterThan(10);
    const second = createExchange(options);
    loadCheckpoint(second, checkpoint, new PageStore(pages), ALL_ENGINES);
    expectSameValues(second, values);
    loaded.perform(2000 - loaded.calls);
    expectSameAnswers(loaded);
  });
});
