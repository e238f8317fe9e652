import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/app/world.ts';
import { lines } from '../outcomes.ts';
import { bourse, temporaryFolder } from '../world.ts';

const clock = systemClock();
const WORDS = ['stream', 'trades', 'btcusdt', '--also', 'depth btcusdt 100ms'];

/** Records a second of two streams of a sandbox and returns the folder. */
async function recordStreams(): Promise<string> {
  const home = temporaryFolder();
  const environment = { BOURSE_ENV: 'sandbox' };
  const record = [...WORDS, '--count', '30', '--record', 'x.ndjson.gz'];
  expect((await bourse(record, { clock, home, environment })).code).toBe(0);
  return home;
}

/** Runs `sandbox serve` with these options; resolves with its first line, or with its outcome if it fails. */
async function serve(home: string, words: string) {
  const ending = new AbortController();
  let announce = (_line: string) => {};
  const line = new Promise<string>((resolve) => {
    announce = resolve;
  });
  const onWrite = (name: string, text: string) => {
    if (name === 'stdout') announce(text);
  };
  const served = bourse(`sandbox serve ${words} -o json`, { clock, home, interrupt: ending.signal, onWrite });
  const refused = served.then(({ code, stderr }) => ({ code, stderr }));
  const first = await Promise.race([line, refused]);
  const end = () => {
    ending.abort();
    return served;
  };
  return { first, end };
}

describe('sandbox serve --replay', () => {
  it('plays a recording of stream --record to a stream, line by line', async () => {
    const home = await recordStreams();
    const played = await bourse('stream replay x.ndjson.gz --speed max', { clock, home });
    const { first, end } = await serve(home, '--replay x.ndjson.gz --speed 10');
    const { hosts, apiKey, seed } = JSON.parse(String(first));
    expect([Object.keys(hosts).includes('options-ws'), typeof apiKey, seed]).toEqual([true, 'string', 1]);
    const streamed = await bourse([...WORDS, '--count', '30', '--host', `spot-ws=${hosts['spot-ws']}`], {
      clock,
      home,
    });
    expect(streamed.code).toBe(0);
    expect(streamed.stdout).toBe(played.stdout);
    expect(streamed.stdout.split('\n')).toHaveLength(31);
    expect((await end()).code).toBe(0);
  });

  it('refuses a damaged recording, or one with too many streams, before it prints an address', async () => {
    const home = await recordStreams();
    const file = join(home, 'x.ndjson.gz');
    const manifest = join(home, 'x.manifest.json');
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, -20));
    const damaged = await serve(home, '--replay x.ndjson.gz');
    expect(damaged.first).toMatchObject({ code: 10, stderr: expect.stringContaining('is damaged') });
    writeFileSync(file, whole);
    const saved = JSON.parse(readFileSync(manifest, 'utf8'));
    const change = async (changed: object) => {
      writeFileSync(manifest, JSON.stringify({ ...saved, ...changed }));
      return (await serve(home, '--replay x.ndjson.gz')).first;
    };
    const many = Array.from({ length: 1025 }, (_, index) => `s${index}@trade`);
    expect(await change({ streams: many })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has 1025 streams; a connection has at most 1024'),
    });
    expect(await change({ streams: ['btcusdt@trade'] })).toMatchObject({ code: 10 });
    expect(await change({ isCombined: false })).toMatchObject({ code: 2 });
    expect(await change({ product: 'stocks' })).toMatchObject({ code: 2 });
    expect(await change({ files: [] })).toMatchObject({ code: 2 });
    expect((await serve(home, '--replay none.ndjson.gz')).first).toMatchObject({ code: 2 });
  });
});

describe('books of a recording', () => {
  interface Line {
    readonly symbol: string;
    readonly state: string;
    readonly lastUpdateId: number;
    readonly bids: unknown;
    readonly asks: unknown;
  }
  const books = (text: string) =>
    new Map(
      lines<Line>(text)
        .filter(({ state }) => state === 'synced')
        .map((one) => [`${one.symbol} ${one.lastUpdateId}`, one]),
    );

  /** Records updates and snapshots of these books from a sandbox. */
  async function recordBooks(words: string, count: number): Promise<string> {
    const home = temporaryFolder();
    const options = { clock, home, environment: { BOURSE_ENV: 'sandbox' } };
    const { code, stdout, stderr } = await bourse(
      `stream book ${words} --count ${count} --record x.ndjson.gz`,
      options,
    );
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('Recorded x.ndjson.gz.');
    return home;
  }

  it.each([
    ['BTCUSDT ETHUSDT', 'spot', 2],
    ['BTCUSDT --on usdm', 'usdm', 1],
    ['BTCUSD_PERP --on coinm', 'coinm', 1],
  ])('are rebuilt by stream book exactly, whenever it connects: %s', async (words, product, each) => {
    const home = await recordBooks(words, 25 * each);
    const { first, end } = await serve(home, '--replay x.ndjson.gz');
    const { hosts } = JSON.parse(String(first));
    const follow = (onWrite = () => {}) =>
      bourse(
        `stream book ${words} --host ${product}-ws=${hosts[`${product}-ws`]} --host ${product}=${hosts[product]}`,
        { clock, home, onWrite: (name) => name === 'stdout' && onWrite() },
      );
    let join = () => {};
    const isUnderWay = new Promise<void>((resolve) => {
      join = resolve;
    });
    const early = follow(join);
    await isUnderWay;
    const [one, other] = await Promise.all([early, follow()]);
    expect([one.code, other.code]).toEqual([0, 0]);
    const [seen, later] = [books(one.stdout), books(other.stdout)];
    const both = [...later.keys()].filter((key) => seen.has(key));
    for (const key of both) {
      const { bids, asks } = seen.get(key)!;
      expect(later.get(key)).toMatchObject({ bids, asks });
    }
    expect(both.length).toBeGreaterThan(0);
    await end();
  });

  it('written at intervals end with the recording', async () => {
    const home = await recordBooks('BTCUSDT', 10);
    const { first, end } = await serve(home, '--replay x.ndjson.gz');
    const { hosts } = JSON.parse(String(first));
    const hostWords = `--host spot-ws=${hosts['spot-ws']} --host spot=${hosts.spot}`;
    const { code, stdout } = await bourse(`stream book BTCUSDT --every 100ms ${hostWords}`, { clock, home });
    expect(code).toBe(0);
    expect(books(stdout).size).toBeGreaterThan(0);
    await end();
  });

  it('cannot be built without a recorded snapshot; the error names what to record', async () => {
    const home = temporaryFolder();
    const environment = { BOURSE_ENV: 'sandbox' };
    const record = 'stream depth btcusdt 100ms --count 20 --record x.ndjson.gz';
    expect((await bourse(record, { clock, home, environment })).code).toBe(0);
    const { first, end } = await serve(home, '--replay x.ndjson.gz');
    const { hosts } = JSON.parse(String(first));
    const at = `--host spot-ws=${hosts['spot-ws']} --host spot=${hosts.spot}`;
    const { code, stderr } = await bourse(`stream book BTCUSDT ${at}`, { clock, home });
    expect(code).toBe(4);
    expect(stderr).toContain('stream book BTCUSDT --record book.ndjson.gz');
    // Other books of the simulated market are available as usual.
    expect((await bourse(`market depth ETHUSDT ${at}`, { clock, home })).code).toBe(0);
    await end();
  });

  it('are skipped by stream replay, which plays the messages only', async () => {
    const home = await recordBooks('BTCUSDT', 25);
    const { code, stdout, stderr } = await bourse('stream replay x.ndjson.gz --speed max', { clock, home });
    expect(code).toBe(0);
    expect(lines<{ e: string }>(stdout).every(({ e }) => e === 'depthUpdate')).toBe(true);
    expect(stdout.split('\n')).toHaveLength(26);
    expect(stderr).toContain('complete');
  });

  it('cannot be drawn while they are recorded', async () => {
    const outcome = await bourse('stream book BTCUSDT --watch --record x.ndjson.gz --env sandbox');
    expect(outcome).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--record and --watch cannot be combined'),
    });
  });
});
