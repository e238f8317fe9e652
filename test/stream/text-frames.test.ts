/** WebSocket frames of all kinds, split at any byte: TextFrames must emit the same as `ws` alone. */
import { createHash } from 'node:crypto';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { joinLines, type OnLines } from '../../src/stream/message-lines.ts';
import { TextFrames } from '../../src/stream/text-frames.ts';

const BYTES_MAX = 70_000;
/** The number of messages that a listener takes together, so that it leaves some. */
const LINES_AT_ONCE = 3;
const UPGRADE_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Returns a frame of a server; a masked frame and some first bytes are protocol violations. */
function frame(first: number, payload: Buffer, isMasked = false): Buffer {
  const mark = isMasked ? 0x80 : 0;
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = first;
  head[1] = mark | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat(isMasked ? [head, Buffer.alloc(4), payload] : [head, payload]);
}

/** Answers the upgrade together with the first piece, then sends one piece per turn of the event loop. */
class ScriptedWire extends Duplex {
  readonly #pieces: readonly Buffer[];
  #request = '';

  constructor(pieces: readonly Buffer[]) {
    super();
    this.#pieces = pieces;
  }

  override _read(): void {}

  setTimeout(): never {
    return this as never;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    done();
    const wasAsked = this.#request.includes('\r\n\r\n');
    if (wasAsked) return;
    this.#request += chunk.toString('latin1');
    if (this.#request.includes('\r\n\r\n')) void this.#answer();
  }

  async #answer(): Promise<void> {
    const key = /sec-websocket-key: (\S+)/i.exec(this.#request)![1]!;
    const accept = createHash('sha1').update(`${key}${UPGRADE_GUID}`).digest('base64');
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    const head = Buffer.from(`${lines.join('\r\n')}\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
    const [first = Buffer.alloc(0), ...more] = this.#pieces;
    this.push(Buffer.concat([head, first]));
    for (const piece of more) {
      await new Promise(setImmediate);
      if (this.destroyed) return;
      // The reader of a connection may change the bytes it received.
      this.push(Buffer.from(piece));
    }
    await new Promise(setImmediate);
    if (!this.destroyed) this.push(null);
  }
}

interface Received {
  readonly messages: readonly string[];
  readonly pings: readonly string[];
  readonly code: number;
  readonly errors: readonly string[];
  /** The deliveries whose bytes have changed since. */
  readonly changed: readonly { readonly text: string }[];
}

/** Returns what a client emits for the bytes; the client pauses for 2 ms after each message listed in `pausesAt`. */
function receive(
  pieces: readonly Buffer[],
  reader: 'ws' | 'frames' | 'lines' | 'joined',
  pausesAt: readonly number[],
): Promise<Received> {
  const messages: string[] = [];
  const pings: string[] = [];
  const errors: string[] = [];
  let socket: WebSocket;
  /** What the client still has of earlier deliveries, which later ones must not change. */
  const kept: { readonly bytes: Buffer; readonly text: string }[] = [];
  const keep = (bytes: Buffer) => kept.push({ bytes, text: bytes.toString('latin1') });
  const note = (bytes: Buffer) => {
    messages.push(bytes.toString('latin1'));
    if (!pausesAt.includes(messages.length)) return;
    socket.pause();
    setTimeout(() => socket.resume(), 2);
  };
  return new Promise((resolve) => {
    const wire = new ScriptedWire(pieces);
    const onLines: OnLines = (lines, from, to) => {
      const end = Math.min(to, from + LINES_AT_ONCE);
      const first = messages.length;
      for (let index = from; index < end; index += 1) {
        const bytes = lines.bytes.subarray(lines.starts[index], lines.ends[index]);
        note(bytes);
        if (reader === 'lines') keep(bytes);
      }
      if (reader === 'lines') return end;
      const joined = joinLines(lines, from, end);
      const texts = messages.slice(first).map((message) => `${message}\n`);
      expect(joined.toString('latin1')).toBe(texts.join(''));
      keep(joined);
      return end;
    };
    const takesLines = reader === 'lines' || reader === 'joined';
    const onMessage = (bytes: Buffer) => {
      note(bytes);
      keep(bytes);
    };
    const listener = { onMessage, ...(takesLines ? { onLines } : {}) };
    const frames = reader === 'ws' ? undefined : new TextFrames(wire, listener, BYTES_MAX);
    const createConnection = (() => frames ?? wire) as unknown as NonNullable<
      ClientOptions['createConnection']
    >;
    socket = new WebSocket('ws://127.0.0.1/ws', {
      createConnection,
      perMessageDeflate: false,
      maxPayload: BYTES_MAX,
    });
    socket.on('open', () => frames?.begin());
    socket.on('message', (data) => note(data as Buffer));
    socket.on('ping', (data) => pings.push(data.toString('latin1')));
    socket.on('error', (error) => errors.push(error.message));
    socket.on('close', (code) => {
      const changed = kept.filter(({ bytes, text }) => bytes.toString('latin1') !== text);
      resolve({ messages, pings, code, errors, changed });
    });
  });
}

const lengths = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 300 }) },
  { weight: 1, arbitrary: fc.constantFrom(125, 126, 127, 65_535, 65_536) },
);
const payloads = fc
  .tuple(lengths, fc.constantFrom('a', '7', '"', '\n'))
  .map(([length, letter]) => Buffer.alloc(length, letter));
const small = fc.integer({ min: 0, max: 125 }).map((length) => Buffer.alloc(length, 'p'));

/** Complete messages, fragmented messages with a ping between, pings, and rarely a protocol violation. */
const entries = fc.oneof(
  { weight: 20, arbitrary: payloads.map((payload) => [frame(0x81, payload)]) },
  { weight: 2, arbitrary: small.map((payload) => [frame(0x89, payload)]) },
  { weight: 2, arbitrary: payloads.map((payload) => [frame(0x82, payload)]) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(payloads, small, payloads)
      .map(([one, ping, two]) => [frame(0x01, one), frame(0x89, ping), frame(0x80, two)]),
  },
  { weight: 1, arbitrary: fc.constant([frame(0x81, Buffer.from('straße €'))]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      [frame(0x81, Buffer.from([0x61, 0xff]))],
      [frame(0x81, Buffer.from('masked'), true)],
      [frame(0xc1, Buffer.from('compressed'))],
      [frame(0x01, Buffer.from('begun')), frame(0x81, Buffer.from('not ended'))],
      [frame(0x81, Buffer.alloc(BYTES_MAX + 1, 'l'))],
      [frame(0x88, Buffer.from([0x03, 0xe8])), frame(0x81, Buffer.from('after the goodbye'))],
      [frame(0x83, Buffer.from('unknown'))],
      [frame(0x80, Buffer.from('of nothing'))],
    ),
  },
);

const scripts = fc.record({
  frames: fc.array(entries, { maxLength: 40 }).map((all) => Buffer.concat(all.flat())),
  cuts: fc.array(fc.nat({ max: 1_000_000 }), { maxLength: 12 }),
  pausesAt: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
});

function cutAt(bytes: Buffer, cuts: readonly number[]): readonly Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((one, other) => one - other);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}

describe('text frames that are read before ws', () => {
  it('are emitted as ws alone emits them, with any other frames between and split at any byte', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async ({ frames, cuts, pausesAt }) => {
        const pieces = cutAt(frames, cuts);
        const [expected, one, several, joined] = await Promise.all([
          receive(pieces, 'ws', pausesAt),
          receive(pieces, 'frames', pausesAt),
          receive(pieces, 'lines', pausesAt),
          receive(pieces, 'joined', pausesAt),
        ]);
        expect(one).toEqual(expected);
        expect(several).toEqual(expected);
        expect(joined).toEqual(expected);
        expect(expected.changed).toEqual([]);
      }),
      { numRuns: 300, seed: 7, interruptAfterTimeLimit: 20_000 },
    );
  });

  it('are emitted one by one where every byte arrives separately', async () => {
    const bytes = Buffer.concat(
      ['', 'a', 'b'.repeat(126), 'c'].map((text) => frame(0x81, Buffer.from(text))),
    );
    const received = await receive(
      [...bytes].map((byte) => Buffer.from([byte])),
      'lines',
      [],
    );
    expect(received.messages).toEqual(['', 'a', 'b'.repeat(126), 'c']);
  });

  it('are not passed to ws, which receives the other frames only', async () => {
    const wire = new ScriptedWire([frame(0x81, Buffer.from('one')), frame(0x89, Buffer.from('ping'))]);
    const texts: string[] = [];
    const seen: Buffer[] = [];
    const frames = new TextFrames(wire, { onMessage: (bytes) => texts.push(String(bytes)) }, BYTES_MAX);
    frames.write('GET / HTTP/1.1\r\nSec-WebSocket-Key: abc\r\n\r\n');
    frames.on('data', (bytes: Buffer) => seen.push(bytes));
    await new Promise((resolve) => setTimeout(resolve, 5));
    frames.begin();
    await new Promise((resolve) => frames.once('end', resolve));
    expect(texts).toEqual(['one']);
    expect(String(seen[0])).toMatch(/^HTTP\/1\.1 101 .*\r\n\r\n$/s);
    expect(Buffer.concat(seen.slice(1))).toEqual(frame(0x89, Buffer.from('ping')));
  });
});
