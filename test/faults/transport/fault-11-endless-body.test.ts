/**
 * Fault 11: The body of an answer has no length and no end.
 *
 * The connection is closed at 64 MiB, or at 250,000 chunks of a few bytes each and is not opened again; exit code 5.
 */
import { expect, it } from 'vitest';
import { failure } from '../../acceptance/outcomes.ts';
import type { Script } from '../../transport/raw-server.ts';
import { READ, runAt, startFaultServer } from '../fault-exchange.ts';

const GIB = 1024 ** 3;

const flood = (head: string, data: Buffer): Script => [
  { do: 'read-request' },
  { do: 'send', data: `HTTP/1.1 200 OK\r\n${head}\r\n` },
  { do: 'flood', data, bytes: GIB },
];

const ENDLESS = flood('', Buffer.alloc(1024 * 1024, 0x20));

it('a read ends with exit 5 soon after the size limit', async () => {
  const server = await startFaultServer(ENDLESS);
  const error = failure(await runAt(server.origin, READ));
  expect(error).toMatchObject({ kind: 'unavailable', exitCode: 5, retryable: false });
  expect(server.connections).toHaveLength(1);
  expect(server.connections[0]!.bytesSent).toBeLessThan(GIB / 8);
});

it('endless chunks of one byte each end at the limit of chunks', async () => {
  const chunks = Buffer.from('1\r\n \r\n'.repeat(10_000));
  const server = await startFaultServer(flood('Transfer-Encoding: chunked\r\n', chunks));
  const before = process.memoryUsage().rss;
  const error = failure(await runAt(server.origin, READ));
  expect(error).toMatchObject({ kind: 'unavailable', exitCode: 5 });
  expect(error.message).toContain('chunks');
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});
