/** Tables longer than the screen of a terminal are shown in the pager. */
import { describe, expect, it } from 'vitest';
import type { PagerProgram } from '../../../src/app/pager.ts';
import { bourse } from '../world.ts';

/** Returns a pager of ten lines that is left after `writes` writes, and what it showed. */
function tenLines(writes = Number.POSITIVE_INFINITY) {
  const shown: string[] = [];
  let opened = 0;
  const pager: PagerProgram = {
    rows: 10,
    async open() {
      opened += 1;
      return {
        async write(text) {
          shown.push(text);
          return shown.length <= writes;
        },
        async end() {},
      };
    },
  };
  return { pager, text: () => shown.join(''), opened: () => opened };
}

const CANDLES = 'market klines BTCUSDT 1h --env sandbox --color never';

describe('a table', () => {
  it('that fills the screen is shown in the pager whole, and its notes below it afterwards', async () => {
    const screen = tenLines();
    const { code, stdout, stderr } = await bourse(`${CANDLES} --limit 12`, {
      terminal: 200,
      pager: screen.pager,
    });
    expect([code, stdout, stderr]).toEqual([0, '', '12 rows.\n']);
    const plain = await bourse(`${CANDLES} --limit 12 --no-pager`, { terminal: 200, pager: screen.pager });
    expect([screen.text(), screen.opened()]).toEqual([plain.stdout, 1]);
  });

  it('that fits, one in a pipe, and any other format are printed', async () => {
    const screen = tenLines();
    for (const [options, terminal] of [
      ['--limit 8', 200],
      ['--limit 100 -o table', undefined],
      ['--limit 100 -o csv', 200],
      ['--limit 100 -o json', 200],
    ] as const) {
      const world = terminal === undefined ? {} : { terminal };
      const { code, stdout } = await bourse(`${CANDLES} ${options}`, { ...world, pager: screen.pager });
      expect([code, stdout.length > 100, screen.opened()]).toEqual([0, true, 0]);
    }
  });

  it('of many pages is shown as it arrives, and leaving the pager ends the fetching quietly', async () => {
    const all = `${CANDLES} --all --start 30d`;
    const whole = tenLines();
    expect((await bourse(all, { terminal: 200, pager: whole.pager })).code).toBe(0);
    const left = tenLines(1);
    const { code, stdout, stderr } = await bourse(all, { terminal: 200, pager: left.pager });
    // The progress of the fetching is on stderr, and nothing else.
    expect([code, stdout, stderr.trim()]).toEqual([0, '', expect.not.stringMatching(/error|Interrupted/)]);
    expect(whole.text().startsWith(left.text())).toBe(true);
    expect(left.text().length).toBeLessThan(whole.text().length);
  });

  it('that is left early keeps the exit code of its command', async () => {
    const left = tenLines(0);
    const code = async (pager: PagerProgram | undefined) =>
      (
        await bourse(`${CANDLES} --limit 12 --complete`, {
          terminal: 200,
          ...(pager === undefined ? {} : { pager }),
        })
      ).code;
    expect(await code(left.pager)).toBe(await code(undefined));
  });
});
