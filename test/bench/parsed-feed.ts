/**
 * A stream consumer that reads each trade as an object with all digits. Arguments: the address, and the number of trades.
 */
import { parseJson } from '../../src/core/json.ts';
import { unixMs } from '../../src/core/words.ts';
import { EventReader } from '../../src/stream/events/event-reader.ts';
import { Feed } from '../../src/stream/feed.ts';
import { socketOpener } from '../../src/stream/socket.ts';
import { createConnector } from '../../src/transport/connection.ts';

interface Trade {
  readonly t: number | bigint;
  readonly p: string;
  readonly q: string;
}

const [address = '', wanted = ''] = process.argv.slice(2);
const ends = new AbortController();
const reader = new EventReader();
let count = 0;
let length = 0;
let last: Trade | undefined;
const feed = new Feed({
  clock: {
    now: () => unixMs(Date.now()),
    monotonicMs: () => performance.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, ms);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      }),
  },
  random: { next: Math.random },
  open: socketOpener({
    connector: createConnector({ connectTimeoutMs: 2000 }),
    userAgent: 'bench',
    now: () => unixMs(Date.now()),
  }),
  takeAttempt: async () => {},
  base: new URL(address),
  streams: [{ name: 'btcusdt@trade', sequence: { by: 'step', at: 't' } }],
  signal: ends.signal,
  onMessage(bytes) {
    take(bytes, 0, bytes.length);
  },
  lines: {
    room: (lines) => lines.count,
    onLines(lines, from, to) {
      for (let index = from; index < to; index += 1)
        take(lines.bytes, lines.starts[index]!, lines.ends[index]!);
    },
  },
  onRecord() {},
});

function take(bytes: Buffer, start: number, end: number): void {
  const event = reader.read(bytes, start, end) ?? parseJson(bytes.toString('utf8', start, end));
  last = event as unknown as Trade;
  length += last.p.length + last.q.length;
  count += 1;
  if (count < Number(wanted)) return;
  process.stdout.write(`${count} ${length} ${last.t}\n`);
  process.exit(0);
}

await feed.run();
