/** Tests of the built program as child processes. Needs `npm run build`. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { GROUPS } from '../../src/commands/groups.ts';
import { temporaryFolder } from '../acceptance/world.ts';
import { sample, textOf } from '../thesis/samples.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BOURSE = join(ROOT, 'bin/bourse.js');

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns the environment of child processes, without variables of this machine that could affect them. */
function environment(home: string): NodeJS.ProcessEnv {
  const { PATH, LANG } = process.env;
  return { PATH, LANG, BOURSE_HOME: home, TERM: 'xterm', BOURSE: BOURSE, NODE: process.execPath };
}

function start(words: readonly string[], home = temporaryFolder()): ChildProcess {
  return spawn(process.execPath, [BOURSE, ...words], { env: environment(home), stdio: 'pipe' });
}

function end(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    let stdout = '';
    let stderr = '';
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

function run(line: string, { home = temporaryFolder(), input = '' } = {}): Ended {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [BOURSE, ...line.split(' ').filter(Boolean)],
    {
      env: environment(home),
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  );
  return { code: status, stdout, stderr };
}

beforeAll(() => {
  if (!existsSync(join(ROOT, 'dist/quick.cjs')))
    throw new Error('dist/ is missing: run npm run build first.');
});

describe('version, help and completion', () => {
  it('print the version of package.json', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    for (const line of ['--version', '-V'])
      expect(run(line)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('print help for every form of the request', () => {
    const root = run('--help');
    expect(root).toMatchObject({ code: 0, stderr: '' });
    expect(root.stdout).toContain('Usage: bourse <group> <command>');
    for (const line of ['', '-h', 'help']) expect(run(line).stdout).toBe(root.stdout);
    const group = run('market --help');
    expect(group.stdout).toContain('market ticker trading-day');
    expect(run('help market').stdout).toBe(group.stdout);
    expect(run('sandbox keys --help').stdout).toContain('Usage: bourse sandbox keys <command>');
    const verb = run('market klines --help').stdout;
    expect(verb).toContain('Usage: bourse market klines <symbol> <interval>');
    for (const line of [
      'help market klines',
      'market klines BTCUSDT 1h -h',
      '--env sandbox market klines --help',
    ])
      expect(run(line).stdout).toBe(verb);
  });

  it.each(GROUPS.map(({ word }) => word))('print the help of the group %s', (word) => {
    const { code, stdout } = run(`${word} --help`);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: bourse ${word}`);
  });

  it('report a mistyped word in a help request with the nearest word', () => {
    const { code, stdout, stderr } = run('market klins --help');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Did you mean klines?');
  });

  it('complete words, options, values, profiles and symbols of earlier responses', () => {
    const home = temporaryFolder();
    const complete = (line: string) => {
      const words = line.split(' ');
      const { stdout } = spawnSync(process.execPath, [BOURSE, '__complete', ...words], {
        env: environment(home),
        encoding: 'utf8',
      });
      return stdout.split('\n').filter(Boolean);
    };
    expect(complete('ma')).toEqual(['market', 'margin']);
    expect(complete('market ticker ')).toEqual(['24hr', 'trading-day', 'rolling', 'price', 'book']);
    expect(complete('market klines --li')).toEqual(['--limit']);
    expect(complete('market klines -o ')).toEqual(['table', 'json', 'ndjson', 'csv']);
    expect(complete('market klines BTCUSDT 1')).toEqual('1s 1m 15m 1h 12h 1d 1w 1M'.split(' '));
    expect(complete('market klines ')).toEqual([]);
    mkdirSync(join(home, 'config'));
    const profiles = { main: {}, 'bot-2': {}, '$(touch x)': {} };
    writeFileSync(join(home, 'config', 'profiles.json'), JSON.stringify({ profiles }));
    expect(complete('profile use ')).toEqual(['main', 'bot-2']);
    expect(complete('account info --profile b')).toEqual(['bot-2']);
    run('market ticker price ethusdt --env sandbox', { home });
    expect(complete('market klines e')).toEqual(['ETHUSDT']);
  });

  it('complete names in a shell without executing shell code in them', () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'config'));
    const profiles = Object.fromEntries(
      ['main', '$(touch ran)', '`touch ran`', 'a;touch ran', 'a\ntouch ran'].map((name) => [name, {}]),
    );
    writeFileSync(join(home, 'config', 'profiles.json'), JSON.stringify({ profiles }));
    const script = `
      bourse() { "$NODE" "$BOURSE" "$@"; }
      source <(bourse completion bash)
      COMP_WORDS=(bourse profile use ""); COMP_CWORD=3
      COMP_LINE="bourse profile use "; COMP_POINT=\${#COMP_LINE}
      "$(complete -p bourse | sed 's/.*-F \\([^ ]*\\) .*/\\1/')"
      printf "%s\\n" "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
      env: environment(home),
      encoding: 'utf8',
      cwd: home,
    });
    expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: 'main', stderr: '' });
    expect(existsSync(join(home, 'ran'))).toBe(false);
  });
});

describe('a run', () => {
  it.skipIf(!existsSync('/dev/full'))(
    'that cannot write its output exits with 10 and reports whether an order was executed',
    () => {
      const order = 'trade order place BTCUSDT --side BUY --type MARKET --quantity 0.001 --env sandbox';
      const into = (line: string) =>
        spawnSync('bash', ['--norc', '-c', `"$NODE" "$BOURSE" ${line} > /dev/full`], {
          env: environment(temporaryFolder()),
          encoding: 'utf8',
        });
      for (const [line, execution] of [
        ['market klines BTCUSDT 1h --limit 5 --env sandbox -o csv', 'none'],
        [order, 'executed'],
      ] as const) {
        const { status, stderr } = into(line);
        expect(status).toBe(10);
        // The id of an order is shown before the order is sent.
        expect(JSON.parse(stderr.trim().split('\n').at(-1)!).error).toMatchObject({
          kind: 'storage',
          execution,
        });
      }
    },
  );

  it('writes data to stdout, errors to stderr, and sets the exit code', () => {
    const good = run('market ticker price BTCUSDT --env sandbox');
    expect(good).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(good.stdout)).toMatchObject({ symbol: 'BTCUSDT' });
    const bad = run('market ticker price NOPE --env sandbox');
    expect(bad).toMatchObject({ code: 4, stdout: '' });
    expect(JSON.parse(bad.stderr)).toMatchObject({ error: { code: -1121, exitCode: 4 } });
  });

  it('reads standard input for the argument -, also in many pieces', async () => {
    const child = start(['thesis', 'validate', '-']);
    const ended = end(child);
    const text = textOf({ ...sample('add'), rationale: 'x'.repeat(300_000) });
    for (let at = 0; at < text.length; at += 60_000) child.stdin!.write(text.slice(at, at + 60_000));
    child.stdin!.end();
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
    expect(run('thesis validate -', { input: '{}' }).code).toBe(1);
  });

  it('exits without an error when the reader closes the pipe', () => {
    const line = 'market klines BTCUSDT 1m --start 2024-01-01 --limit 20000 --env sandbox -o ndjson';
    const script = `"$NODE" "$BOURSE" ${line} | head -3; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
      env: environment(temporaryFolder()),
      encoding: 'utf8',
    });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBe(4);
    expect(lines[3]).toBe('0');
    expect(stderr).toBe('');
  });

  it('writes everything to a slow reader', async () => {
    const child = start(
      'market klines BTCUSDT 1m --start 2024-01-01 --limit 20000 --env sandbox -o ndjson'.split(' '),
    );
    const ended = end(child);
    child.stdout!.on('data', () => {
      child.stdout!.pause();
      setImmediate(() => setImmediate(() => child.stdout!.resume()));
    });
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const times = stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { openTime: number }).openTime);
    expect(times.length).toBe(20_000);
    expect(times.at(-1)).toBe(Date.UTC(2024, 0, 1) + 19_999 * 60_000);
  });

  it('that is interrupted exits with 130 after a complete row and prints the command to resume', async () => {
    const child = start(
      'market klines BTCUSDT 1m --start 2024-01-01 --limit 400000 --env sandbox -o ndjson'.split(' '),
    );
    const ended = end(child);
    child.stdout!.once('data', () => child.kill('SIGINT'));
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(130);
    expect(stdout.endsWith('}\n')).toBe(true);
    const rows = stdout.trimEnd().split('\n');
    const { error } = JSON.parse(stderr.trimEnd().split('\n').at(-1)!) as { error: { resume: string } };
    expect(error.resume).toContain(`--limit ${400_000 - rows.length}`);
    expect(error.resume).toContain('--env=sandbox');
  });
});

describe('an order in flight', () => {
  it('is reported after the terminal has closed, and was sent once', async () => {
    const orders: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (text) => {
        body += text;
      });
      request.on('end', () => {
        if (request.method === 'GET') return void response.end(`{"serverTime":${Date.now()}}`);
        orders.push(body);
        child.kill('SIGHUP');
        const clientOrderId = new URLSearchParams(body).get('newClientOrderId');
        // The signal arrives before the answer does.
        setTimeout(() => response.end(JSON.stringify({ symbol: 'BTCUSDT', orderId: 7, clientOrderId })), 300);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const words =
      'trade order place BTCUSDT --side BUY --type MARKET --quantity 1 --skip-filters --yes -o json --host';
    const child = spawn(process.execPath, [BOURSE, ...words.split(' '), `spot=http://127.0.0.1:${port}`], {
      env: {
        ...environment(temporaryFolder()),
        BOURSE_API_KEY: 'k'.repeat(64),
        BOURSE_API_SECRET: 's'.repeat(64),
      },
    });
    const { code, stdout, stderr } = await end(child);
    server.close();
    expect(code).toBe(0);
    const { clientOrderId } = JSON.parse(stdout) as { clientOrderId: string };
    expect(stderr).toContain(`Sending the order ${clientOrderId}.`);
    expect(orders).toHaveLength(1);
  });
});

describe('the sandbox', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'is found by other commands while it serves, and shuts down cleanly on %s',
    async (signal) => {
      const home = temporaryFolder();
      const child = start(['sandbox', 'serve', '-o', 'json'], home);
      const ended = end(child);
      const first = await new Promise<string>((resolve) => child.stdout!.once('data', resolve));
      const { hosts } = JSON.parse(first) as { hosts: { spot: string } };
      const status = JSON.parse(run('sandbox status', { home }).stdout) as {
        running: boolean;
        hosts: { spot: string };
      };
      expect(status).toMatchObject({ running: true, hosts: { spot: hosts.spot } });
      expect(run('market ping --env sandbox', { home }).code).toBe(0);
      child.kill(signal);
      expect((await ended).code).toBe(0);
      expect(existsSync(join(home, 'state/sandbox/running.json'))).toBe(false);
      expect(JSON.parse(run('sandbox status', { home }).stdout)).toMatchObject({ running: false });
    },
  );

  it('serves twenty simultaneous commands in a new home folder without a refusal', async () => {
    const home = join(temporaryFolder(), 'fresh');
    const words = ['market', 'ticker', 'price', 'BTCUSDT', '--env', 'sandbox'];
    const all = await Promise.all(Array.from({ length: 20 }, () => end(start(words, home))));
    for (const outcome of all) expect(outcome).toMatchObject({ code: 0, stderr: '' });
  });

  it('is passed to the program it runs and to nested bourse commands', () => {
    const line = `sandbox run --seed 5 -- ${process.execPath} ${BOURSE} sandbox run -- ${process.execPath} ${BOURSE} market ping`;
    expect(run(line)).toEqual({ code: 0, stdout: '{}\n', stderr: '' });
    const failing = run(`sandbox run -- ${process.execPath} ${BOURSE} market klines NOPE 1h`);
    expect(failing.code).toBe(4);
  });
});

/** The program that runs a command on a pseudo-terminal. */
const RECORDER = 'script';
const hasTerminals =
  spawnSync(RECORDER, ['-qec', 'stty cols 60', '/dev/null'], { stdio: 'ignore' }).status === 0;

describe.skipIf(!hasTerminals)('on a terminal', () => {
  const onTerminal = (columns: number, line: string) =>
    spawnSync(RECORDER, ['-qec', `stty cols ${columns}; "$NODE" "$BOURSE" ${line}`, '/dev/null'], {
      env: { ...environment(temporaryFolder()), NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    }).stdout.replaceAll('\r\n', '\n');

  it.each([60, 80])('of %i columns, help and tables fit', (columns) => {
    const help = onTerminal(columns, 'market klines --help');
    const text = help.slice(0, help.indexOf('Examples:')).trimEnd().split('\n');
    const widest = Math.max(...text.map((line) => line.length));
    expect(widest).toBeLessThanOrEqual(columns);
    expect(widest).toBeGreaterThan(columns - 20);
    const table = onTerminal(columns, 'market klines BTCUSDT 1h --limit 3 --env sandbox');
    expect(table).toMatch(/^open time +open/);
    for (const line of table.split('\n').slice(0, 4)) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it('an error is printed as sentences', () => {
    expect(onTerminal(80, 'market klins')).toMatch(
      /^error: Unknown command "klins" for "bourse market"\.\nhint: Did you mean klines\?/,
    );
  });
});
