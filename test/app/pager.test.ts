/** The program that PAGER names, tried with scripts that write what they are given into a file. */
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPager } from '../../src/app/pager.ts';

const never = new AbortController().signal;
const PATH = process.env['PATH'] ?? '';

/** Returns a pager that runs these lines of shell, and the file into which they write. */
function script(lines: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pager-'));
  const [file, shown] = [join(folder, 'my-pager'), join(folder, 'shown')];
  writeFileSync(file, `#!/bin/sh\n${lines.replaceAll('OUT', shown)}\n`);
  chmodSync(file, 0o755);
  return { folder, file, read: () => readFileSync(shown, 'utf8') };
}

describe('the pager', () => {
  it.each([
    ['is empty', { PAGER: '' }],
    ['is cat', { PAGER: ' cat ' }],
    ['is not installed', { PAGER: 'no-such-pager -R' }],
    ['is a file that does not exist', { PAGER: '/no/such/pager' }],
    ['is for a terminal without a cursor', { PAGER: 'sh', TERM: 'dumb' }],
    ['is not named, and less is not installed', { PATH: '/nonexistent' }],
  ])('is not used if it %s', (_, environment) => {
    expect(findPager({ PATH, ...environment }, 24, never)).toBeUndefined();
  });

  it('is found by its path and by the folders of PATH, also with options', () => {
    const { folder, file } = script('cat > OUT');
    for (const environment of [
      { PAGER: file },
      { PAGER: `${file} -R` },
      { PAGER: 'my-pager -S', PATH: folder },
    ])
      expect(findPager({ PATH, ...environment }, 24, never)?.rows).toBe(24);
    for (const unknown of [undefined, 0])
      expect(findPager({ PATH, PAGER: file }, unknown, never)).toBeUndefined();
  });

  it('is given all text, options for less unless LESS is set, and no variable that may hold a key', async () => {
    const { file, read } = script('{ cat; echo "$LESS|$BOURSE_API_SECRET|"; } > OUT');
    for (const [less, shown] of [
      [undefined, 'FRX'],
      ['-S', '-S'],
    ]) {
      const set = less === undefined ? {} : { LESS: less };
      const pager = await findPager(
        { PATH, PAGER: file, BOURSE_API_SECRET: 'secret', ...set },
        24,
        never,
      )!.open();
      const text = 'a line of text\n'.repeat(20_000);
      expect(await pager.write(text)).toBe(true);
      expect(await pager.write('last\n')).toBe(true);
      await pager.end();
      expect(read()).toBe(`${text}last\n${shown}||\n`);
    }
  });

  it('that was left takes no more text, and its end is not waited for', async () => {
    const { file } = script('head -n 1 > OUT');
    const pager = await findPager({ PATH, PAGER: file }, 24, never)!.open();
    let writes = 1;
    while (await pager.write('a line of text\n'.repeat(5000))) writes += 1;
    expect(writes).toBeLessThan(1000);
    await pager.end();
  });

  it('ends with Ctrl-C even if it ignores it', async () => {
    const { file } = script("trap '' INT; exec sleep 1000");
    const interrupt = new AbortController();
    const pager = await findPager({ PATH, PAGER: file }, 24, interrupt.signal)!.open();
    await pager.write('text\n');
    interrupt.abort();
    await pager.end();
  });
});
