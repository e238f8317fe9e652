/** Which reads of a session share their services. */
import { describe, expect, it } from 'vitest';
import type { Services } from '../../src/app/services.ts';
import type { Clock } from '../../src/core/clock.ts';
import { SHARED_MS, SharedReads } from '../../src/library/shared-reads.ts';

interface Opened {
  readonly services: Services;
  closedWith?: unknown[];
}

function reads() {
  const opened: Opened[] = [];
  let now = 0;
  const clock = { monotonicMs: () => now } as Clock;
  const shared = new SharedReads(clock, () => {
    const one: Opened = {
      services: {
        async close(error?: unknown) {
          one.closedWith = [...(one.closedWith ?? []), error];
        },
      } as Services,
    };
    opened.push(one);
    return one.services;
  });
  return {
    shared,
    opened,
    advance(ms: number) {
      now += ms;
    },
  };
}

/** Begins a read; returns its services, and functions that end it. */
function begin(shared: SharedReads) {
  let used: Services | undefined;
  let end: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const done = shared.run(async (services) => {
    used = services;
    await new Promise<void>((resolve, reject) => {
      end = resolve;
      fail = reject;
    });
  });
  return {
    services: used,
    end() {
      end();
      return done;
    },
    fail(error: Error) {
      fail(error);
      return done.catch((thrown: unknown) => thrown);
    },
  };
}

describe('reads of a session', () => {
  it('share services while one of them runs, which are closed once after the last', async () => {
    const { shared, opened } = reads();
    const [one, two] = [begin(shared), begin(shared)];
    expect(two.services).toBe(one.services);
    await one.end();
    expect(opened[0]!.closedWith).toBeUndefined();
    const three = begin(shared);
    expect(three.services).toBe(one.services);
    await two.end();
    await three.end();
    expect(opened.map(({ closedWith }) => closedWith?.length)).toEqual([1]);
  });

  it('that follow one another have services of their own, so that each reads the keys', async () => {
    const { shared, opened } = reads();
    await begin(shared).end();
    await begin(shared).end();
    expect(opened.map(({ closedWith }) => closedWith)).toEqual([[undefined], [undefined]]);
  });

  it('get new services after a second, while older reads keep theirs', async () => {
    const { shared, opened, advance } = reads();
    const old = begin(shared);
    advance(SHARED_MS - 1);
    const last = begin(shared);
    expect(last.services).toBe(old.services);
    advance(1);
    const next = begin(shared);
    expect(next.services).not.toBe(old.services);
    await old.end();
    await last.end();
    expect(opened.map(({ closedWith }) => closedWith?.length)).toEqual([1, undefined]);
    await next.end();
    expect(opened[1]!.closedWith).toHaveLength(1);
  });

  it('get new services after one has failed', async () => {
    const { shared, opened } = reads();
    const [failing, other] = [begin(shared), begin(shared)];
    const error = new Error('no keys');
    expect(await failing.fail(error)).toBe(error);
    const next = begin(shared);
    expect(next.services).not.toBe(failing.services);
    await other.end();
    await next.end();
    expect(opened.map(({ closedWith }) => closedWith?.length)).toEqual([1, 1]);
  });
});
