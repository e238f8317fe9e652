/** What every home of the shared state does alike. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unixMs } from '../../src/core/words.ts';
import type { SharedState, StateOperation } from '../../src/state/shared-state.ts';
import { HOMES, START, type StateWorld } from './homes.ts';

const at = unixMs(START);
const created = (
  subject: string,
  extra: Partial<Extract<StateOperation, { do: 'append' }>> = {},
): StateOperation => ({
  do: 'append',
  subject,
  state: 'PREPARED',
  body: { symbol: 'BTCUSDT' },
  at,
  creates: { kind: 'order', scope: 'main BTCUSDT' },
  ...extra,
});
const moved = (subject: string, state: string, from?: readonly string[]): StateOperation => ({
  do: 'append',
  subject,
  state,
  body: {},
  at,
  ...(from === undefined ? {} : { from }),
});
const claim = (name: string, value: string, once?: true): StateOperation => ({
  do: 'claim',
  name,
  value,
  at,
  ...(once === undefined ? {} : { once }),
});
const count = (add: string, max?: string): StateOperation => ({
  do: 'count',
  counter: 'spent 2024-03-15',
  add,
  at,
  ...(max === undefined ? {} : { max }),
});
const idsOf = async (state: SharedState, query: Parameters<SharedState['subjects']>[0]) =>
  (await state.subjects(query)).map(({ id }) => id);

describe.each(HOMES)('the shared state %s', (_, openWorld) => {
  const two = async (skewMs = 0) => {
    const world: StateWorld = openWorld();
    const [a, b] = [await world.open(), await world.open(skewMs)];
    return { world, a: a.state, b: b.state, clockA: a.clock, clockB: b.clock };
  };

  describe('journal', () => {
    it('returns a committed subject to every process', async () => {
      const { a, b } = await two();
      expect(await a.commit([created('o1')])).toEqual({ ok: true, seq: 1 });
      expect(await b.subject('o1')).toEqual({
        id: 'o1',
        kind: 'order',
        scope: 'main BTCUSDT',
        state: 'PREPARED',
        body: { symbol: 'BTCUSDT' },
        firstAt: at,
        lastAt: at,
        lastSeq: 1,
      });
    });

    it('knows nothing of a subject that was never written', async () => {
      const { a } = await two();
      expect(await a.subject('o1')).toBeUndefined();
      expect(await a.timeline('o1')).toEqual([]);
    });

    it('keeps the first body of a subject and the latest state', async () => {
      const { a } = await two();
      await a.commit([created('o1')]);
      await a.commit([moved('o1', 'SENT')]);
      expect(await a.subject('o1')).toMatchObject({ state: 'SENT', body: { symbol: 'BTCUSDT' }, lastSeq: 2 });
    });

    it('lists the entries of a subject in the order of their numbers, also after a clock was set back', async () => {
      const { a } = await two();
      await a.commit([created('o1')]);
      await a.commit([{ ...moved('o1', 'SENT'), at: unixMs(START - 3_600_000) } as StateOperation]);
      await a.commit([created('o2')]);
      expect((await a.timeline('o1')).map(({ seq, state }) => [seq, state])).toEqual([
        [1, 'PREPARED'],
        [2, 'SENT'],
      ]);
    });

    it('keeps every digit of a body', async () => {
      const { a, b } = await two();
      const body = {
        price: '0.10000000000000000001',
        id: '9007199254740993',
        nested: { list: [1, null, 'ä"\n'] },
      };
      await a.commit([created('o1', { body })]);
      expect((await b.subject('o1'))?.body).toEqual(body);
    });

    it('refuses an entry of a subject that was never created', async () => {
      const { a } = await two();
      expect(await a.commit([moved('o1', 'SENT')])).toEqual({
        ok: false,
        operation: 0,
        why: 'state',
        found: '',
      });
    });

    it('refuses to create a subject twice when it must be new', async () => {
      const { a, b } = await two();
      await a.commit([created('o1', { from: [] })]);
      expect(await b.commit([created('o1', { from: [] })])).toMatchObject({
        why: 'state',
        found: 'PREPARED',
      });
    });

    it('refuses a change from a state that another process has left', async () => {
      const { a, b } = await two();
      await a.commit([created('o1')]);
      expect(await a.commit([moved('o1', 'FOUND', ['PREPARED'])])).toMatchObject({ ok: true });
      expect(await b.commit([moved('o1', 'ABSENT', ['PREPARED'])])).toMatchObject({
        why: 'state',
        found: 'FOUND',
      });
    });

    it('lists subjects by kind, scope and state, the newest first', async () => {
      const { a } = await two();
      await a.commit([created('o1'), created('o2', { creates: { kind: 'order', scope: 'main ETHUSDT' } })]);
      await a.commit([
        created('w1', { creates: { kind: 'withdrawal', scope: 'main' } }),
        moved('o1', 'UNKNOWN'),
      ]);
      expect(await idsOf(a, { kind: 'order' })).toEqual(['o1', 'o2']);
      expect(await idsOf(a, { kind: 'order', states: ['UNKNOWN', 'SENT'] })).toEqual(['o1']);
      expect(await idsOf(a, { scope: 'main ETHUSDT' })).toEqual(['o2']);
      expect(await idsOf(a, { states: [] })).toEqual([]);
      expect(await idsOf(a, { limit: 1 })).toEqual(['o1']);
    });

    it('finds subjects by a field of their body', async () => {
      const { a, b } = await two();
      await a.commit([
        created('w1', { body: { clientOrderId: 'o-1', run: 'w1' } }),
        created('w2', { body: { clientOrderId: null, run: 'w1' } }),
        created('w3', { body: {} }),
      ]);
      expect(await idsOf(b, { where: { field: 'clientOrderId', value: 'o-1' } })).toEqual(['w1']);
      expect(await idsOf(b, { where: { field: 'run', value: 'w1' } })).toEqual(['w2', 'w1']);
      expect(await idsOf(b, { where: { field: 'run', value: 'w3' } })).toEqual([]);
    });

    it('lists subjects since a time', async () => {
      const { a } = await two();
      await a.commit([created('o1', { at: unixMs(START - 5) }), created('o2')]);
      expect(await idsOf(a, { since: at })).toEqual(['o2']);
    });

    it('prunes old subjects in the given states only', async () => {
      const { a, b } = await two();
      const old = unixMs(START - 100_000);
      await a.commit([created('o1', { at: old }), created('o2', { at: old }), created('o3')]);
      await a.commit([{ ...moved('o1', 'ACKED'), at: old } as StateOperation, moved('o3', 'ACKED')]);
      expect(await b.prune({ kind: 'order', states: ['ACKED'], before: at })).toBe(1);
      expect(await idsOf(a, {})).toEqual(['o3', 'o2']);
      expect(await a.timeline('o1')).toEqual([]);
    });

    it('never uses the number of a removed entry again', async () => {
      const { a } = await two();
      await a.commit([created('o1', { state: 'ACKED' })]);
      await a.prune({ kind: 'order', states: ['ACKED'], before: unixMs(START + 1) });
      expect(await a.commit([created('o2')])).toEqual({ ok: true, seq: 2 });
    });

    it('notifies a waiting process of an entry of another one', async () => {
      const { a, b } = await two();
      const waiting = b.changedSince(0, new AbortController().signal);
      await a.commit([created('o1')]);
      expect(await waiting).toBe(1);
    });

    it('looks for entries of other processes ten times a second', async () => {
      const world = openWorld();
      const { state, clock } = await world.open();
      const waiting = state.changedSince(0, new AbortController().signal);
      await state.commit([created('o1')]);
      await waiting;
      await state.changedSince(0, new AbortController().signal);
      expect(clock.sleeps.filter((ms) => ms !== 100)).toEqual([]);
    });

    it('ends the wait for an entry with the signal', async () => {
      const { a } = await two();
      const controller = new AbortController();
      controller.abort(new Error('enough'));
      await expect(a.changedSince(0, controller.signal)).rejects.toThrow('enough');
    });
  });

  describe('commit', () => {
    it('carries out all operations or none', async () => {
      const { a, b } = await two();
      await a.commit([claim('key 1', 'o1')]);
      const result = await b.commit([created('o2'), count('5'), claim('key 1', 'o2')]);
      expect(result).toEqual({ ok: false, operation: 2, why: 'claimed', found: 'o1' });
      expect(await a.subject('o2')).toBeUndefined();
      expect(await a.counted('spent 2024-03-15')).toBe('0');
      expect(await a.commit([created('o3')])).toEqual({ ok: true, seq: 1 });
    });

    it('lets later operations see earlier ones of the same commit', async () => {
      const { a } = await two();
      expect(await a.commit([created('o1'), moved('o1', 'SENT', ['PREPARED'])])).toEqual({
        ok: true,
        seq: 2,
      });
    });

    it('without operations returns the newest number', async () => {
      const { a } = await two();
      await a.commit([created('o1')]);
      expect(await a.commit([])).toEqual({ ok: true, seq: 1 });
    });

    it('of many processes at once loses none', async () => {
      const world = openWorld();
      const states = await Promise.all(Array.from({ length: 8 }, () => world.open()));
      await Promise.all(
        states.map(async ({ state }, writer) => {
          for (let one = 0; one < 10; one += 1)
            await state.commit([created(`o${writer}-${one}`), count('0.1')]);
        }),
      );
      expect(await states[0]!.state.subjects({})).toHaveLength(80);
      expect(await states[0]!.state.counted('spent 2024-03-15')).toBe('8');
    });
  });

  describe('claim', () => {
    it('belongs to the first process that makes it', async () => {
      const { a, b } = await two();
      expect(await a.commit([claim('key 1', 'o1')])).toMatchObject({ ok: true });
      expect(await b.commit([claim('key 1', 'o2')])).toMatchObject({
        ok: false,
        why: 'claimed',
        found: 'o1',
      });
      expect(await b.claimed('key 1')).toBe('o1');
    });

    it('may be made again for the same value', async () => {
      const { a, b } = await two();
      await a.commit([claim('key 1', 'o1')]);
      expect(await b.commit([claim('key 1', 'o1')])).toMatchObject({ ok: true });
    });

    it('that is good for one use may not be made again at all', async () => {
      const { a, b } = await two();
      await a.commit([claim('digest 1', 'used', true)]);
      expect(await b.commit([claim('digest 1', 'used', true)])).toMatchObject({ ok: false, why: 'claimed' });
    });

    it('is made once by sixteen processes at once', async () => {
      const world = openWorld();
      const states = await Promise.all(Array.from({ length: 16 }, () => world.open()));
      const results = await Promise.all(
        states.map(({ state }, one) => state.commit([claim('key', `o${one}`)])),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    });

    it('that nobody made is undefined', async () => {
      const { a } = await two();
      expect(await a.claimed('key 1')).toBeUndefined();
    });

    it.each(['', '__proto__', 'constructor', "'; DROP TABLE claim; --", 'ü'.repeat(99)])(
      'takes any name: %.30j',
      async (name) => {
        const { a, b } = await two();
        await a.commit([claim(name, '__proto__')]);
        expect(await b.claimed(name)).toBe('__proto__');
      },
    );
  });

  describe('counter', () => {
    it('begins at 0', async () => {
      const { a } = await two();
      expect(await a.counted('spent')).toBe('0');
    });

    it('adds decimals exactly', async () => {
      const { a, b } = await two();
      await a.commit([count('0.1')]);
      await b.commit([count('0.2')]);
      expect(await a.counted('spent 2024-03-15')).toBe('0.3');
    });

    it('reaches its maximum and never exceeds it by a digit', async () => {
      const { a, b } = await two();
      await a.commit([count('1999.99999999', '2000')]);
      expect(await b.commit([count('0.00000002', '2000')])).toEqual({
        ok: false,
        operation: 0,
        why: 'over',
        found: '1999.99999999',
      });
      expect(await b.commit([count('0.00000001', '2000')])).toMatchObject({ ok: true });
    });

    it('starts again from zero in a new period, and not because a clock is behind', async () => {
      const { a, b } = await two();
      const countedIn = (since: number, now: number, max: string): StateOperation => ({
        do: 'count',
        counter: 'spent',
        add: '1',
        at: unixMs(now),
        since: unixMs(since),
        max,
      });
      await a.commit([countedIn(0, 990, '9')]);
      expect(await b.commit([countedIn(1000, 1010, '1')])).toMatchObject({ ok: true });
      // This clock still shows the period before, whose count the other process has left behind.
      await a.commit([countedIn(0, 995, '9')]);
      expect(await b.commit([countedIn(1000, 1020, '2')])).toMatchObject({ ok: false, found: '2' });
    });

    it('can be reduced when a write was not executed', async () => {
      const { a } = await two();
      await a.commit([count('5')]);
      await a.commit([count('-5')]);
      expect(await a.counted('spent 2024-03-15')).toBe('0');
    });

    it('of eight processes stays within its maximum', async () => {
      const world = openWorld();
      const states = await Promise.all(Array.from({ length: 8 }, () => world.open()));
      const results = await Promise.all(
        states.flatMap(({ state }) => [1, 2, 3].map(() => state.commit([count('0.7', '10')]))),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(14);
      expect(await states[0]!.state.counted('spent 2024-03-15')).toBe('9.8');
    });

    it('equals the exact sum of any amounts', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: -999_999, max: 999_999 }), { maxLength: 12 }),
          async (cents) => {
            const { a, b } = await two();
            for (const [index, cent] of cents.entries())
              await (index % 2 === 0 ? a : b).commit([
                { ...count(`${cent}e-2`), counter: 'sum' } as StateOperation,
              ]);
            const sum = cents.reduce((total, cent) => total + cent, 0);
            expect(Math.round(Number(await a.counted('sum')) * 100)).toBe(sum);
          },
        ),
        { seed: 20261122, numRuns: 15 },
      );
    });
  });

  describe('lease', () => {
    const request = (holder: string) => ({ name: 'resolve o1', holder, ttlMs: 10_000 });

    it('is held by one process at a time', async () => {
      const { a, b } = await two();
      expect(await a.lease(request('a'))).toEqual({ ...request('a'), token: 1 });
      expect(await b.lease(request('b'))).toBeUndefined();
    });

    it('is taken again by its holder with the same token', async () => {
      const { a } = await two();
      await a.lease(request('a'));
      expect(await a.lease(request('a'))).toMatchObject({ token: 1 });
    });

    it('that was released goes to the next process with a larger token', async () => {
      const { a, b } = await two();
      const lease = (await a.lease(request('a')))!;
      await a.release(lease);
      expect(await b.lease(request('b'))).toMatchObject({ token: 2 });
    });

    it('of a killed process is free after its time and the difference of clocks', async () => {
      const { a, b, clockB } = await two();
      await a.lease(request('a'));
      await clockB.sleep(40_000);
      expect(await b.lease(request('b'))).toBeUndefined();
      await clockB.sleep(1);
      expect(await b.lease(request('b'))).toMatchObject({ token: 2 });
    });

    it.each([30_000, -30_000])(
      'is not taken early by a process whose clock is %i ms ahead',
      async (skewMs) => {
        const { a, b, clockA, clockB } = await two(skewMs);
        const lease = (await a.lease(request('a')))!;
        await Promise.all([clockA.sleep(9_000), clockB.sleep(9_000)]);
        expect(await b.lease(request('b'))).toBeUndefined();
        expect(await a.renew(lease)).toBe(true);
        await Promise.all([clockA.sleep(9_000), clockB.sleep(9_000)]);
        expect(await b.lease(request('b'))).toBeUndefined();
      },
    );

    it('cannot be renewed or released by a holder that lost it', async () => {
      const { a, b, clockB } = await two();
      const lost = (await a.lease(request('a')))!;
      await clockB.sleep(40_001);
      const held = (await b.lease(request('b')))!;
      expect(await a.renew(lost)).toBe(false);
      await a.release(lost);
      expect(await b.renew(held)).toBe(true);
    });

    it('fences the writes of a holder that lost it', async () => {
      const { a, b, clockB } = await two();
      const lost = (await a.lease(request('a')))!;
      const fence = (token: number): StateOperation => ({ do: 'fence', lease: 'resolve o1', token });
      expect(await a.commit([fence(lost.token), created('o1')])).toMatchObject({ ok: true });
      await clockB.sleep(40_001);
      await b.lease(request('b'));
      expect(await a.commit([fence(lost.token), moved('o1', 'ABSENT')])).toEqual({
        ok: false,
        operation: 0,
        why: 'fenced',
        found: '2',
      });
      expect(await b.subject('o1')).toMatchObject({ state: 'PREPARED' });
    });

    it('that was never taken fences every write', async () => {
      const { a } = await two();
      const result = await a.commit([{ do: 'fence', lease: 'x', token: 1 }, created('o1')]);
      expect(result).toMatchObject({ ok: false, why: 'fenced', found: '' });
    });

    it('under one name does not hold back another', async () => {
      const { a, b } = await two();
      await a.lease(request('a'));
      expect(await b.lease({ ...request('b'), name: 'resolve o2' })).toMatchObject({ token: 1 });
    });
  });
});
