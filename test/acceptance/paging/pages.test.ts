import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time-units.ts';
import { csv, envelope, exchangeAnswer, json, lines, shellWords } from '../outcomes.ts';
import { bourse, NOW } from '../world.ts';

const START = Date.UTC(2024, 2, 10);

/** Returns one-minute candles in windows of 500, whose bounds differ from those of bourse's pages. */
function minuteCandles(from: number, count: number): unknown[][] {
  const rows: unknown[][] = [];
  for (let at = 0; at < count; at += 500) {
    const size = Math.min(500, count - at);
    const since = from + at * MINUTE_MS;
    const query = `symbol=BTCUSDT&interval=1m&startTime=${since}&endTime=${since + size * MINUTE_MS - 1}&limit=500`;
    rows.push(...(JSON.parse(exchangeAnswer(`/api/v3/klines?${query}`)) as unknown[][]));
  }
  return rows;
}

const window = `--start ${START} --end ${START + 2500 * MINUTE_MS - 1} --env sandbox`;

describe('klines --all', () => {
  const line = `market klines BTCUSDT 1m ${window} --all`;
  const wanted = minuteCandles(START, 2500);

  it('prints every candle of the window once, in order, as one JSON array', async () => {
    const outcome = await bourse(line);
    expect(outcome.stderr).toBe('');
    expect(json(outcome)).toEqual(wanted);
    expect(wanted.length).toBe(2500);
  });

  it('prints the same rows as ndjson and as csv with one header', async () => {
    const named = lines<Record<string, unknown>>((await bourse(`${line} -o ndjson`)).stdout);
    expect(named.map((row) => Object.values(row))).toEqual(wanted);
    const [head, ...cells] = csv((await bourse(`${line} -o csv`)).stdout);
    expect(head).toEqual(Object.keys(named[0]!));
    expect(cells).toEqual(wanted.map((row) => row.map(String)));
  });

  it('prints an empty array for a window without trades', async () => {
    const line = 'market klines BTCUSDT 1m --start 1970-01-01 --end 1970-01-02 --all --env sandbox';
    const stderr = 'Gap: no candles were received, 1970-01-01 00:00:00Z to 1970-01-02 00:00:00Z.\n';
    expect(await bourse(line)).toEqual({ code: 0, stdout: '[]\n', stderr });
  });
});

describe('--limit above the page size', () => {
  it('prints that many of the newest candles, the open one last', async () => {
    const rows = json<unknown[][]>(await bourse('market klines BTCUSDT 1m --limit 2500 --env sandbox'));
    const open = Math.floor(NOW / MINUTE_MS) * MINUTE_MS;
    expect(rows).toEqual(minuteCandles(open - 2499 * MINUTE_MS, 2500));
  });

  it('prints that many of the oldest candles if a start is given', async () => {
    const rows = await bourse(`market klines BTCUSDT 1m --start ${START} --limit 1700 --env sandbox`);
    expect(json(rows)).toEqual(minuteCandles(START, 1700));
  });

  it('prints trades without a gap, forward from an id and backward from the newest', async () => {
    type Rows = { readonly id: number }[];
    const line = 'market historical-trades BTCUSDT --limit 2300 --env sandbox';
    const forward = json<Rows>(await bourse(`${line} --from-id 77`)).map((row) => row.id);
    expect(forward).toEqual(Array.from({ length: 2300 }, (_, at) => 77 + at));
    const newest = (JSON.parse(exchangeAnswer('/api/v3/trades?symbol=BTCUSDT&limit=1')) as Rows)[0]!.id;
    const back = json<Rows>(await bourse(line)).map((row) => row.id);
    expect(back).toEqual(Array.from({ length: 2300 }, (_, at) => newest - 2299 + at));
  });

  it('is refused if the endpoint cannot be paged', async () => {
    const outcome = await bourse('market trades BTCUSDT --limit 2500 --env sandbox');
    expect(outcome.code).toBe(2);
    expect(envelope(outcome).message).toContain('limit must be 1 to 1000, was 2500');
  });
});

describe('agg-trades --all', () => {
  it('prints the trades from start to end inclusive, and nothing else', async () => {
    interface Row {
      readonly a: number;
      readonly T: number;
    }
    const query = (text: string) =>
      JSON.parse(exchangeAnswer(`/api/v3/aggTrades?symbol=BTCUSDT&${text}`)) as Row[];
    const first = query(`startTime=${START}&limit=1`)[0]!;
    const rows: Row[] = [];
    for (let from = first.a; rows.length < 2400; from += 300) rows.push(...query(`fromId=${from}&limit=300`));
    const end = rows[2345]!.T;
    const wanted = rows.filter((row) => row.T <= end);
    const outcome = await bourse(
      `market agg-trades BTCUSDT --start ${first.T} --end ${end} --all --env sandbox`,
    );
    expect(json(outcome)).toEqual(wanted);
  });
});

describe('an interrupted run', () => {
  /** Runs a command line and interrupts it after the given number of writes. */
  function interruptAfter(line: string, name: 'stdout' | 'stderr', pieces: number) {
    const controller = new AbortController();
    let written = 0;
    return bourse(line, {
      interrupt: controller.signal,
      ...(name === 'stderr' ? { talksToTerminal: true } : {}),
      onWrite(where) {
        if (where === name && ++written === pieces) controller.abort(new Error('SIGINT'));
      },
    });
  }

  it.each(['json', 'ndjson', 'csv'])(
    'prints the resume command, whose rows complete the run (%s)',
    async (format) => {
      const line = `market klines BTCUSDT 1m ${window} --fields openTime,close --all -o ${format}`;
      const read = (text: string): unknown[] =>
        format === 'json' ? JSON.parse(text) : format === 'ndjson' ? lines(text) : csv(text);
      const whole = await bourse(line);
      const cut = await interruptAfter(line, 'stdout', 1);
      expect(cut.code).toBe(130);
      const { kind, resume } = envelope(cut);
      expect(kind).toBe('interrupted');
      const [program, ...words] = shellWords(resume!);
      expect(program).toBe('bourse');
      const rest = await bourse(words);
      expect(rest.code).toBe(0);
      expect(read(cut.stdout).length).toBe(format === 'csv' ? 1001 : 1000);
      expect([...read(cut.stdout), ...read(rest.stdout)]).toEqual(read(whole.stdout));
    },
  );

  it('resumes from the beginning if rows are collected newest first, because none was written', async () => {
    const line = 'market klines BTCUSDT 1m --limit 2500 --env sandbox -o ndjson';
    const cut = await interruptAfter(line, 'stderr', 2);
    expect(cut).toMatchObject({ code: 130, stdout: '' });
    const [, ...words] = shellWords(envelope({ ...cut, stderr: cut.stderr.split('\r').at(-1)! }).resume!);
    expect((await bourse(words)).stdout).toBe((await bourse(line)).stdout);
  });

  it('resumes aggregate trades by id up to the same end', async () => {
    const line = `market agg-trades BTCUSDT --start ${START} --end ${START + 10 * MINUTE_MS} --all --env sandbox`;
    const whole = json<unknown[]>(await bourse(line));
    expect(whole.length).toBeGreaterThan(1000);
    const cut = await interruptAfter(line, 'stdout', 1);
    const [, ...words] = shellWords(envelope(cut).resume!);
    const rest = json<unknown[]>(await bourse(words));
    expect([...JSON.parse(cut.stdout), ...rest]).toEqual(whole);
  });
});

describe('progress', () => {
  it('leaves nothing on the line on which a table begins', async () => {
    const line = `market klines BTCUSDT 1m ${window} --all`;
    let screen = '';
    const { code } = await bourse(line, {
      terminal: 160,
      onWrite: (_, text) => {
        screen += text;
      },
    });
    expect(code).toBe(0);
    // Text before the last carriage return of a line was overwritten by the spaces after it.
    const shown = screen.split('\n').map((text) => text.split('\r').at(-1)!);
    expect(shown.filter((text) => text.includes('weight used'))).toEqual([]);
    expect(screen).toContain('weight used');
  });

  it('prints nothing in a pipe and nothing with --quiet', async () => {
    const line = `market klines BTCUSDT 1m ${window} --all`;
    expect((await bourse(line)).stderr).toBe('');
    expect((await bourse(`${line} --quiet`, { terminal: 100 })).stderr).toBe('');
  });
});
