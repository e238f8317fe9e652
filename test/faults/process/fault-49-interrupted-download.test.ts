/**
 * Fault 49: A long download is interrupted by SIGINT or SIGTERM.
 *
 * It ends after a complete row with exit code 130 and prints the command that continues it; both parts together are
 * byte for byte what an uninterrupted download prints.
 */
import { expect, it } from 'vitest';
import { envelope, shellWords } from '../../acceptance/outcomes.ts';
import { bourse, temporaryFolder } from '../../acceptance/world.ts';
import { expectNoCanary } from '../fault-exchange.ts';

it.each([
  ['SIGINT', 'ndjson'],
  ['SIGTERM', 'csv'],
])(
  '%s leaves two parts that are the same bytes as an uninterrupted download as %s',
  async (signal, format) => {
    const home = temporaryFolder();
    const line = `market klines BTCUSDT 1m --start 2024-03-10 --limit 3500 --env sandbox -o ${format}`;
    const whole = await bourse(line, { home });
    expect(whole.code).toBe(0);
    const interrupt = new AbortController();
    const cut = await bourse(line, {
      home,
      interrupt: interrupt.signal,
      onWrite: (name) => {
        if (name === 'stdout') interrupt.abort(new Error(signal));
      },
    });
    expect(cut.code).toBe(130);
    expect(cut.stdout.endsWith('\n')).toBe(true);
    expect(cut.stdout.length).toBeLessThan(whole.stdout.length);
    const rest = await bourse(shellWords(envelope(cut).resume!).slice(1), { home });
    expect(cut.stdout + rest.stdout).toBe(whole.stdout);
    expectNoCanary(cut);
  },
);
