import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { attachOrServe } from '../../../src/app/sandbox-host.ts';
import { openSender } from '../../../src/app/sender.ts';
import { systemClock } from '../../../src/app/world.ts';
import { endpointById } from '../../../src/commands/find-endpoint.ts';
import { buildRequest } from '../../../src/request/prepare.ts';
import { tryLock } from '../../../src/sandbox/process/host.ts';
import { failure, json } from '../outcomes.ts';
import { type AnnouncedSandbox, withServedSandbox } from '../served-sandbox.ts';
import { bourse, temporaryFolder, testWorld } from '../world.ts';

function ask(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve(body));
    }).on('error', reject);
  });
}

describe('sandbox serve', () => {
  it('prints its addresses in one line and answers there until it is interrupted', async () => {
    const home = temporaryFolder();
    const outcome = await withServedSandbox(home, '--seed 7', async ({ hosts, seed, apiKey }) => {
      expect(seed).toBe(7);
      expect(apiKey).not.toBe('');
      for (const url of Object.values(hosts)) expect(url).toMatch(/^(http|ws):\/\/127\.0\.0\.1:\d+/);
      expect(await ask(`${hosts['spot']}/api/v3/time`)).toMatch(/^\{"serverTime":\d+\}$/);
    });
    expect(outcome.code).toBe(0);
    expect(outcome.stdout.trimEnd()).not.toContain('\n');
  });

  it('starts again after it was killed without removing its published address', async () => {
    const home = temporaryFolder();
    const entry = `${home}/state/sandbox/running.json`;
    let left = '';
    await withServedSandbox(home, '', async () => {
      left = readFileSync(entry, 'utf8');
    });
    writeFileSync(entry, left, { mode: 0o600 });
    const outcome = await withServedSandbox(home, '', async ({ hosts }) => {
      expect(await ask(`${hosts['spot']}/api/v3/ping`)).toBe('{}');
    });
    expect(outcome.code).toBe(0);
  });

  it('prints its addresses as text on a terminal', async () => {
    const controller = new AbortController();
    const outcome = await bourse('sandbox serve', {
      terminal: 100,
      environment: { NO_COLOR: '1' },
      interrupt: controller.signal,
      onWrite: (name) => {
        if (name === 'stdout') controller.abort(new Error('SIGINT'));
      },
    });
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toMatch(/^The sandbox is running at\n {2}http:\/\/127\.0\.0\.1:\d+ {2}spot/);
    expect(outcome.stderr).toContain('Ctrl-C stops it.');
  });

  it('counts the unknown parameters that it ignored, and names each once', async () => {
    const home = temporaryFolder();
    const work = async ({ hosts }: AnnouncedSandbox) => {
      const url = `${hosts['usdm']}/fapi/v1/ticker/price?symbol=BTCUSDT&useV2=true`;
      for (const _ of [1, 2]) expect(await ask(url)).toContain('"symbol":"BTCUSDT"');
      expect(json(await bourse('sandbox status', { home }))).toMatchObject({
        ignoredParameters: [{ call: 'GET /fapi/v1/ticker/price', parameter: 'useV2', count: 2 }],
      });
    };
    const outcome = await withServedSandbox(home, '', work, { pid: process.pid });
    expect(outcome.stderr.match(/GET \/fapi\/v1\/ticker\/price has no parameter useV2/g)).toHaveLength(1);
  });

  it('names the port if the port is in use', async () => {
    await withServedSandbox(temporaryFolder(), '', async ({ hosts }) => {
      const port = new URL(hosts['spot']!).port;
      const error = failure(await bourse(`sandbox serve --port ${port}`));
      expect(error).toMatchObject({ kind: 'usage', exitCode: 2 });
      expect(error.message).toContain(port);
    });
  });

  it.each([
    '--port x',
    '--port 70000',
    '--seed -1',
    '--seed 1.5',
    '--weight-limit 0',
    '--weights third',
    '--order-limit 0',
    '--limits live',
  ])('refuses %s', async (option) => {
    expect(failure(await bourse(`sandbox serve ${option}`)).exitCode).toBe(2);
  });
});

describe('commands that serve the sandbox themselves', () => {
  const openWorld = (home: string) =>
    testWorld({ home, pid: process.pid, clock: systemClock() }, { stdout: '', stderr: '' });
  const ignore = () => {};

  it('share one embedded sandbox while they overlap, so that no orders are lost', async () => {
    const home = temporaryFolder();
    const folder = `${home}/state/sandbox`;
    const all = await Promise.all([1, 2, 3].map(() => attachOrServe(openWorld(home), folder, ignore)));
    expect(new Set(all.map(({ hosts }) => hosts['ws-api'])).size).toBe(1);
    expect(all.filter(({ isOurs }) => isOurs)).toHaveLength(1);
    await Promise.all(all.map((one) => one.close()));
    const next = await attachOrServe(openWorld(home), folder, ignore);
    expect(next.isOurs).toBe(true);
    await next.close();
  });

  it('wait for a command that has the saved state open but has published no address yet', async () => {
    const home = temporaryFolder();
    const folder = `${home}/state/sandbox`;
    const world = openWorld(home);
    const lock = (await tryLock(folder, world))!;
    const waiting = attachOrServe(openWorld(home), folder, ignore);
    const first = await Promise.race([
      waiting.then(() => 'had one'),
      world.clock.sleep(100).then(() => 'waits'),
    ]);
    expect(first).toBe('waits');
    await lock.release();
    const sandbox = await waiting;
    expect(sandbox.isOurs).toBe(true);
    await sandbox.close();
  });

  it('take over the sandbox if the command that hosted it has ended', async () => {
    const home = temporaryFolder();
    const folder = `${home}/state/sandbox`;
    const world = openWorld(home);
    const host = await attachOrServe(openWorld(home), folder, ignore);
    const sender = await openSender({
      world,
      settings: { environment: 'sandbox', hosts: [], timeoutMs: 5000 } as never,
      sandboxFolder: folder,
      isOneOfMany: true,
      onHalt: () => undefined,
      keys: undefined,
      note: ignore,
      journal: () => Promise.reject(new Error('nothing is written here')),
    });
    const ping = buildRequest(await endpointById('spot.ping'), new Map());
    const ask = () => sender.call(ping, new AbortController().signal);
    expect((await ask()).body).toBe('{}');
    await host.close();
    expect((await ask()).body).toBe('{}');
    await sender.close();
  });

  it('are all visible to a REST command that runs at the same time', async () => {
    const home = temporaryFolder();
    const options = { home, pid: process.pid, clock: systemClock() };
    const lines = ['--via ws', '--via ws', ''].map(
      (via) => `trade buy BTCUSDT 0.001 --yes --skip-filters --env sandbox ${via}`,
    );
    const outcomes = await Promise.all(lines.map((line) => bourse(line, options)));
    // An order whose host ended before its call arrived is proved absent; acknowledged orders are there.
    const done = outcomes.filter(({ code }) => code === 0).length;
    expect(outcomes.filter(({ code }) => code !== 0 && code !== 5)).toEqual([]);
    const kept = json<unknown[]>(await bourse('trade all-orders BTCUSDT --env sandbox', options));
    expect(kept).toHaveLength(done);
    expect(done).toBeGreaterThan(0);
  });
});

describe('sandbox reset and status', () => {
  it('save the seed for later runs', async () => {
    const home = temporaryFolder();
    const price = async () =>
      json<{ price: string }>(await bourse('market avg-price BTCUSDT --env sandbox', { home })).price;
    const first = await price();
    expect(json(await bourse('sandbox reset --seed 99', { home }))).toEqual({ seed: 99 });
    expect(json(await bourse('sandbox status', { home }))).toMatchObject({ running: false, seed: 99 });
    expect(await price()).not.toBe(first);
    expect(json(await bourse('sandbox reset --seed 1', { home }))).toEqual({ seed: 1 });
    expect(await price()).toBe(first);
  });

  it('draw a random seed if none is given', async () => {
    const home = temporaryFolder();
    const { seed } = json<{ seed: number }>(await bourse('sandbox reset', { home }));
    expect(json(await bourse('sandbox status', { home }))).toMatchObject({ seed });
  });

  it('refuse an invalid seed', async () => {
    expect(failure(await bourse('sandbox reset --seed 4294967296')).message).toContain(
      'from 0 to 4294967295',
    );
  });

  it('report a damaged state and how to fix it', async () => {
    const home = temporaryFolder();
    await bourse('sandbox reset --seed 5', { home });
    writeFileSync(`${home}/state/sandbox/seed.json`, '{');
    const error = failure(await bourse('market ping --env sandbox', { home }));
    expect(error).toMatchObject({ kind: 'storage', exitCode: 10 });
    expect(error.hint).toContain('bourse sandbox reset');
    expect((await bourse('sandbox reset --seed 5', { home })).code).toBe(0);
    expect((await bourse('market ping --env sandbox', { home })).code).toBe(0);
  });
});

describe('sandbox run', () => {
  const node = process.execPath;

  it('passes the addresses and the key to the program, and returns its exit code', async () => {
    const script = `
      const { get } = require('node:http');
      get(process.env.SANDBOX_SPOT_URL + '/api/v3/ping', (response) => {
        process.exit(response.statusCode === 200 && process.env.SANDBOX_API_KEY && process.env.BOURSE_ENV === 'sandbox' ? 42 : 1);
      });`;
    const { code } = await bourse(['sandbox', 'run', '--', node, '-e', script]);
    expect(code).toBe(42);
  });

  it('passes the key under other names too, if they are names of variables', async () => {
    const script = 'process.exit(process.env.MY_KEY === process.env.SANDBOX_API_KEY ? 42 : 1)';
    const words = ['sandbox', 'run', '--key-as', 'MY_KEY:MY_SECRET', '--', node, '-e', script];
    expect((await bourse(words)).code).toBe(42);
    const error = failure(await bourse('sandbox run --key-as MY_KEY -- no-such-program-here'));
    expect(error.message).toContain('--key-as must be the names of two variables');
  });

  it('keeps a program of Node from the exchange unless that is allowed, and says so of other programs', async () => {
    const script = 'process.exit((process.env.NODE_OPTIONS ?? "").includes("redirect-exchange") ? 42 : 1)';
    const kept = await bourse(['sandbox', 'run', '--', node, '-e', script]);
    expect([kept.code, kept.stderr]).toEqual([42, '']);
    expect((await bourse(['sandbox', 'run', '--allow-exchange', '--', node, '-e', script])).code).toBe(1);
    const other = await bourse('sandbox run -- true');
    expect([other.code, other.stderr]).toEqual([
      0,
      expect.stringContaining('Only programs of Node are kept from the real exchange.'),
    ]);
  });

  it('exits with 2 if the program does not exist', async () => {
    const error = failure(await bourse('sandbox run -- no-such-program-here'));
    expect(error.message).toContain('it was not found');
    expect(failure(await bourse('sandbox run')).message).toContain('needs <command>');
  });
});
