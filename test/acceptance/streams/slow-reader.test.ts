/** Streams of the built program with slow readers and killed processes. Requires `npm run build`. */
import { describe, expect, it } from 'vitest';

interface Slept {
  readonly code: number;
  readonly stderr: string;
  readonly marks: readonly number[];
  readonly asleep: { readonly pongs: number };
  readonly awake: { readonly pongs: number };
  readonly lines: number;
  readonly dropped: number;
  readonly gaps: readonly { readonly reason: string; readonly missing: number }[];
}

interface Left {
  readonly code: number;
  readonly stderr: string;
  readonly files: readonly string[];
  readonly lines: number;
  readonly wrong: number;
}

/** Max memory: the output buffer is limited to 8 MiB, the rest is the program. */
const GROWTH_MAX_MB = 100;

const sleep = async (options: object): Promise<Slept> =>
  (await import('../../long/slow-reader.mjs' as string)).slowReader({
    from: 'flood',
    asleepMs: 1200,
    ...options,
  });
const kill = async (options: object): Promise<Left> =>
  (await import('../../long/kill-recording.mjs' as string)).killRecording({
    lifeMs: 200,
    pauseMs: 5,
    ...options,
  });

describe('a slow reader of an endless stream', { tags: ['real-time'] }, () => {
  it('gets a report of every dropped message, and memory stays flat', async () => {
    const { code, stderr, marks, lines, dropped, gaps, asleep } = await sleep({
      policy: 'drop',
      answered: 3,
    });
    expect(code).toBe(0);
    expect(gaps.every(({ reason }) => reason === 'slow-reader')).toBe(true);
    expect(dropped).toBeGreaterThan(0);
    const [, total] = /1 stream: (\d+) messages/.exec(stderr)!;
    expect(lines + dropped).toBe(Number(total));
    // There is a ping after each 50,000 messages; all were answered while the reader slept.
    expect(asleep.pongs).toBeGreaterThan(2);
    expect(Math.max(...marks) - marks[0]!).toBeLessThan(GROWTH_MAX_MB);
  });

  it('gets every message if nothing is dropped, and memory stays flat', async () => {
    const { code, stderr, marks, lines, gaps, asleep, awake } = await sleep({ policy: 'pause' });
    expect(code).toBe(0);
    expect(gaps).toEqual([]);
    // Pings wait behind the unread messages, and are answered once those are read.
    expect(asleep.pongs).toBeLessThan(5);
    expect(awake.pongs).toBeGreaterThan(asleep.pongs);
    expect(stderr).toContain(
      `btcusdt@trade: ${lines} from 5000000000 to ${5_000_000_000 + lines - 1}, complete`,
    );
    expect(Math.max(...marks) - marks[0]!).toBeLessThan(GROWTH_MAX_MB);
  });
});

describe('a killed recording', { tags: ['real-time'] }, () => {
  it.each([undefined, '400ms'])('plays up to its last complete line, rotated after %s', async (rotate) => {
    const { code, stderr, files, lines, wrong } = await kill({ rotate });
    expect(files.some((name) => name.endsWith('.part'))).toBe(true);
    expect(stderr).toContain('was interrupted: it ends with its last complete line');
    expect({ code, wrong }).toEqual({ code: 0, wrong: 0 });
    expect(lines).toBeGreaterThan(0);
  });
});
