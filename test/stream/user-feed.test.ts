/** A user data stream over listen keys whose keep-alive fails or which expire. */
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import { MINUTE_MS } from '../../src/core/time-units.ts';
import { followKeys, noKey } from './followed-keys.ts';
import { runPendingTasks } from './manual-clock.ts';
import { startStreamServer } from './scripted-stream-server.ts';

describe('a user data stream over listen keys', () => {
  it('connects to the path of the key, keeps the key alive every 30 minutes and closes it at the end', async () => {
    const server = await startStreamServer();
    const { clock, keyCalls, connection, stop, done } = followKeys(server);
    const { target } = await connection(1);
    expect(target).toBe(`/ws/${keyCalls.created[0]}`);
    await clock.advance(61 * MINUTE_MS);
    expect(keyCalls.keepAliveMinutes).toEqual([30, 60]);
    stop();
    await done;
    expect(keyCalls.closed).toEqual(keyCalls.created);
  });

  it('creates keys with growing delays where each key expires at once', async () => {
    let latest = () => '';
    const server = await startStreamServer({
      onConnection: (connection) => connection.send({ e: 'listenKeyExpired', E: 1, listenKey: latest() }),
    });
    const { clock, keyCalls } = followKeys(server);
    latest = () => keyCalls.created.at(-1)!;
    for (let minute = 0; minute < 5; minute += 1) {
      for (let turn = 0; turn < 40; turn += 1) await runPendingTasks();
      await clock.advance(MINUTE_MS);
    }
    expect(keyCalls.created.length).toBeGreaterThan(2);
    expect(keyCalls.created.length).toBeLessThan(30);
  });

  it('creates a new key no earlier than the Retry-After of the exchange allows', async () => {
    const server = await startStreamServer();
    let tries = 0;
    const banned = new ToolError({ kind: 'rate-limited', message: 'Banned.', retryAfterMs: 120_000 });
    const { clock, notes, connection } = followKeys(server, {
      keys: {
        create: async () => {
          tries += 1;
          if (tries === 2) throw banned;
          return `key${tries}`.repeat(12);
        },
        keepAlive: async (key) => key,
        close: async () => {},
      },
    });
    const first = await connection(1);
    first.send({ e: 'listenKeyExpired', E: 1, listenKey: 'key1'.repeat(12) });
    for (let turn = 0; turn < 40; turn += 1) await runPendingTasks();
    await clock.advance(100_000);
    expect(tries).toBe(2);
    await clock.advance(30_000);
    await connection(2);
    expect(notes.filter((text) => text.includes('Banned'))).toHaveLength(1);
  });

  it('holds events until the last reconciliation where the key expires during the one before', async () => {
    const server = await startStreamServer();
    const reconciliations: (() => void)[] = [];
    const { clock, messages, connection, keyCalls } = followKeys(server, {
      onConnected: () => new Promise((resolve) => reconciliations.push(resolve)),
    });
    const first = await connection(1);
    first.send({ e: 'balanceUpdate', E: 1 });
    first.send({ e: 'listenKeyExpired', E: 2, listenKey: keyCalls.created[0] });
    for (let turn = 0; turn < 40; turn += 1) await runPendingTasks();
    await clock.advance(1000);
    const second = await connection(2);
    second.send({ e: 'balanceUpdate', E: 3 });
    for (let turn = 0; turn < 40; turn += 1) await runPendingTasks();
    reconciliations[0]!();
    for (let turn = 0; turn < 40; turn += 1) await runPendingTasks();
    expect(messages).toEqual([]);
    reconciliations[1]!();
    for (let turn = 0; turn < 40; turn += 1) await runPendingTasks();
    expect(messages.map((text) => JSON.parse(text).E)).toEqual([1, 2, 3]);
  });

  it('creates a new key after a lost connection whose key has expired without an event', async () => {
    const server = await startStreamServer();
    const { clock, keyCalls, connection } = followKeys(server);
    const first = await connection(1);
    keyCalls.refusals.push(noKey());
    first.socket.terminate();
    await runPendingTasks();
    await clock.advance(2000);
    await connection(2);
    expect(server.connections[1]!.target).toBe(`/ws/${keyCalls.created[1]}`);
  });

  it('holds events until the reconciliation before them has finished', async () => {
    const server = await startStreamServer();
    const order: string[] = [];
    let finishReconciliation = () => {};
    const { connection } = followKeys(server, {
      onConnected: () =>
        new Promise((resolve) => {
          finishReconciliation = () => {
            order.push('reconciled');
            resolve();
          };
        }),
      onMessage: (bytes) => order.push(bytes.toString()),
    });
    const first = await connection(1);
    first.send('{"e":"balanceUpdate"}');
    for (let turn = 0; turn < 10; turn += 1) await runPendingTasks();
    expect(order).toEqual([]);
    finishReconciliation();
    await runPendingTasks();
    expect(order).toEqual(['reconciled', '{"e":"balanceUpdate"}']);
  });

  it('ends with the error where the first key is refused', async () => {
    const server = await startStreamServer();
    const refused = new ToolError({ kind: 'credentials', message: 'no' });
    const keys = {
      create: () => Promise.reject(refused),
      keepAlive: async (key: string) => key,
      close: async () => {},
    };
    await expect(followKeys(server, { keys }).done).rejects.toBe(refused);
  });
});
