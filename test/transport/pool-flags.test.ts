/** The flags of V8 that a pool sets: those of a command must not reach a program that uses the library. */
import { syncBuiltinESMExports } from 'node:module';
import v8 from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/app/world.ts';
import { createPoolSend, type PoolOptions } from '../../src/transport/pool-sender.ts';

const OPTIONS: PoolOptions = { addressOf: () => [], clock: systemClock() };

beforeEach(() => {
  vi.spyOn(v8, 'setFlagsFromString').mockImplementation(() => {});
  syncBuiltinESMExports();
});

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

function flagsOf(options: PoolOptions): string[] {
  createPoolSend(options);
  return vi.mocked(v8.setFlagsFromString).mock.calls.map(([flag]) => flag.replace(/=\d+$/, ''));
}

it('a pool of a program with other work leaves V8 to optimise code when it would', () => {
  expect(flagsOf(OPTIONS)).toEqual(IN_ALL_VERSIONS);
});

const IN_ALL_VERSIONS = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

it.each([
  ['v20.20.2', [...IN_ALL_VERSIONS, '--interrupt-budget']],
  // V8 prints an error on stderr for a flag that it does not know.
  ['v22.23.3', IN_ALL_VERSIONS],
  ['v24.21.0', IN_ALL_VERSIONS],
])(
  'a pool of a process with one command lets the V8 of %s optimise later if it has the flag',
  (version, flags) => {
    expect(flagsOf({ ...OPTIONS, nodeOfCommand: version })).toEqual(flags);
  },
);
