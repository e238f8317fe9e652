/** The sandbox of stream commands: found, or served by the command itself. */
import { beforeEach, expect, it, vi } from 'vitest';
import { attachOrServe, type SharedSandbox } from '../../src/app/sandbox-host.ts';
import { StreamSandbox } from '../../src/app/stream-sandbox.ts';
import { fixedClock } from '../acceptance/world.ts';
import { worldWith } from './stubs.ts';

vi.mock('../../src/app/sandbox-host.ts', () => ({ attachOrServe: vi.fn() }));
const findOrServe = vi.mocked(attachOrServe);
beforeEach(() => {
  findOrServe.mockReset();
});

function sharedSandbox(isOurs: boolean) {
  const close = vi.fn(async () => {});
  return { isOurs, hosts: {}, close } as unknown as SharedSandbox & { readonly close: typeof close };
}

function openStreamSandbox(note: (text: string) => void = () => {}) {
  return new StreamSandbox({ world: worldWith(fixedClock()), sandboxFolder: '/sandbox', note });
}

it('serves one sandbox for all connections of a command', async () => {
  const served = sharedSandbox(true);
  findOrServe.mockResolvedValue(served);
  const sandbox = openStreamSandbox();
  expect(await Promise.all([sandbox.open(), sandbox.open()])).toEqual([served, served]);
  expect(await sandbox.open()).toBe(served);
  expect(findOrServe).toHaveBeenCalledTimes(1);
});

it('looks for the sandbox of another command again at each connection', async () => {
  const [first, second] = [sharedSandbox(false), sharedSandbox(true)];
  findOrServe.mockResolvedValueOnce(first).mockResolvedValueOnce(second);
  const sandbox = openStreamSandbox();
  expect(await sandbox.open()).toBe(first);
  expect(await sandbox.open()).toBe(second);
});

it('tries to open the sandbox again after a failure', async () => {
  const served = sharedSandbox(true);
  findOrServe.mockRejectedValueOnce(new Error('locked')).mockResolvedValueOnce(served);
  const sandbox = openStreamSandbox();
  await expect(sandbox.open()).rejects.toThrow('locked');
  expect(await sandbox.open()).toBe(served);
});

it('closes the sandbox that it served', async () => {
  const served = sharedSandbox(true);
  findOrServe.mockResolvedValue(served);
  const sandbox = openStreamSandbox();
  await sandbox.open();
  await sandbox.close();
  expect(served.close).toHaveBeenCalledTimes(1);
});

it('closes without an error where the sandbox could not be opened', async () => {
  findOrServe.mockRejectedValue(new Error('locked'));
  const sandbox = openStreamSandbox();
  await expect(sandbox.open()).rejects.toThrow('locked');
  await expect(sandbox.close()).resolves.toBeUndefined();
});

it('prints an error of the served sandbox as a note', async () => {
  findOrServe.mockImplementation(async (_world, _folder, onError) => {
    onError(new Error('the disk is full'));
    return sharedSandbox(true);
  });
  const note = vi.fn();
  await openStreamSandbox(note).open();
  expect(note).toHaveBeenCalledWith('the disk is full');
});
