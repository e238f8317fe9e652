/** Recordings on a disk that may be slower than the stream. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unixMs } from '../../src/core/words.ts';
import { readManifest, readRecordedMessages } from '../../src/store/recording.ts';
import { RecordingWriter } from '../../src/stream/recording/recording-writer.ts';
import { temporaryFolder } from '../acceptance/world.ts';
import { manualClock } from './manual-clock.ts';

/** Returns a message that gzip cannot compress. */
function noise(number: number): Buffer {
  const parts = Array.from({ length: 8192 }, (_, at) =>
    createHash('sha512').update(`${number} ${at}`).digest('base64'),
  );
  return Buffer.from(JSON.stringify({ e: 'noise', x: parts.join('') }));
}

it('accepts messages again after a recording was full at the start of its next file', async () => {
  const path = join(temporaryFolder(), 'x.ndjson.gz');
  let hasRoom = () => {};
  const room = new Promise<void>((resolve) => {
    hasRoom = resolve;
  });
  let fulls = 0;
  const recording = new RecordingWriter({
    clock: manualClock(),
    path,
    rotateMs: 1000,
    streams: ['btcusdt@trade'],
    isCombined: false,
    product: 'spot',
    onFull: () => {
      fulls += 1;
    },
    onRoom: () => hasRoom(),
    onFailure: (error) => {
      throw error;
    },
  });
  const message = noise(1);
  let count = 0;
  while (fulls === 0) {
    recording.message(message, unixMs(1_700_000_000_000));
    count += 1;
  }
  // A message that was read before the pause took effect arrives when the next file is due.
  recording.message(message, unixMs(1_700_000_001_000));
  await room;
  await recording.end([]);
  let found = 0;
  for await (const one of readRecordedMessages(path, readManifest(path))) {
    expect(one.message.equals(message)).toBe(true);
    found += 1;
  }
  expect(found).toBe(count + 1);
});

it('leaves out a snapshot that arrives while a recording ends, and lists the file once', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'a.ndjson.gz');
  const recording = new RecordingWriter({
    clock: manualClock(),
    path,
    streams: ['btcusdt@depth@100ms'],
    isCombined: false,
    product: 'spot',
    onFull() {},
    onRoom() {},
    onFailure(error) {
      throw error;
    },
  });
  recording.message(Buffer.from('{"e":"depthUpdate"}'), unixMs(1));
  const ended = recording.end([]);
  recording.snapshot('btcusdt@depth@100ms', '{"lastUpdateId":1,"bids":[],"asks":[]}', unixMs(2));
  recording.message(Buffer.from('{"e":"depthUpdate"}'), unixMs(3));
  expect(await ended).toEqual(['a.ndjson.gz']);
  expect(readdirSync(folder).sort()).toEqual(['a.manifest.json', 'a.ndjson.gz']);
  const found: string[] = [];
  for await (const { message } of readRecordedMessages(path, readManifest(path))) found.push(String(message));
  expect(found).toEqual(['{"e":"depthUpdate"}']);
});
