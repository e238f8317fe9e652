import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOSTS } from '../../../src/catalogue/hosts.ts';
import { type RunningServer, startServer } from '../../../src/sandbox/http/server.ts';
import type { SandboxHosts } from '../../../src/sandbox/identity.ts';
import {
  DEFAULT_SEED,
  findRunning,
  type PublishedSandbox,
  publish,
  resetState,
  SEED_MAX,
  savedSeed,
  saveSeed,
  withdraw,
} from '../../../src/sandbox/storage/state-folder.ts';

let root: string;
let folder: string;
const open: RunningServer[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bourse-state-'));
  folder = join(root, 'deep', 'sandbox');
});
afterEach(async () => {
  rmSync(root, { recursive: true, force: true });
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const isAlive = () => true;
const TOKEN = '0f'.repeat(32);

function sandboxEntry(url: string, changed: Partial<PublishedSandbox> = {}): PublishedSandbox {
  const hosts = Object.fromEntries(HOSTS.map((host) => [host.name, url])) as SandboxHosts;
  return {
    instance: 'one',
    token: TOKEN,
    pid: 4711,
    seed: 7,
    startedAt: 1_706_702_400_000,
    hosts,
    ...changed,
  };
}

/** Starts a server that reports the status of `instance`. */
async function serveStatus(instance: string): Promise<{ url: string; tokens: (string | undefined)[] }> {
  const tokens: (string | undefined)[] = [];
  const server = await startServer({
    port: 0,
    respond: ({ headers }) => {
      tokens.push(headers['x-sandbox-token']);
      return { status: 200, headers: {}, body: JSON.stringify({ instance, pid: 4711 }) };
    },
  });
  open.push(server);
  return { url: server.url, tokens };
}

describe('the saved seed', () => {
  it('is the default if none was saved, and a read writes nothing', () => {
    expect(savedSeed(folder)).toBe(DEFAULT_SEED);
    expect(readdirSync(root)).toEqual([]);
  });

  it('is the last one saved', () => {
    for (const seed of [0, 7, SEED_MAX]) {
      saveSeed(folder, seed);
      expect(savedSeed(folder)).toBe(seed);
    }
    resetState(folder);
    expect(savedSeed(folder)).toBe(DEFAULT_SEED);
  });

  it('must be a whole number in range', () => {
    for (const seed of [-1, 1.5, SEED_MAX + 1, Number.NaN]) {
      expect(() => saveSeed(folder, seed)).toThrow(RangeError);
    }
  });

  it('causes a storage error if its file is damaged', () => {
    saveSeed(folder, 1);
    for (const text of ['', '{', '{}', '{"seed":"1"}', '{"seed":-1}', 'null', '[]']) {
      writeFileSync(join(folder, 'seed.json'), text);
      expect(() => savedSeed(folder)).toThrow(
        expect.objectContaining({ facts: expect.objectContaining({ kind: 'storage' }) }),
      );
    }
  });

  it('is in files that only their owner can read, without temporary files left', () => {
    saveSeed(folder, 1);
    saveSeed(folder, 2);
    publish(folder, sandboxEntry('http://127.0.0.1:1'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).sort()).toEqual(['running.json', 'seed.json']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });
});

describe('a published sandbox', () => {
  it('is found if its status has the published instance', async () => {
    const { url, tokens } = await serveStatus('one');
    publish(folder, sandboxEntry(url));
    expect(await findRunning(folder, isAlive)).toEqual(sandboxEntry(url));
    expect(tokens).toEqual([TOKEN]);
  });

  it('is not found if none was published', async () => {
    expect(await findRunning(folder, isAlive)).toBeUndefined();
  });

  it('is removed without a request if its process has ended', async () => {
    const { url, tokens } = await serveStatus('one');
    publish(folder, sandboxEntry(url));
    expect(await findRunning(folder, (pid) => pid !== 4711)).toBeUndefined();
    expect(tokens).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is removed if another server uses its port', async () => {
    const { url } = await serveStatus('another');
    publish(folder, sandboxEntry(url));
    expect(await findRunning(folder, isAlive)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is removed if nothing listens on its port', async () => {
    const { url } = await serveStatus('one');
    await open.splice(0)[0]!.close();
    publish(folder, sandboxEntry(url));
    expect(await findRunning(folder, isAlive)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is never replaced by a second one', async () => {
    const { url } = await serveStatus('one');
    publish(folder, sandboxEntry(url));
    const second = () => publish(folder, sandboxEntry('http://127.0.0.1:2', { instance: 'two' }));
    expect(second).toThrow(expect.objectContaining({ facts: expect.objectContaining({ kind: 'refused' }) }));
    expect((await findRunning(folder, isAlive))?.instance).toBe('one');
    expect(readdirSync(folder)).toEqual(['running.json']);
  });

  it('is withdrawn only by its own instance', () => {
    publish(folder, sandboxEntry('http://127.0.0.1:1'));
    withdraw(folder, 'two');
    expect(readdirSync(folder)).toEqual(['running.json']);
    withdraw(folder, 'one');
    expect(readdirSync(folder)).toEqual([]);
    withdraw(folder, 'one');
  });

  it.each([
    ['no JSON', '{"instance"'],
    ['another value', '[]'],
    ['a live address', JSON.stringify(sandboxEntry('https://api.example.com'))],
    [
      'an address that only looks like loopback',
      JSON.stringify(sandboxEntry('http://127.0.0.1:80@evil.test')),
    ],
    ['a host missing', JSON.stringify({ ...sandboxEntry('http://127.0.0.1:1'), hosts: {} })],
    ['a token of another form', JSON.stringify(sandboxEntry('http://127.0.0.1:1', { token: 'x' }))],
    ['a process id that signals a group', JSON.stringify(sandboxEntry('http://127.0.0.1:1', { pid: -1 }))],
  ])('is removed if it has %s', async (_, text) => {
    publish(folder, sandboxEntry('http://127.0.0.1:1'));
    writeFileSync(join(folder, 'running.json'), text);
    expect(await findRunning(folder, isAlive)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is written whole', () => {
    publish(folder, sandboxEntry('http://127.0.0.1:1'));
    expect(JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'))).toEqual(
      sandboxEntry('http://127.0.0.1:1'),
    );
  });
});
