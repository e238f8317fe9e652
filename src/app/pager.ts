/** The pager of the terminal, which shows long tables screen by screen: PAGER, or less. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The pager that a person has chosen, and the screen it shows text on. */
export interface PagerProgram {
  /** Lines of the screen. */
  readonly rows: number;
  readonly open: () => Promise<Pager>;
}

/** A pager that runs. */
export interface Pager {
  /** Passes text on; returns false once the pager has ended, as after `q`. */
  readonly write: (text: string) => Promise<boolean>;
  /** Resolves when the person has left the pager. */
  readonly end: () => Promise<void>;
}

/** A word that a shell would not change, and no assignment such as LESS=-S. */
const PLAIN_WORD = /^[\w./+-]+$/;

/** What less does if LESS does not say otherwise: shows colours, and leaves text that fits on the screen there. */
const LESS_OPTIONS = 'FRX';

/**
 * Returns the pager that PAGER names, or less. Returns undefined if PAGER is empty or cat, if the terminal cannot move
 * its cursor, or if the program is not installed.
 */
export function findPager(
  environment: Readonly<Record<string, string | undefined>>,
  rows: number | undefined,
  interrupt: AbortSignal,
): PagerProgram | undefined {
  const command = (environment['PAGER'] ?? 'less').trim();
  // A terminal of unknown height has none or 0 rows.
  if (!rows || command === '' || command === 'cat' || environment['TERM'] === 'dumb') return undefined;
  const [program = ''] = command.split(/\s+/);
  // Anything but a plain program name, such as LESS=-S less, is left to the shell.
  if (PLAIN_WORD.test(program) && !isInstalled(program, environment['PATH'])) return undefined;
  return { rows, open: () => openPager(command, environment, interrupt) };
}

function isInstalled(program: string, path = ''): boolean {
  const files = program.includes('/') ? [program] : path.split(delimiter).map((one) => join(one, program));
  return files.some((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

async function openPager(
  command: string,
  environment: Readonly<Record<string, string | undefined>>,
  interrupt: AbortSignal,
): Promise<Pager> {
  const { spawn } = await import('node:child_process');
  // Variables of bourse can hold keys, which no other program needs.
  const passed = Object.entries(environment).filter(([name]) => !name.startsWith('BOURSE_'));
  const words = command.split(/\s+/);
  // A plain command runs without a shell, which would not pass on a signal.
  const [program, ...options] = words.every((word) => PLAIN_WORD.test(word))
    ? words
    : ['/bin/sh', '-c', command];
  const child = spawn(program!, options, {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: LESS_OPTIONS, ...Object.fromEntries(passed) },
  });
  let isOpen = true;
  const closed = new Promise<void>((resolve) => {
    for (const event of ['exit', 'error'] as const)
      child.once(event, () => {
        isOpen = false;
        resolve();
      });
  });
  child.stdin.on('error', () => {
    isOpen = false;
  });
  // Ctrl-C reaches less as well, which would go on showing the text.
  const kill = () => child.kill('SIGTERM');
  interrupt.addEventListener('abort', kill, { once: true });
  return {
    async write(text) {
      if (isOpen && !child.stdin.write(text)) {
        const drained = new Promise<void>((resolve) => child.stdin.once('drain', resolve));
        await Promise.race([drained, closed]);
      }
      return isOpen;
    },
    async end() {
      child.stdin.end();
      await closed;
      interrupt.removeEventListener('abort', kill);
    },
  };
}
