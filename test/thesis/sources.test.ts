import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINE_BYTES_MAX } from '../../src/thesis/limits.ts';
import { validateLines } from '../../src/thesis/lines.ts';
import { reportJson, reportLines, verdictJson } from '../../src/thesis/report.ts';
import { readDocument, type ThesisFiles, VerdictCounts, validateSources } from '../../src/thesis/sources.ts';
import { validateText } from '../../src/thesis/validate.ts';
import type { DocumentVerdict } from '../../src/thesis/verdict.ts';
import { sample, textOf, withValue } from './samples.ts';

const SEED = 4_242;
const GOOD = textOf(sample('hold'));
const BAD = textOf(withValue(sample('hold'), '/mode', 'live'));

type Tree = { readonly [name: string]: string | Uint8Array | Tree };

/** Returns a file system of objects that reuses one buffer for every chunk, as a real one may. */
function filesOf(tree: Tree, input = ''): ThesisFiles & { readonly opened: string[] } {
  const opened: string[] = [];
  const at = (path: string) => {
    let node: Tree | string | Uint8Array | undefined = tree;
    for (const step of path.split('/').filter((one) => one !== '')) {
      node = typeof node === 'object' && !(node instanceof Uint8Array) ? node[step] : undefined;
    }
    if (node === undefined) throw Object.assign(new Error('not there'), { code: 'ENOENT' });
    return node;
  };
  const isFolder = (node: Tree | string | Uint8Array) =>
    typeof node === 'object' && !(node instanceof Uint8Array);
  async function* chunks(content: string | Uint8Array, size = content.length > 10_000 ? 65_536 : 7) {
    const bytes = Buffer.from(content);
    const memory = Buffer.alloc(size);
    for (let start = 0; start < bytes.length; start += size) {
      const count = bytes.copy(memory, 0, start, start + size);
      yield memory.subarray(0, count);
    }
  }
  return {
    opened,
    kind: async (path) => (isFolder(at(path)) ? 'folder' : 'file'),
    list: async (path) =>
      Object.entries(at(path)).map(([name, node]) => ({ name, kind: isFolder(node) ? 'folder' : 'file' })),
    async *read(path) {
      opened.push(path);
      if (path.includes('locked')) throw Object.assign(new Error('locked'), { code: 'EACCES' });
      yield* chunks(at(path) as string);
      if (path.includes('torn')) throw Object.assign(new Error('torn'), { code: 'EIO' });
    },
    readInput: () => chunks(input),
  };
}

async function all(batches: AsyncIterable<readonly DocumentVerdict[]>): Promise<DocumentVerdict[]> {
  const verdicts: DocumentVerdict[] = [];
  for await (const batch of batches) verdicts.push(...batch);
  return verdicts;
}

async function* pieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (let turn = 0; start < bytes.length; turn++) {
    const end = start + (sizes[turn % sizes.length] ?? bytes.length);
    yield bytes.subarray(start, end);
    start = end;
  }
}

const summary = (verdicts: readonly DocumentVerdict[]) =>
  verdicts.map(({ source, errors }) =>
    `${source} ${errors.map(({ line, rule }) => `${line} ${rule}`).join(', ')}`.trim(),
  );

describe('a stream of theses', () => {
  it('is validated identically however its bytes are split into chunks', async () => {
    const words = fc.constantFrom(
      GOOD,
      BAD,
      '',
      ' \t',
      '{',
      '[]',
      GOOD.replace('hold', 'hält'),
      textOf(withValue(sample('hold'), '/reason', '😀 理由')),
      `${GOOD}\r`,
      GOOD.replace('"ok":true', '"ok":true,"ok":true'),
      `\ufeff${GOOD}`,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { maxLength: 5 }),
        fc.boolean(),
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 4 }),
        async (lines, endsWithBreak, sizes) => {
          const text = lines.join('\n') + (endsWithBreak ? '\n' : '');
          const expected = lines.flatMap((line, index) => {
            if (/^[ \t\r]*$/.test(line)) return [];
            const { valid, errors } = validateText(line);
            const streamLine = index + 1;
            const located = errors.map((one) => ({ ...one, line: streamLine }));
            return [{ source: `s:${streamLine}`, streamLine, valid, errors: located }];
          });
          expect(await all(validateLines('s', pieces(Buffer.from(text), sizes)))).toEqual(expected);
        },
      ),
      { seed: SEED, numRuns: 250 },
    );
  });

  it('reads a character that is split between chunks, and refuses an invalid one with its line', async () => {
    const bytes = Buffer.from(`${GOOD}\n${GOOD.replace('hold', 'é😀')}\n`);
    expect(summary(await all(validateLines('s', pieces(bytes, [1]))))).toEqual(['s:1', 's:2 2 enum']);
    const broken = Buffer.concat([
      Buffer.from(`${GOOD}\n{"a":"`),
      Buffer.from([0xe2, 0x82]),
      Buffer.from(`"}\n${GOOD}`),
    ]);
    expect(summary(await all(validateLines('s', pieces(broken, [64]))))).toEqual([
      's:1',
      's:2 2 encoding',
      's:3',
    ]);
  });

  it('skips a line of more than 1 MiB and continues', async () => {
    const long = (bytes: number) =>
      textOf(withValue(sample('hold'), '/reason', 'r')).replace('"r"', `"${'r'.repeat(bytes)}"`);
    const room = LINE_BYTES_MAX - long(0).length;
    for (const sizes of [[65_536], [8 * 1024 * 1024]]) {
      const text = [GOOD, long(room), long(room + 1), GOOD].join('\n');
      expect(summary(await all(validateLines('s', pieces(Buffer.from(text), sizes))))).toEqual([
        's:1',
        's:2',
        's:3 3 size',
        's:4',
      ]);
    }
  });

  it('stores only the length of an endless line', async () => {
    async function* endless() {
      const chunk = Buffer.alloc(1 << 20, 0x20);
      for (let turn = 0; turn < 300; turn++) yield chunk;
    }
    const before = process.memoryUsage().arrayBuffers;
    expect(summary(await all(validateLines('s', endless())))).toEqual(['s:1 1 size']);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 2 ** 20);
  });

  it('holds at most the verdicts of one chunk', async () => {
    const line = Buffer.from(`${GOOD}\n`.repeat(100));
    async function* many() {
      for (let turn = 0; turn < 30; turn++) yield line;
    }
    let count = 0;
    for await (const batch of validateLines('s', many())) {
      expect(batch.length).toBeLessThanOrEqual(100);
      count += batch.length;
    }
    expect(count).toBe(3_000);
  });
});

describe('sources', () => {
  it('are files, streams, folders with their files in order, and standard input', async () => {
    const files = filesOf(
      {
        'a.json': GOOD,
        'b.ndjson': `${GOOD}\n\n${BAD}\n`,
        f: { 'z.json': BAD, 'y.JSONL': GOOD, '.hidden.json': BAD, 'x.txt': '?', g: { 'a.json': GOOD } },
      },
      GOOD,
    );
    expect(summary(await all(validateSources(['f', 'b.ndjson', '-', 'a.json'], files)))).toEqual([
      'f/g/a.json',
      'f/y.JSONL:1',
      'f/z.json 1 enum',
      'b.ndjson:1',
      'b.ndjson:3 3 enum',
      '-',
      'a.json',
    ]);
  });

  it('are all streams with --ndjson, including standard input', async () => {
    const files = filesOf({ 'a.txt': `${GOOD}\n${BAD}` }, `${BAD}\n${GOOD}`);
    expect(summary(await all(validateSources(['-', 'a.txt'], files, { isNdjson: true })))).toEqual([
      '-:1 1 enum',
      '-:2',
      'a.txt:1',
      'a.txt:2 2 enum',
    ]);
  });

  it('that cannot be opened are reported, and the others are still validated', async () => {
    const files = filesOf({
      'a.json': GOOD,
      'locked.json': GOOD,
      'torn.ndjson': `${GOOD}\n${GOOD}\n`,
      empty: {},
    });
    const verdicts = await all(
      validateSources(['gone.json', 'locked.json', 'torn.ndjson', 'empty', 'a.json'], files),
    );
    expect(summary(verdicts)).toEqual([
      'gone.json 0 unreadable',
      'locked.json 0 unreadable',
      'torn.ndjson:1',
      'torn.ndjson:2',
      'torn.ndjson 0 unreadable',
      'empty 0 unreadable',
      'a.json',
    ]);
    expect(verdicts[0]?.errors[0]?.message).toBe('cannot read gone.json: no such file');
  });

  it('may include standard input only once', async () => {
    await expect(all(validateSources(['-', '-'], filesOf({})))).rejects.toMatchObject({ kind: 'usage' });
  });

  it('determine the exit code: 0 if all are valid, 1 if one is invalid, 2 if one cannot be opened', async () => {
    const files = filesOf({ 'a.json': GOOD, 'b.json': BAD });
    const codeOf = async (...sources: string[]) => {
      const counts = new VerdictCounts();
      for (const verdict of await all(validateSources(sources, files))) counts.count(verdict);
      return counts.exitCode;
    };
    expect(await codeOf('a.json')).toBe(0);
    expect(await codeOf('a.json', 'b.json')).toBe(1);
    expect(await codeOf('b.json', 'c.json', 'a.json')).toBe(2);
  });

  it('are read completely for one document, or rejected with the reason', async () => {
    const files = filesOf({ 'a.json': GOOD, f: {}, 'x.json': new Uint8Array([0xff]) }, 'text');
    expect(await readDocument('a.json', files)).toBe(GOOD);
    expect(await readDocument('-', files)).toBe('text');
    expect(await readDocument('f', files)).toMatchObject({
      errors: [{ rule: 'unreadable', found: 'a folder' }],
    });
    expect(await readDocument('x.json', files)).toMatchObject({
      source: 'x.json',
      errors: [{ rule: 'encoding' }],
    });
  });
});

describe('the report', () => {
  it('is one JSON object with the documents and whether all are valid, although it is written in pieces', async () => {
    const many = `${GOOD}\n`.repeat(3_000);
    const files = filesOf({
      'a"\n.json': GOOD,
      'b.ndjson': `${GOOD}\n${BAD}`,
      'c.ndjson': many,
      'd.ndjson': many + BAD,
    });
    for (const sources of [
      [],
      ['a"\n.json'],
      ['a"\n.json', 'b.ndjson'],
      ['gone'],
      ['c.ndjson'],
      ['d.ndjson', 'b.ndjson'],
    ]) {
      const verdicts = (await all(validateSources(sources, files))).map(
        ({ streamLine: _line, ...printed }) => printed,
      );
      const counts = new VerdictCounts();
      let text = '';
      for await (const piece of reportJson(validateSources(sources, files), counts)) text += piece;
      expect(JSON.parse(text)).toEqual({ valid: verdicts.every((one) => one.valid), documents: verdicts });
      expect(text.endsWith('}\n')).toBe(true);
      let lines = '';
      for await (const piece of reportLines(validateSources(sources, files), new VerdictCounts()))
        lines += piece;
      expect(
        lines
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      ).toEqual(verdicts);
    }
  });

  it('has three fields for each document', () => {
    const verdict = { source: 'a', valid: true, errors: [] };
    expect(JSON.parse(verdictJson(verdict))).toEqual(verdict);
    expect(JSON.parse(verdictJson({ source: 'b', ...validateText('{') }))).toMatchObject({
      source: 'b',
      valid: false,
    });
  });
});
