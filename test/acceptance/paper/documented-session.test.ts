/** The session that docs/paper.md shows: its commands print what stands below them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/app/world.ts';
import { splitWords } from '../../../src/core/shell-words.ts';
import { withServedSandbox } from '../served-sandbox.ts';
import { bourse, temporaryFolder } from '../world.ts';

const document = readFileSync(new URL('../../../docs/paper.md', import.meta.url), 'utf8');
const section = document.slice(document.indexOf('## A session\n'));
const serve = /^bourse sandbox serve (.*?) +#/m.exec(section)![1]!;
const shown = /```console\n([\s\S]*?)```/.exec(section)![1]!;

describe('the session of docs/paper.md', () => {
  it('prints what the document shows', async () => {
    const home = temporaryFolder();
    // Calls take real time; the time of the ledger is the sandbox's.
    const world = { home, clock: systemClock(), environment: { BOURSE_ENV: 'sandbox', NO_COLOR: '1' } };
    const printedBy = async (line: string) => {
      let stdin: string | undefined;
      const programs = line.split(' | ');
      for (const [at, program] of programs.entries()) {
        const isLast = at === programs.length - 1;
        const ends = { ...(stdin === undefined ? {} : { stdin }), ...(isLast ? { terminal: 120 } : {}) };
        const { code, stdout, stderr } = await bourse(splitWords(program).slice(1), { ...world, ...ends });
        expect([program, code, stderr]).toEqual([program, 0, '']);
        stdin = stdout;
      }
      return stdin!
        .replace(/^head .*\n/gm, '')
        .replace(/ +$/gm, '')
        .replace(/^\n/gm, '');
    };
    const playSession = async () => {
      await printedBy('bourse paper open');
      let printed = '';
      for (const [, command] of shown.matchAll(/^\$ ((?:.*\\\n)*.*)\n/gm)) {
        printed += `$ ${command}\n${await printedBy(command!.replace(/ \\\n +/g, ' '))}`;
      }
      expect(printed).toBe(shown);
    };
    await withServedSandbox(home, serve, playSession, { clock: systemClock(), pid: process.pid });
  });
});
