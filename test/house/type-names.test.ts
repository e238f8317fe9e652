/** Every exported type name is declared in one file only, so that a name means one thing everywhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:const )?(?:interface|type|class|enum) ([A-Za-z_$][\w$]*)/gm;

/** The types of the package, whose names programs see and the program itself does not use. */
const SHIPPED = ['library/types.ts', 'library/declarations.ts', 'library/testing-declarations.ts'];

/** Returns the files that declare each exported type name; generated and shipped files are left out. */
function declaringFiles(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const entry of readdirSync(SRC, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const file = relative(SRC, path);
    if (!entry.isFile() || !file.endsWith('.ts') || file.startsWith('generated') || SHIPPED.includes(file))
      continue;
    const names = new Set([...readFileSync(path, 'utf8').matchAll(DECLARATION)].map(([, name]) => name!));
    for (const name of names) found.set(name, [...(found.get(name) ?? []), file]);
  }
  return found;
}

it('declares every exported type name in one file only', () => {
  const files = declaringFiles();
  expect(files.size).toBeGreaterThan(300);
  const duplicates = [...files].filter(([, declaring]) => declaring.length > 1);
  expect(Object.fromEntries(duplicates)).toEqual({});
});
