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

/** Keeps pages as values: V8 encodes some numbers in two ways, so that bytes can't be compared. */
class ReadablePages extends PageStore {
  override locate(page: NodeJS.ArrayBufferView): PageLocation {
    return (page instanceof Uint8Array ? deserialize(page) : page) as PageLocation;
  }
}

function readValues(exchange: SandboxExchange): unknown {
  const deserializer = new DefaultDeserializer(runToEnd(takeCheckpoint(exchange, new ReadablePages())));
  deserializer.readHeader();
  const length = deserializer.readValue();
  return Array.from({ length }, () => deserializer.readValue());
}

/** Fails if two exchanges have different states. The matcher, which takes ten times as long, shows the difference. */
function expectSameValues(found: SandboxExchange, expected: unknown): void {
  const values = readValues(found);
  if (!isDeepStrictEqual(values, expected)) expect(values).toEqual(expected);
}

describe('an exchange restored from a checkpoint', () => {
  it('has the state of the start of the checkpoint, whatever changed while it was written', () => {
    const clock = manualClock();
    const options = { clock, seed: 4, ...UNLIMITED };
    const first = createExchange(options);
    const load = new MixedLoad(first, clock, 4, { stepMs: 200 });
    const performNext = (calls: number) => {
      for (let count = 0; count < calls; count += 1) {
        const op = load.next();
        load.recordOrder(op, perform(first, op));
      }
    };
    performNext(2000);
    const [store, values] = [new PageStore(), readValues(first)];
    const checkpointSteps = takeCheckpoint(first, store);
    const pages = Buffer.concat([...store.takeAdded()]);
    let checkpoint: Uint8Array | undefined;
    let steps = 0;
    while (checkpoint === undefined) {
      const { done, value } = checkpointSteps.next();
      if (done === true) checkpoint = value;
      steps += 1;
      performNext(20);
    }
    expect(steps).toBeGreaterThan(10);
    const second = createExchange(options);
    loadCheckpoint(second, checkpoint, new PageStore(pages), ALL_ENGINES);
    expectSameValues(second, values);
  });

  it.each([
    { seed: 1, calls: 600, stepMs: 20_000 },
    { seed: 2, calls: 600, stepMs: 20_000 },
    { seed: 3, calls: 4000, stepMs: 200 },
  ])('answers every later call like the original: $calls calls by seed $seed', ({ seed, calls, stepMs }) => {
    const clock = manualClock();
    const options = { clock, seed, ...UNLIMITED };
    const first = createExchange(options);
    const load = new MixedLoad(first, clock, seed, { stepMs });
    const done = new Map<string, number>();
    for (let count = 0; count < calls; count += 1) {
      const op = load.next();
      const body = perform(first, op);
      load.recordOrder(op, body);
      if (!body.includes('"code":-')) done.set(op.path, (done.get(op.path) ?? 0) + 1);
    }
    const [store, disk]: [PageStore, Uint8Array[]] = [new PageStore(), []];
    const { checkpoint, pages } = writeCheckpoint(first, store, disk);
    const second = createExchange(options);
    const secondStore = new PageStore(pages);
    loadCheckpoint(second, checkpoint, secondStore, ALL_ENGINES);
    expect(describeState(second)).toBe(describeState(first));
    for (let count = 0; count < 400; count += 1) {
      const op = load.next();
      const body = perform(first, op);
      load.recordOrder(op, body);
      expect(perform(second, op)).toBe(body);
    }
    expect(describeState(second)).toBe(describeState(first));
    expectSameValues(second, readValues(first));
    expect([...done.keys()]).toEqual(
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
  });
});
