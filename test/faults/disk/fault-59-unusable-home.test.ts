/**
 * Fault 59: The home folder is missing, cannot be written, or an XDG variable holds a relative path.
 *
 * A missing folder is created; an unusable one ends the command with exit code 10 before an order is sent; a relative XDG
 * path is ignored, as the XDG specification requires.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { foldersOf } from '../../../src/app/world.ts';
import { failure } from '../../acceptance/outcomes.ts';
import { temporaryFolder } from '../../acceptance/world.ts';
import { ORDER, openFaultExchange } from '../fault-exchange.ts';

it('a missing home folder is created', async () => {
  const exchange = await openFaultExchange();
  const home = join(temporaryFolder(), 'not', 'yet', 'there');
  expect((await exchange.run(ORDER, { home })).code).toBe(0);
  expect(existsSync(join(home, 'state', 'journal.db'))).toBe(true);
});

it.each(['/proc/bourse', 'FILE'])('no order is sent with the home folder %s: exit 10', async (name) => {
  const exchange = await openFaultExchange();
  const home = name === 'FILE' ? join(temporaryFolder(), 'file') : name;
  if (name === 'FILE') writeFileSync(home, '');
  const error = failure(await exchange.run(ORDER, { home }));
  expect(error).toMatchObject({ kind: 'storage', exitCode: 10, execution: 'not_executed' });
  expect(exchange.writes()).toEqual([]);
});

it('relative XDG paths are ignored', () => {
  const relative = {
    HOME: '/home/one',
    XDG_CONFIG_HOME: 'config',
    XDG_STATE_HOME: './s',
    XDG_CACHE_HOME: '',
  };
  expect(foldersOf(relative)).toEqual({
    config: '/home/one/.config/bourse',
    state: '/home/one/.local/state/bourse',
    cache: '/home/one/.cache/bourse',
  });
});
