/** Replaces functions of the file system, also where modules of the program have imported them by name. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

type Functions = Partial<Pick<typeof fs, 'fsyncSync' | 'renameSync'>>;

/** Replaces functions while the tests of the calling file run; `replace` receives those of Node. */
export function replaceFileFunctions(replace: (real: typeof fs) => Functions): void {
  const real = { ...fs };
  const replaced = replace(real);
  beforeAll(() => {
    Object.assign(fs, replaced);
    syncBuiltinESMExports();
  });
  afterAll(() => {
    for (const name of Object.keys(replaced) as (keyof Functions)[])
      Object.assign(fs, { [name]: real[name] });
    syncBuiltinESMExports();
  });
}
