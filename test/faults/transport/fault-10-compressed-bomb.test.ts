/**
 * Fault 10: A small compressed body becomes a huge one.
 *
 * Decompression ends at 32 MiB and the memory of the process stays below 200 MB more; a read ends with exit code 5, an order
 * is unknown.
 */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import { answerOf } from '../../transport/raw-server.ts';
import { exchangeWithoutOrders, ORDER, READ, runAt, startFaultServer } from '../fault-exchange.ts';

const MIB = 1024 * 1024;

/** 300 MiB in 300 members, which a decoder joins (RFC 1952, section 2.2). */
const COMPRESSED = Buffer.concat(Array(300).fill(gzipSync(Buffer.alloc(MIB))));

const BOMB = answerOf(200, COMPRESSED, ['Content-Encoding: gzip', 'Connection: close']);

it('a read ends with exit 5, without a second attempt and without its memory', async () => {
  const server = await startFaultServer([{ do: 'read-request' }, { do: 'send', data: BOMB }]);
  const before = process.memoryUsage().rss;
  const error = failure(await runAt(server.origin, READ));
  expect(error).toMatchObject({ kind: 'unavailable', exitCode: 5, retryable: false });
  expect(error.message).toContain('33554432');
  expect(server.connections).toHaveLength(1);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * MIB);
});

it('an order is looked up: exit 5 once it is proved absent', async () => {
  const server = await startFaultServer(
    exchangeWithoutOrders([{ do: 'read-request' }, { do: 'send', data: BOMB }]),
  );
  expect(failure(await runAt(server.origin, ORDER))).toMatchObject({
    exitCode: 5,
    execution: 'not_executed',
  });
});
