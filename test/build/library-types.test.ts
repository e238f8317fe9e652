import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const LIBRARY = fileURLToPath(new URL('../../dist/library', import.meta.url));

it('ships types below 400 KiB, which an editor loads with each project', () => {
  const types = readdirSync(LIBRARY).filter((name) => name.endsWith('.d.mts'));
  expect(types.sort()).toEqual(['endpoints.d.mts', 'index.d.mts', 'testing.d.mts', 'types.d.mts']);
  const bytes = types.reduce((sum, name) => sum + statSync(join(LIBRARY, name)).size, 0);
  expect(bytes).toBeLessThan(400 * 1024);
});
