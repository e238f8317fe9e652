import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** Returns the path that a descriptor of this process is open for; empty if it was closed meanwhile. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}

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

  it('keeps characters whose bytes come in two pieces', async () => {
    // Decompressed data comes in pieces of 16 KiB, one of which ends within a character here.
    const message = `"a${'✓'.repeat(20_000)}"`;
    const made = writeRecording({ 'x.ndjson.gz': gzipSync(lines(message)) });
    expect((await read(made)).found).toEqual([`1000 ${message}`]);
  });

  it.each([
    ['without its last line feed', '{"at":1001,"message":[2]}', ['1000 [1]', '1001 [2]']],
    ['whose last line is incomplete', '{"at":1001,"message":[2', ['1000 [1]']],
  ])('that was interrupted, %s, has its complete messages', async (_, last, found) => {
    const bytes = gzipSync(Buffer.concat([lines('[1]'), Buffer.from(last)]));
    const made = writeRecording({ 'x.ndjson.gz.part': bytes });
    const open = { ...made.manifest, files: [{ ...segment('x.ndjson.gz'), isOpen: true as const }] };
    expect(await read({ ...made, manifest: open })).toEqual({ found, failure: undefined });
    const gone = { ...made.manifest, files: [{ ...segment('y.ndjson.gz'), isOpen: true as const }] };
    expect(await read({ ...made, manifest: gone })).toEqual({ found: [], failure: undefined });
    writeFileSync(join(dirname(made.path), 'x.ndjson.gz'), gzipSync(lines('[3]')));
    expect(await read({ ...made, manifest: open })).toEqual({ found: ['1000 [3]'], failure: undefined });
  });

  it.skipIf(!existsSync('/proc/self/fd'))('of which only the beginning is read is closed', async () => {
    const made = writeRecording({
      'x.ndjson.gz': gzipSync(lines('1', randomBytes(400_000).toString('hex'))),
    });
    const folder = dirname(made.path);
    const openFiles = () => readdirSync('/proc/self/fd').filter((fd) => targetOf(fd).startsWith(folder));
    for await (const { at } of readRecordedMessages(made.path, made.manifest)) {
      expect([at, openFiles().length]).toEqual([1_000, 1]);
      break;
    }
    await expect.poll(() => openFiles().length).toBe(0);
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

  it('that was interrupted has the manifest of its last file', () => {
    const { path, manifest } = writeRecording({});
    const whole = join(dirname(path), 'x.manifest.json');
    const part = { ...manifest, product: 'usdm' };
    renameSync(whole, `${whole}.part`);
    writeFileSync(`${whole}.part`, JSON.stringify(part));
    for (const name of [path, `${path}.part`, whole]) expect(readManifest(name)).toEqual(part);
    writeFileSync(whole, JSON.stringify(manifest));
    expect(readManifest(path)).toEqual(manifest);
  });

  it('holds snapshots of order books beside its messages, which are not counted as such', async () => {
    const snapshot = formatRecordedLine(Buffer.from('{"bids":[]}'), 999, 'btcusdt@depth');
    const made = writeRecording({ 'x.ndjson.gz': gzipSync(Buffer.concat([snapshot, lines('{}')])) });
    await checkRecording(made.path, made.manifest, () => true);
    const found = [];
    for await (const { at, snapshotFor } of readRecordedMessages(made.path, made.manifest))
      found.push([at, snapshotFor]);
    expect(found).toEqual([
      [999, 'btcusdt@depth'],
      [1_000, undefined],
    ]);
  });

  it('without a manifest is refused', () => {
    const recording = join(temporaryFolder(), 'x.ndjson.gz');
    expect(() => readManifest(recording)).toThrow('There is no recording');
    writeFileSync(recording, '');
    expect(() => readManifest(recording)).toThrow('cannot be read');
  });
});
