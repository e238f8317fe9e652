import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  checkRecording,
  formatRecordedLine,
  type Manifest,
  readManifest,
  readRecordedMessages,
} from '../../src/store/recording.ts';
import { temporaryFolder } from '../acceptance/world.ts';

const segment = (file: string) => ({ file, from: 1, to: 2, messages: 1 });

/** Writes files of a recording and returns its path and manifest. */
function writeRecording(files: Readonly<Record<string, Buffer>>) {
  const folder = temporaryFolder();
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const manifest: Manifest = {
    product: 'spot',
    isCombined: false,
    streams: ['btcusdt@trade'],
    files: Object.keys(files).map(segment),
  };
  writeFileSync(join(folder, 'x.manifest.json'), JSON.stringify(manifest));
  return { path: join(folder, 'x.ndjson.gz'), manifest };
}

async function read({ path, manifest }: ReturnType<typeof writeRecording>) {
  const found: string[] = [];
  let failure: unknown;
  try {
    for await (const { at, message } of readRecordedMessages(path, manifest)) found.push(`${at} ${message}`);
  } catch (error) {
    failure = error;
  }
  return { found, failure };
}

const lines = (...messages: readonly string[]) =>
  Buffer.concat(messages.map((message, index) => formatRecordedLine(Buffer.from(message), 1000 + index)));

describe('a recording', () => {
  it('returns its messages byte for byte with their times, file after file', async () => {
    const made = writeRecording({
      'x-000001.ndjson.gz': gzipSync(lines('{"p":"1.10"}', '{"a": "é\n"}')),
      'x-000002.ndjson.gz': gzipSync(lines('[1]')),
    });
    expect(readManifest(made.path)).toEqual(made.manifest);
    expect(await read(made)).toEqual({
      found: ['1000 {"p":"1.10"}', '1001 {"a": "é "}', '1000 [1]'],
      failure: undefined,
    });
  });

  it('may contain other Unicode line separators in its messages', async () => {
    const messages = ['{"t":1,\r"s":"A"}', '{"s":"A\u2028B\u2029C\u0085"}', '{"s":"\v\f"}'];
    const made = writeRecording({ 'x.ndjson.gz': gzipSync(lines(...messages)) });
    expect(await read(made)).toEqual({
      found: messages.map((message, index) => `${1000 + index} ${message}`),
      failure: undefined,
    });
  });

  it.each([
    ['that was cut off', gzipSync(lines('{}', '{}', '{}')).subarray(0, -9)],
    ['with a line that is none of it', gzipSync(Buffer.concat([lines('{}'), Buffer.from('hello\n')]))],
    ['that is not compressed', lines('{}')],
  ])('%s is reported as damaged', async (_what, bytes) => {
    const { failure } = await read(writeRecording({ 'x.ndjson.gz': bytes }));
    expect(failure).toMatchObject({
      facts: { kind: 'storage' },
      message: expect.stringContaining('is damaged'),
    });
  });

  it('with a missing file is reported as damaged without waiting', async () => {
    const { path, manifest } = writeRecording({ 'x.ndjson.gz': gzipSync(lines('{}')) });
    const lacking = { path, manifest: { ...manifest, files: [segment('gone.ndjson.gz')] } };
    expect((await read(lacking)).failure).toMatchObject({ message: expect.stringContaining('ENOENT') });
  });

  it('is checked completely against its manifest', async () => {
    const good = writeRecording({ 'x.ndjson.gz': gzipSync(lines('{}')) });
    await checkRecording(good.path, good.manifest, () => true);
    await expect(checkRecording(good.path, good.manifest, () => false)).rejects.toThrow(
      'its message 1 is of no stream of the manifest',
    );
    const more = writeRecording({ 'x.ndjson.gz': gzipSync(lines('{}', '{}')) });
    await expect(checkRecording(more.path, more.manifest, () => true)).rejects.toThrow(
      'it holds 2 messages, and its manifest says 1',
    );
  });

  it.each([{}, { streams: [1], files: [] }, { streams: [], files: [{ file: 1 }] }])(
    'with a manifest such as %j is refused',
    (manifest) => {
      const { path } = writeRecording({});
      writeFileSync(path.replace('ndjson.gz', 'manifest.json'), JSON.stringify(manifest));
      expect(() => readManifest(path)).toThrow('is no manifest');
    },
  );

  it('without a manifest is refused', () => {
    const recording = join(temporaryFolder(), 'x.ndjson.gz');
    expect(() => readManifest(recording)).toThrow('There is no recording');
    writeFileSync(recording, '');
    expect(() => readManifest(recording)).toThrow('cannot be read');
  });
});
