/** The options of a served sandbox as typed. */
import { describe, expect, it } from 'vitest';
import { readPort, readSandboxOptions, readSeed } from '../../src/app/sandbox-options.ts';
import { temporaryFolder, testWorld } from '../acceptance/world.ts';

describe('options of a sandbox', () => {
  it('have defaults', async () => {
    const world = testWorld({}, { stdout: '', stderr: '' });
    const options = await readSandboxOptions(world, temporaryFolder(), {});
    expect(options).toMatchObject({ weightListing: 'larger', pace: 1, isPersistent: true });
    expect(readPort(undefined)).toBe(0);
    expect(readSeed(undefined)).toBeUndefined();
  });

  it('are not saved for a market that starts at another time', async () => {
    const world = testWorld({}, { stdout: '', stderr: '' });
    const options = await readSandboxOptions(world, temporaryFolder(), { start: '2024-01-31' });
    expect(options).toMatchObject({ isPersistent: false, startAt: Date.UTC(2024, 0, 31) });
  });

  it.each([
    [{ speed: '0' }, '--speed must be a whole number'],
    [{ clock: 'stepped', speed: '2' }, '--speed is for a clock that runs'],
    [{ weightLimit: 'x' }, '--weight-limit must be a whole number'],
    [{ seed: '-1' }, '--seed must be a whole number'],
  ])('rejects %j', async (typed, message) => {
    const world = testWorld({}, { stdout: '', stderr: '' });
    await expect(readSandboxOptions(world, temporaryFolder(), typed)).rejects.toThrow(message);
  });

  it('rejects a port above 65535', () => {
    expect(() => readPort('65536')).toThrow('--port must be a whole number from 0 to 65535');
  });
});
