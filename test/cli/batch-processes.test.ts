/** `bourse batch` as a process: signals, closed pipes, and keys in variables. Needs `npm run build`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoKeys } from '../../src/sandbox/engine/ledger/demo-keys.ts';
import { lines } from '../acceptance/outcomes.ts';
import { temporaryFolder } from '../acceptance/world.ts';

const BOURSE = fileURLToPath(new URL('../../bin/bourse.js', import.meta.url));

interface Result {
  readonly line: number;
  readonly exitCode: number | null;
  readonly error: { readonly kind: string } | null;
  readonly notRun: string | null;
}

function start(words: readonly string[], home: string, variables: NodeJS.ProcessEnv = {}): ChildProcess {
  const { PATH } = process.env;
  return spawn(process.execPath, [BOURSE, ...words], {
    env: { PATH, BOURSE_HOME: home, ...variables },
    stdio: 'pipe',
  });
}

async function textOf(child: ChildProcess) {
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.setEncoding('utf8').on('data', (part: string) => {
      text[name] += part;
    });
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...text };
}

describe('batch as a process', () => {
  it('ends whole after Ctrl-C: the running line is reported, the others are named', async () => {
    const home = temporaryFolder();
    const file = join(home, 'commands.txt');
    writeFileSync(file, 'market ping\nmarket time\nmarket ping\n');
    const server = createServer(() => child.kill('SIGINT'));
    onTestFinished(() => void server.close().closeAllConnections());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const child = start(['batch', file, '--host', `spot=http://127.0.0.1:${port}`], home);
    const { code, stdout, stderr } = await textOf(child);
    expect([code, stderr]).toEqual([130, '3 lines: 0 done, 1 failed, 2 not run.\n']);
    expect(lines<Result>(stdout)).toMatchObject([
      { line: 1, exitCode: 130, error: { kind: 'interrupted' }, notRun: null },
      { line: 2, exitCode: null, notRun: 'interrupted' },
      { line: 3, exitCode: null, notRun: 'interrupted' },
    ]);
  });

  it('ends after Ctrl-C while it waits for the next line of a pipe', async () => {
    const child = start(['batch', '-', '--env', 'sandbox'], temporaryFolder());
    child.stdin!.write('market ping\n');
    child.stdout!.once('data', () => child.kill('SIGINT'));
    const { code, stderr } = await textOf(child);
    expect([code, stderr]).toEqual([130, '1 line: 1 done, 0 failed.\n']);
  });

  it('ends with success when the reader of its results has left', async () => {
    const home = temporaryFolder();
    const file = join(home, 'commands.txt');
    writeFileSync(file, 'market ping\n'.repeat(200));
    const child = start(['batch', file, '--env', 'sandbox'], home);
    child.stdout!.once('data', () => child.stdout!.destroy());
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
  });

  it('reads keys from variables in every line, although the first one removes them from the process', async () => {
    const home = temporaryFolder();
    const file = join(home, 'commands.txt');
    writeFileSync(file, 'account info --profile bot\naccount info --profile bot\n');
    const { apiKey, apiSecret } = demoKeys(1);
    const variables = { KEY: apiKey, SECRET: apiSecret, BOURSE_ENV: 'sandbox' };
    const add = [
      'profile',
      'add',
      'bot',
      '--api-key',
      'env:KEY',
      '--secret',
      'env:SECRET',
      '--env',
      'sandbox',
    ];
    expect((await textOf(start(add, home, variables))).code).toBe(0);
    const { code, stdout } = await textOf(start(['batch', file], home, variables));
    expect([code, lines<Result>(stdout).map(({ exitCode }) => exitCode)]).toEqual([0, [0, 0]]);
  });
});
