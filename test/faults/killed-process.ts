/** Runs the built program in a process of its own, which a test kills. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { CANARY_KEYS } from '../acceptance/scripted-exchange.ts';

export const BOURSE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));

/** Starts a command with these keys, or with canary keys; it is killed after the test at the latest. */
export function startProcess(
  home: string,
  line: string,
  keys: Readonly<Record<string, string>> = CANARY_KEYS,
): ChildProcess {
  const child = spawn(process.execPath, [BOURSE, ...line.split(' ')], {
    env: { PATH: process.env['PATH'], BOURSE_HOME: home, ...keys },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Kills a process as `kill -9` does and resolves when it has ended. */
export async function killProcess(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** Resolves with what a process prints to stdout until it ends. */
export async function outputOf(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout!.on('data', (bytes) => {
    text += String(bytes);
  });
  await new Promise((resolve) => child.once('close', resolve));
  return text;
}
