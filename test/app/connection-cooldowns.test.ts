/** Refused stream handshakes: they forbid connections, also those of other processes of this machine. */
import { describe, expect, it } from 'vitest';
import { ConnectionCooldowns } from '../../src/app/connection-cooldowns.ts';
import { fixedClock, temporaryFolder, testWorld } from '../acceptance/world.ts';

const HOST = new URL('wss://example.com');
const refused = (status: number, retryAfterMs: number) => ({
  code: 1006,
  why: 'refused',
  status,
  retryAfterMs,
});

function cooldownsOn(home: string, scope = 'testnet') {
  const cooldowns = new ConnectionCooldowns(
    testWorld({ home, clock: fixedClock() }, { stdout: '', stderr: '' }),
  );
  cooldowns.setScope(HOST, scope);
  return cooldowns;
}

describe('a refused handshake', () => {
  it.each([418, 429, 403])('with status %i forbids connections of all processes', (status) => {
    const home = temporaryFolder();
    cooldownsOn(home).record(HOST, refused(status, 60_000));
    expect(() => cooldownsOn(home).throwIfActive(HOST)).toThrow('no connection was opened');
  });

  it('does not forbid connections in another scope', () => {
    const home = temporaryFolder();
    cooldownsOn(home).record(HOST, refused(418, 60_000));
    expect(() => cooldownsOn(home, 'live').throwIfActive(HOST)).not.toThrow();
  });

  it('without a Retry-After forbids nothing', () => {
    const cooldowns = cooldownsOn(temporaryFolder());
    cooldowns.record(HOST, { code: 1006, why: 'refused', status: 500 });
    expect(() => cooldowns.throwIfActive(HOST)).not.toThrow();
  });
});
