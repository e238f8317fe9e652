/** Cooldowns shared by the processes of one machine. */

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/core/time-units.ts';
import { activeCooldowns, cooldownName, sharedCooldowns } from '../../src/store/cooldowns.ts';
import { fixedClock, temporaryFolder } from '../acceptance/world.ts';

describe('a cooldown', () => {
  it('applies to every reader of its host and scope, until it ends', () => {
    const folder = join(temporaryFolder(), 'cooldowns');
    const clock = fixedClock();
    const [one, other] = [sharedCooldowns(folder, clock, 'live'), sharedCooldowns(folder, clock, 'live')];
    expect(one.leftMs('spot')).toBe(0);
    one.begin('spot', 5000);
    expect(other.leftMs('spot')).toBe(5000);
    expect(other.leftMs('usdm')).toBe(0);
    expect(sharedCooldowns(folder, clock, 'testnet').leftMs('spot')).toBe(0);
    clock.advance(4999);
    expect(other.leftMs('spot')).toBe(1);
    clock.advance(1);
    expect(other.leftMs('spot')).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of several scopes lasts as long as the longest of them', () => {
    const cooldowns = sharedCooldowns(temporaryFolder(), fixedClock(), 'live');
    cooldowns.begin('spot', 5000);
    cooldowns.begin('everything', 7000);
    expect(cooldowns.leftMs('everything', 'spot')).toBe(7000);
    expect(cooldowns.leftMs('usdm', 'spot')).toBe(5000);
    expect(cooldowns.leftMs('usdm', 'coinm')).toBe(0);
    expect(cooldowns.leftMs()).toBe(0);
  });

  it('is never shortened by another cooldown', () => {
    const folder = temporaryFolder();
    const clock = fixedClock();
    const cooldowns = sharedCooldowns(folder, clock, 'live');
    cooldowns.begin('everything', 120_000);
    cooldowns.begin('everything', 1000);
    expect(cooldowns.leftMs('everything')).toBe(120_000);
  });

  it('of the firewall doubles each time that it begins again within an hour, and is forgotten afterwards', () => {
    const folder = temporaryFolder();
    const clock = fixedClock();
    const [one, other] = [sharedCooldowns(folder, clock, 'live'), sharedCooldowns(folder, clock, 'live')];
    one.beginDoubling('everything', 300_000);
    // The answer to a request that was under way does not double it.
    other.beginDoubling('everything', 300_000);
    expect(other.leftMs('everything')).toBe(300_000);
    for (const expected of [600_000, 1_200_000]) {
      clock.advance(one.leftMs('everything') + 60_000);
      other.beginDoubling('everything', 300_000);
      expect(one.leftMs('everything')).toBe(expected);
    }
    clock.advance(1_200_000 + 3_599_999);
    other.beginDoubling('everything', 300_000);
    expect(one.leftMs('everything')).toBe(2_400_000);
    clock.advance(2_400_000 + 3_600_000);
    other.beginDoubling('everything', 300_000);
    expect(one.leftMs('everything')).toBe(300_000);
    expect(activeCooldowns(folder, clock)).toHaveLength(1);
  });

  it('is no longer than the longest ban, also after the clock was set back', () => {
    const folder = temporaryFolder();
    const clock = fixedClock();
    const cooldowns = sharedCooldowns(folder, clock, 'live');
    cooldowns.begin('everything', 9 * DAY_MS);
    expect(cooldowns.leftMs('everything')).toBe(3 * DAY_MS);
    clock.advance(-5);
    expect(cooldowns.leftMs('everything')).toBe(3 * DAY_MS);
    cooldowns.begin('spot', 5000);
    clock.advance(-1000);
    expect(cooldowns.leftMs('spot')).toBe(5000);
    clock.advance(-DAY_MS);
    expect(cooldowns.leftMs('everything')).toBe(0);
    expect(cooldowns.leftMs('spot')).toBe(0);
  });

  it('distinguishes scopes that contain paths, and ignores foreign files', () => {
    const folder = temporaryFolder();
    const clock = fixedClock();
    const cooldowns = sharedCooldowns(folder, clock, '127.0.0.1:8080');
    cooldowns.begin('/sapi/v1/capital/withdraw/history', 1000);
    writeFileSync(join(folder, 'live_everything~x'), '');
    writeFileSync(join(folder, '..~99999999999999999999'), '');
    mkdirSync(join(folder, 'live_everything'));
    expect(cooldowns.leftMs('/sapi/v1/capital/withdraw/history')).toBe(1000);
    expect(cooldowns.leftMs('/sapi/v1/capital')).toBe(0);
    expect(activeCooldowns(folder, clock)).toEqual([
      { name: '127.0.0.1_8080__sapi_v1_capital_withdraw_history', leftMs: 1000 },
    ]);
  });

  it('of one limit does not apply to the whole host, however long the host name is', () => {
    expect(cooldownName('h'.repeat(200), 'spot')).toBe(`${'h'.repeat(100)}_spot`);
    const cooldowns = sharedCooldowns(temporaryFolder(), fixedClock(), `${'h'.repeat(200)}.test`);
    cooldowns.begin('spot', 5000);
    expect(cooldowns.leftMs('everything')).toBe(0);
  });

  it('that an unusual file names is believed if it is no longer than a ban and has begun', () => {
    const folder = temporaryFolder();
    const clock = fixedClock();
    const now = clock.now();
    const write = (name: string, from: number, until: number) =>
      writeFileSync(join(folder, `live_${name}~${from}~${until}`), '');
    write('longest', now, now + 3 * DAY_MS + 1);
    write('longer', now, now + 3 * DAY_MS + 2);
    write('soon', now + 60_000, now + 61_000);
    write('later', now + 60_001, now + 61_001);
    const active = activeCooldowns(folder, clock);
    expect(active.map(({ name, leftMs }) => [name, leftMs]).sort()).toEqual([
      ['live_longest', 3 * DAY_MS + 1],
      ['live_soon', 1_000],
    ]);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('causes no error if it cannot be saved', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'cooldowns'), 'a file');
    const cooldowns = sharedCooldowns(join(folder, 'cooldowns'), fixedClock(), 'live');
    cooldowns.begin('spot', 1000);
    expect(cooldowns.leftMs('spot')).toBe(0);
  });
});
