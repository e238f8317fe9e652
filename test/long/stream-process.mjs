/** Runs streams of the built program as child processes, and reads their memory. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const BOURSE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));
const FLOOD = fileURLToPath(new URL('flood-server.mjs', import.meta.url));
const MEGABYTE = 1024;

/** Calls a function with a temporary folder, and removes it afterwards. */
export async function inFolder(use) {
  const home = mkdtempSync(join(tmpdir(), 'bourse-stream-'));
  try {
    return await use(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Starts a server that sends numbered trades as fast as they are read; `onCounts` receives the sent and
 * answered counts.
 */
export async function startFlood(trades, onCounts = () => {}, pauseMs = 0) {
  const child = spawn(process.execPath, [FLOOD, String(trades), String(pauseMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const port = await new Promise((resolve) => lines.once('line', resolve));
  lines.on('line', (line) => onCounts(JSON.parse(line)));
  return { address: `ws://127.0.0.1:${port}`, close: () => child.kill() };
}

/** Starts the program; `ended` resolves with its exit code and stderr. */
export function startBourse(home, words, stdout = 'pipe') {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [BOURSE, ...words], {
    cwd: home,
    env: { PATH, BOURSE_HOME: home },
    stdio: ['ignore', stdout, 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ended = new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stderr }));
  });
  return { child, ended };
}

/** Returns the current and peak memory of a process in MB; undefined once it has exited. */
export function memoryOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
    return { now: kilobytes('VmRSS') / MEGABYTE, peak: kilobytes('VmHWM') / MEGABYTE };
  } catch {
    return undefined;
  }
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
