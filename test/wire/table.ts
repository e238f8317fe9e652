/**
 * Calls each endpoint of the interface document by its command, with all of its parameters, against a
 * recording server on loopback, and prints the requests.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldersOf, type World } from '../../src/app/world.ts';
import type { UnixMs } from '../../src/core/words.ts';
import { processWorld, run } from '../../src/main.ts';
import { type WireCall, wireCalls } from './calls.ts';
import { type RecordedRequest, startRecorder } from './recorder.ts';

const NOW = 1_710_506_096_789;
/** The length at which lists of names are cut; `--whole` prints the exact query or form. */
const NAMES_WIDTH = 100;

/** Prints the table and returns the exit code: 1 where the request of an endpoint did not arrive. */
export async function printTable(isWhole: boolean): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'bourse-wire-'));
  const recorder = await startRecorder(NOW);
  const hosts = ['spot', 'usdm', 'coinm', 'options', 'web3'].flatMap((host) => [
    '--host',
    `${host}=${recorder.origin}`,
  ]);
  const lines: string[][] = [['command', 'request', 'sent as', 'key', 'signed', 'parameters']];
  const silent: string[] = [];
  const calls = await wireCalls();
  try {
    for (const call of calls) {
      await run([...call.words, ...hosts], worldAt(home));
      const found = recorder.taken().find((request) => isOf(request, call));
      if (found === undefined) silent.push(call.endpoint.id);
      else lines.push(rowOf(call, found, isWhole));
    }
  } finally {
    await recorder.close();
    rmSync(home, { recursive: true, force: true });
  }
  process.stdout.write(columns(lines));
  const endpoints = new Set(calls.map(({ endpoint }) => endpoint.id)).size;
  process.stdout.write(
    `${endpoints} endpoints, ${calls.length} calls, ${silent.length} without a request${silent.map((id) => ` ${id}`).join('')}\n`,
  );
  return silent.length === 0 ? 0 : 1;
}

function isOf({ method, target }: RecordedRequest, { endpoint }: WireCall): boolean {
  return method === endpoint.method && target.split('?')[0] === endpoint.path;
}

function rowOf({ command }: WireCall, request: RecordedRequest, isWhole: boolean): string[] {
  const [path = '', query = ''] = request.target.split('?');
  const sent = request.body === '' ? query : request.body;
  const names = sent.split('&').map((entry) => entry.split('=')[0]!);
  const own = names.filter((name) => !['recvWindow', 'timestamp', 'signature', ''].includes(name)).join(' ');
  return [
    command,
    `${request.method} ${path}`,
    request.body !== '' ? 'form' : query === '' ? 'nothing' : 'query',
    request.headers['x-mbx-apikey'] === undefined ? 'no' : 'yes',
    names.includes('signature') ? 'yes' : 'no',
    isWhole ? sent : own.length > NAMES_WIDTH ? `${own.slice(0, NAMES_WIDTH - 1)}…` : own,
  ];
}

function columns(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]!.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, at) => cell.padEnd(widths[at]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function worldAt(home: string): World {
  const quiet = { isTerminal: false, columns: 80, write: async () => {}, writeInBackground: async () => {} };
  return {
    ...processWorld(new AbortController().signal),
    environment: { BOURSE_API_KEY: 'K'.repeat(64), BOURSE_API_SECRET: 'S'.repeat(64) },
    folders: foldersOf({ BOURSE_HOME: home }),
    clock: { now: () => NOW as UnixMs, monotonicMs: () => NOW, sleep: async () => {} },
    stdout: quiet,
    stderr: quiet,
  };
}
