/** `bourse stream …` as a user runs it, against a scripted server. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PipeClosed, systemClock } from '../../../src/app/world.ts';
import type { UnixMs } from '../../../src/core/words.ts';
import { run } from '../../../src/main.ts';
import { startSandbox } from '../../../src/sandbox/process/serve.ts';
import {
  type ServerConnection,
  type StreamServerOptions,
  startStreamServer,
  trade,
} from '../../stream/scripted-stream-server.ts';
import { bourse, temporaryFolder, testWorld } from '../world.ts';

/** Runs a stream against a scripted server that sends these messages on every connection. */
async function stream(
  line: string,
  play: (visit: ServerConnection) => void,
  options: StreamServerOptions = {},
) {
  const venue = await startStreamServer({
    ...options,
    onConnection: (visit) => visit.socket.on('message', () => setImmediate(() => play(visit))),
  });
  const outcome = await bourse([...wordsOf(line), '--host', `spot-ws=${venue.url.origin}`], {
    clock: systemClock(),
  });
  return { ...outcome, venue, lines: outcome.stdout.split('\n').filter(Boolean) };
}

const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);

describe('bourse stream', () => {
  it('writes each message as a line, exactly as received, and reports at the end that none is missing', async () => {
    const { code, lines, stderr } = await stream('stream trades BTCUSDT --count 3', (visit) => {
      for (const id of [1, 2, 3, 4]) visit.send(trade(id));
    });
    expect(code).toBe(0);
    expect(lines).toEqual([1, 2, 3].map((id) => trade(id)));
    expect(stderr).toContain('btcusdt@trade: 3 from 1 to 3, complete');
  });

  it('explains a wait after this machine has opened too many connections', async () => {
    const clock = systemClock();
    const home = temporaryFolder();
    const venue = await startStreamServer({
      onConnection: (visit) => visit.socket.on('message', () => setImmediate(() => visit.send(trade(1)))),
    });
    const now = clock.now();
    mkdirSync(join(home, 'state/stream-attempts'), { recursive: true });
    writeFileSync(
      join(home, 'state/stream-attempts', `127.0.0.1-${Math.floor(now / 300_000)}`),
      `${now}\n`.repeat(270),
    );
    let ahead = 0;
    const { stderr } = await bourse(
      [...wordsOf('stream trades btcusdt --count 1 --host'), `spot-ws=${venue.url.origin}`],
      {
        home,
        clock: {
          now: () => (clock.now() + ahead) as UnixMs,
          monotonicMs: () => clock.monotonicMs() + ahead,
          async sleep(ms, signal) {
            if (ahead > 0) return clock.sleep(ms, signal);
            ahead = ms;
          },
        },
      },
    );
    expect(stderr).toMatch(
      /Waiting (299|300) s to connect: this machine has opened nearly 300 connections in 5 minutes\./,
    );
  });

  it('accepts several kinds and symbols in one run, wrapped by stream', async () => {
    const { venue, lines } = await stream(
      "stream trades btcusdt,ethusdt --also 'klines ethusdt 1m' --count 1",
      (visit) => visit.send(trade(1, 'ETHUSDT', true)),
    );
    expect(venue.connections[0]!.target).toBe('/stream?streams=btcusdt@trade/ethusdt@trade/ethusdt@kline_1m');
    expect(lines).toEqual([trade(1, 'ETHUSDT', true)]);
  });

  it('unwraps messages with --single and wraps them with --combined', async () => {
    const single = await stream('stream trades btcusdt ethusdt --single --count 1', (visit) =>
      visit.send(trade(1, 'ETHUSDT', true)),
    );
    expect(single.lines).toEqual([trade(1, 'ETHUSDT')]);
    const { venue } = await stream('stream trades btcusdt --combined --count 1', (visit) =>
      visit.send(trade(1, 'BTCUSDT', true)),
    );
    expect(venue.connections[0]!.target).toBe('/stream?streams=btcusdt@trade');
  });

  it('reports a gap as a record with --records, on stderr always, and by exit code with --fail-on-gap', async () => {
    const play = (visit: ServerConnection) => {
      for (const id of [1, 4]) visit.send(trade(id));
    };
    const { code, lines, stderr } = await stream(
      'stream trades btcusdt --count 2 --records --fail-on-gap',
      play,
    );
    expect(code).toBe(1);
    expect(lines.map((line) => JSON.parse(line).bourse)).toEqual([
      'hello',
      undefined,
      'gap',
      undefined,
      'bye',
    ]);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      messages: 2,
      gaps: 1,
      streams: { 'btcusdt@trade': { missing: 2, isComplete: false } },
    });
    expect(stderr).toContain('btcusdt@trade: 2 missing between 1 and 4.');
    expect((await stream('stream trades btcusdt --count 2', play)).code).toBe(0);
  });

  it('asks for microseconds with --time-unit', async () => {
    const { venue } = await stream('stream trades btcusdt --count 1 --time-unit MICROSECOND', (visit) =>
      visit.send(trade(1)),
    );
    expect(venue.connections[0]!.target).toBe('/ws/btcusdt@trade?timeUnit=MICROSECOND');
  });

  it('keeps a message with line breaks on one line', async () => {
    const { lines } = await stream('stream trades btcusdt --count 1', (visit) =>
      visit.send('{"e":"trade",\n "t":1}'),
    );
    expect(lines).toEqual(['{"e":"trade",  "t":1}']);
  });

  it('exits with 0 after its duration, and when its reader closes the pipe', async () => {
    const timed = await stream('stream trades btcusdt --for 100ms', () => {});
    expect(timed.code).toBe(0);
    expect(timed.stderr).toContain('no messages');
    const venue = await startStreamServer({
      onConnection: (visit) => visit.socket.on('message', () => setImmediate(() => visit.send(trade(1)))),
    });
    const captured = { stdout: '', stderr: '' };
    const world = testWorld({ clock: systemClock(), home: temporaryFolder() }, captured);
    const stdout = {
      ...world.stdout,
      writeInBackground: async () => {
        throw new PipeClosed();
      },
    };
    const line = ['stream', 'trades', 'btcusdt', '--host', `spot-ws=${venue.url.origin}`];
    expect(await run(line, { ...world, stdout })).toBe(0);
    expect(captured.stderr).toContain('1 message');
  });

  it('drops messages for a slow reader only with --when-slow drop, and reports their number', async () => {
    const big = `{"e":"trade","t":1,"x":"${'y'.repeat(200_000)}"}`;
    const venue = await startStreamServer({
      onConnection: (visit) =>
        visit.socket.on('message', () => {
          for (let id = 1; id <= 100; id += 1) visit.send(big.replace('"t":1', `"t":${id}`));
          visit.socket.close(1001);
        }),
    });
    const captured = { stdout: '', stderr: '' };
    const ends = new AbortController();
    const world = testWorld({ clock: systemClock(), interrupt: ends.signal }, captured);
    let release = () => {};
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const stdout = {
      ...world.stdout,
      async writeInBackground(bytes: Uint8Array) {
        await slow;
        await world.stdout.write(bytes);
      },
    };
    const line = [
      'stream',
      'trades',
      'btcusdt',
      '--when-slow',
      'drop',
      '--host',
      `spot-ws=${venue.url.origin}`,
    ];
    const running = run(line, { ...world, stdout });
    const lost = setInterval(() => {
      if (!captured.stderr.includes('Connection lost')) return;
      clearInterval(lost);
      ends.abort();
      release();
    }, 5);
    expect(await running).toBe(0);
    const lines = captured.stdout.split('\n').filter(Boolean);
    const dropped = 100 - (lines.length - 1);
    expect(dropped).toBeGreaterThan(40);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({
      bourse: 'gap',
      reason: 'slow-reader',
      missing: dropped,
    });
    expect(captured.stderr).toContain(`${dropped} messages dropped for a slow reader`);
  });

  it.each([
    ['stream klines btcusdt', 'klines needs interval', 'one of 1s, 1m'],
    ['stream mark-price BTC/USDT --on usdm', 'cannot stand in a stream name', ''],
    ['stream avg-price btcusdt --on usdm', '--on must be one of spot', ''],
    ['stream trades', 'requires symbol', ''],
    ["stream trades btcusdt --also 'klinez ethusdt'", 'unknown kind of stream', 'Did you mean klines'],
    ['stream trades btcusdt --for soon', '--for must be a duration', ''],
    ['stream trades btcusdt --count 0', '--count must be a whole number above 0', ''],
    ['stream trades btcusdt --top 3', '--top orders the table of --watch', 'Add --watch'],
    ["stream raw 'btc usdt'", 'is not a stream name', ''],
  ])('refuses %s before it connects', async (line, message, hint) => {
    const { code, stderr } = await bourse(wordsOf(line));
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });

  it('exits with 5 and a message if no connection is possible', async () => {
    const { code, stderr } = await stream('stream trades btcusdt', () => {}, { upgradeStatus: () => 404 });
    expect(code).toBe(5);
    expect(stderr).toContain('HTTP 404');
  });
});

describe('in the sandbox', () => {
  const options = { clock: systemClock(), environment: { BOURSE_ENV: 'sandbox' } };

  it('trades stream without a running server', async () => {
    const { code, stdout, stderr } = await bourse('stream trades btcusdt --count 2', options);
    expect(code).toBe(0);
    expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({ e: 'trade', s: 'BTCUSDT' });
    expect(stderr).toContain('complete');
  });

  it('a book is synced from its first line on and never crossed', async () => {
    const { code, stdout } = await bourse('stream book BTCUSDT --levels 3 --count 4', options);
    expect(code).toBe(0);
    const books = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(books).toHaveLength(4);
    for (const { state, bids, asks } of books) {
      expect(state).toBe('synced');
      expect(bids).toHaveLength(3);
      expect(Number(bids[0][0])).toBeLessThan(Number(asks[0][0]));
    }
  });

  it('a book ended without the record of its counts, which other streams have', async () => {
    const { code, stdout } = await bourse('stream book BTCUSDT --levels 1 --count 2 --records', options);
    const lines = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect([code, ...lines.map(({ bourse, state }) => bourse ?? state)]).toEqual([
      0,
      'hello',
      'resync',
      'synced',
      'synced',
      'bye',
    ]);
    expect(Object.keys(lines.at(-1).streams)).toEqual(['btcusdt@depth@100ms']);
  });

  it('a book has one header, although its first line has no time', async () => {
    const { code, stdout } = await bourse('stream book BTCUSDT --count 3', {
      ...options,
      terminal: 120,
    });
    expect(code).toBe(0);
    // A wider number of a later line calls for a header of other widths; the day alone for none.
    const headers = stdout.split('\n').filter((line) => /symbol +state/.test(line));
    const titles = headers.map((line) => line.replace(/^.*(?= symbol +state)/, ''));
    expect(headers.length).toBeGreaterThan(0);
    expect(new Set(titles).size).toBe(titles.length);
    expect(stdout).toMatch(/(?:time|\d{4}-\d\d-\d\d) UTC +symbol/);
  });

  it('a book is drawn as a ladder on a terminal', async () => {
    const { code, stdout } = await bourse('stream book BTCUSDT --watch --levels 3 --for 900ms', {
      ...options,
      terminal: 60,
    });
    expect(code).toBe(0);
    expect(stdout).toContain('spread 0.0');
    expect(stdout).toMatch(/BTCUSDT.* {2}synced/);
    expect(stdout.endsWith('\u001b[?25h')).toBe(true);
    // The wire has eight decimals; the tick size of the symbol has two.
    expect(stdout).not.toMatch(/\d\.\d{2}000000 /);
  });
});

describe('a wrong stream name', () => {
  it.each([
    ['stream raw BTCUSDT@trade', 'Did you mean btcusdt@trade?'],
    ['stream raw btcusdt@AGGTRADE', 'Did you mean btcusdt@aggTrade?'],
    ['stream raw btcusdt@MARKPRICE@1S --on usdm', 'Did you mean btcusdt@markPrice@1s?'],
    ['stream book ,', 'stream book requires symbols such as BTCUSDT.'],
  ])('is reported before a connection is opened: %s', async (line, said) => {
    const outcome = await bourse(`${line} --env sandbox`);
    expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) });
  });

  it('a book of an unknown symbol ends with the refusal of the exchange', async () => {
    const clock = systemClock();
    // The exchange is asked once the stream has been quiet for seconds, which pass ten times as fast.
    const { code, stderr } = await bourse('stream book BTCUSDT NOPEUSDT --env sandbox', {
      clock: { ...clock, sleep: (ms, signal) => clock.sleep(ms / 10, signal) },
    });
    expect(code).toBe(4);
    expect(stderr).toContain('-1121');
  });
});

describe('the account in the sandbox', () => {
  it.each(['listen-key', 'ws-api'])(
    'reports an order placed meanwhile after the initial state: %s',
    async (transport) => {
      const clock = systemClock();
      const sandbox = await startSandbox({ port: 0, seed: 1, clock });
      onTestFinished(() => sandbox.close());
      const options = {
        clock,
        environment: {
          BOURSE_ENV: 'sandbox',
          BOURSE_HOST_SPOT: sandbox.hosts.spot,
          BOURSE_HOST_SPOT_WS: sandbox.hosts['spot-ws'],
          BOURSE_HOST_WS_API: sandbox.hosts['ws-api'],
          BOURSE_API_KEY: sandbox.apiKey,
          BOURSE_API_SECRET: sandbox.apiSecret,
        },
      };
      let isThere = () => {};
      const there = new Promise<void>((resolve) => {
        isThere = resolve;
      });
      const onWrite = (_name: string, text: string) => {
        if (text.includes('"kind":"account"')) isThere();
      };
      const following = bourse(`stream user --count 3 --records --transport ${transport}`, {
        ...options,
        onWrite,
      });
      await there;
      const order = 'trade order place BTCUSDT --side BUY --type MARKET --quantity 0.001 --yes';
      expect((await bourse(order, options)).code).toBe(0);
      const { code, stdout, stderr } = await following;
      expect(code).toBe(0);
      const lines = stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      expect(lines[0]).toMatchObject({ bourse: 'hello' });
      expect(lines[1]).toMatchObject({ source: 'rest', kind: 'account' });
      expect(lines.at(-1)).toMatchObject({ bourse: 'bye', messages: 3, reconnects: 0 });
      expect(lines.slice(2).map(({ e, x }) => `${e} ${x}`)).toContain('executionReport TRADE');
      expect(stderr).toContain('3 events, 0 restored by queries');
    },
  );
});

describe('a recording', () => {
  const sent = ['1', '2', '5'].map((id) => `{"e":"trade","t":${id},"p":"1.10"}`);
  const record = async (home: string) => {
    const venue = await startStreamServer({
      onConnection: (visit) =>
        visit.socket.on('message', () => setImmediate(() => sent.forEach((text) => void visit.send(text)))),
    });
    const line = [
      'stream',
      'trades',
      'btcusdt',
      '--count',
      '3',
      '--record',
      'x.ndjson.gz',
      '--host',
      `spot-ws=${venue.url.origin}`,
    ];
    return bourse(line, { clock: systemClock(), home });
  };

  it('contains each message byte for byte and the gaps, and plays through the same code as live', async () => {
    const home = temporaryFolder();
    const { code, stdout, stderr } = await record(home);
    expect(code).toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain('Recorded x.ndjson.gz');
    const manifest = JSON.parse(readFileSync(join(home, 'x.manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({
      streams: ['btcusdt@trade'],
      files: [{ file: 'x.ndjson.gz', messages: 3 }],
      counts: { 'btcusdt@trade': { firstId: 1, lastId: 5, missing: 2 } },
    });
    expect(readdirSync(home).filter((name) => name.endsWith('.part'))).toEqual([]);
    const played = await bourse('stream replay x.ndjson.gz --speed max --records', {
      clock: systemClock(),
      home,
    });
    const lines = played.stdout.split('\n').filter(Boolean);
    expect(lines.filter((line) => !line.startsWith('{"bourse":'))).toEqual(sent);
    expect(lines.map((line) => JSON.parse(line)).find(({ bourse: kind }) => kind === 'gap')).toMatchObject({
      after: 2,
      before: 5,
      missing: 2,
    });
    expect(
      (await bourse('stream replay x.ndjson.gz --speed max --fail-on-gap', { clock: systemClock(), home }))
        .code,
    ).toBe(1);
  });

  it('is refused for more streams than a connection allows, before anything is sent', async () => {
    const names = Array.from({ length: 1025 }, (_, at) => `s${at}usdt@trade`);
    const { code, stderr } = await bourse(
      ['stream', 'raw', ...names, '--record', 'x.ndjson.gz', '--host', 'spot-ws=ws://127.0.0.1:1'],
      { clock: systemClock() },
    );
    expect(code).toBe(2);
    expect(stderr).toContain('max 1024, was 1025');
  });

  it('is never overwritten, and a damaged one plays up to the damage and reports it', async () => {
    const home = temporaryFolder();
    await record(home);
    expect((await record(home)).stderr).toContain('exists already');
    const file = join(home, 'x.ndjson.gz');
    writeFileSync(file, readFileSync(file).subarray(0, -20));
    const { code, stderr } = await bourse('stream replay x.ndjson.gz --speed max', {
      clock: systemClock(),
      home,
    });
    expect(code).toBe(10);
    expect(stderr).toContain('is damaged');
  });
});

describe('tickers on a terminal', () => {
  it('are drawn as a table that fits the terminal, and refused without one that can redraw', async () => {
    const row =
      '{"e":"24hrTicker","E":1710506096789,"s":"BTCUSDT","c":"70000.10","P":"-1.5","h":"71000","l":"69000","v":"12"}';
    const venue = await startStreamServer({
      onConnection: (visit) => visit.socket.on('message', () => setImmediate(() => visit.send(row))),
    });
    const line = [
      'stream',
      'ticker',
      'btcusdt',
      '--watch',
      '--for',
      '700ms',
      '--host',
      `spot-ws=${venue.url.origin}`,
    ];
    const drawn = await bourse(line, { clock: systemClock(), terminal: 64, environment: { NO_COLOR: '1' } });
    expect(drawn.code).toBe(0);
    expect(drawn.stdout).toMatch(/12:34:56\.789 +BTCUSDT +70000\.1 +-1\.5/);
    expect(drawn.stdout).not.toContain('"e":"24hrTicker"');
    expect(drawn.stdout.endsWith('\u001b[?25h')).toBe(true);
    // A terminal that cannot move its cursor would print every redraw below the last.
    const dumb = await bourse(line, { clock: systemClock(), terminal: 64, environment: { TERM: 'dumb' } });
    const piped = await bourse(line, { clock: systemClock() });
    for (const refused of [dumb, piped]) {
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain('Omit --watch to write one line for each event');
    }
  });
});
