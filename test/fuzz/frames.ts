/** The class of fuzzed WebSocket frames. */
import { Duplex } from 'node:stream';
import { TextFrames } from '../../src/stream/text-frames.ts';
import type { FuzzClass } from './classes.ts';

/** The head of the answer to an upgrade, after which frames follow. */
const UPGRADED = Buffer.from('HTTP/1.1 101 Switching Protocols\r\n\r\n');
const FRAMES = [
  Buffer.from('\x81\x07{"e":1}\x89\x02hi\x81\x02{}', 'latin1'),
  Buffer.concat([Buffer.from([0x81, 126, 1, 0]), Buffer.alloc(256, 0x20)]),
  Buffer.from([0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0, 0x20]),
  Buffer.from([0x01, 2, 0x7b, 0x7d, 0x80, 0, 0x88, 2, 3, 0xe8]),
];

/** A connection whose bytes the test emits. */
class SilentConnection extends Duplex {
  override _read(): void {}

  override _write(_chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    done();
  }

  setTimeout(): this {
    return this;
  }
}

/** The bytes of a connection that a stream reads. */
export const FRAMES_CLASS: FuzzClass = {
  name: 'frames',
  read(inputs, report) {
    const bytes = Buffer.concat([inputs.bytes(FRAMES), inputs.bytes(FRAMES)]);
    const cut = inputs.pick(bytes.length + 1);
    report([bytes.toString('latin1'), cut]);
    const connection = new SilentConnection();
    const frames = new TextFrames(connection, { onMessage: () => {} }, 70_000);
    frames.on('error', () => {});
    frames.on('data', () => {});
    connection.emit('data', Buffer.from(UPGRADED));
    frames.begin();
    connection.emit('data', bytes.subarray(0, cut));
    connection.emit('data', bytes.subarray(cut));
    frames.destroy();
    connection.destroy();
  },
};
