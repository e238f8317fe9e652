/** Most test files share a process and its loaded modules; those that can't are named in isolated-files.ts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ISOLATED_FILES } from './isolated-files.ts';
import { LONG_FILES } from './long-files.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join('test', name));

describe('a test file', () => {
  it('that replaces a module has a process of its own', () => {
    const replacing = FILES.filter((file) =>
      /^\s*vi\.(do)?mock\(|vi\.resetModules\(/im.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(replacing).not.toEqual([]);
    expect(replacing.filter((file) => !ISOLATED_FILES.includes(file))).toEqual([]);
  });

  it('with a process of its own, or that begins before the others, exists', () => {
    const named = [...ISOLATED_FILES, ...LONG_FILES];
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
