/** The code cache of packs whose built code V8 refuses. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { CodeCache, type CodeCacheOptions } from '../../src/cli/code-cache.ts';
import { temporaryFolder } from '../acceptance/world.ts';

const SOURCE = '(function(){return 42})';

/** A process with a code cache in a home folder, and the problems that it reported. */
class Run {
  readonly problems: string[] = [];
  /** How often flags of V8 were set; the tag changes with each. */
  flagsSet = 0;
  readonly flags = {
    cachedDataVersionTag: () => 0xabc0 + this.flagsSet,
    setFlagsFromString: () => {
      this.flagsSet += 1;
    },
  };
  readonly cache: CodeCache;

  constructor(home: string, options: Partial<CodeCacheOptions> = {}) {
    this.cache = new CodeCache({
      variables: { BOURSE_HOME: home },
      argv: ['market'],
      platform: '1.2.3-x64',
      hasFlags: false,
      processId: 7,
      userId: process.geteuid?.(),
      flags: () => this.flags,
      onProblem: (reason) => this.problems.push(reason),
      ...options,
    });
  }

  /** Compiles a pack; returns whether V8 took kept code. */
  opens(filename = 'first.pack', source = SOURCE, hash = 'a1'): boolean {
    const script = this.cache.compile(filename, source, hash);
    expect((script.runInThisContext() as () => number)()).toBe(42);
    return script.cachedDataRejected === false;
  }
}

/** Opens one pack and ends the process. */
function run(home: string, options: Partial<CodeCacheOptions> = {}) {
  const one = new Run(home, options);
  const used = one.opens();
  one.cache.keep();
  return { problems: one.problems, used };
}

const folderOf = (home: string) => join(home, 'cache/code');
const namesIn = (home: string) => readdirSync(folderOf(home)).sort();
const fileOf = (home: string) => join(folderOf(home), namesIn(home)[0]!);

it('is made by the first run, private, and used by the second', () => {
  const home = temporaryFolder();
  expect(run(home)).toEqual({ problems: [], used: false });
  expect(statSync(folderOf(home)).mode & 0o777).toBe(0o700);
  expect(statSync(fileOf(home)).mode & 0o777).toBe(0o600);
  expect(run(home)).toEqual({ problems: [], used: true });
  expect(namesIn(home)).toEqual(['market-first.pack-a1-1.2.3-x64']);
});

it('is kept for each text, platform, group of commands and set of flags', () => {
  const home = temporaryFolder();
  run(home);
  const other = new Run(home);
  expect(other.opens('first.pack', '(function(){return 40+2})', 'b2')).toBe(false);
  expect(run(home, { platform: '1.2.4-x64' }).used).toBe(false);
  expect(run(home, { argv: ['thesis'] }).used).toBe(false);
  expect(run(home, { hasFlags: true }).used).toBe(false);
  expect(run(home, { hasFlags: true }).used).toBe(true);
  expect(run(home).used).toBe(true);
});

it('is made again where a file does not end as it was written', () => {
  for (const damage of [
    (path: string) => truncateSync(path, 20),
    (path: string) => truncateSync(path, 0),
    (path: string) => appendFileSync(path, 'x'),
  ]) {
    const home = temporaryFolder();
    run(home);
    damage(fileOf(home));
    expect(run(home)).toEqual({ problems: [expect.stringContaining('damaged')], used: false });
    expect(run(home).used).toBe(true);
  }
});

it('is refused where others may write the file or the folder', () => {
  for (const place of [folderOf, fileOf]) {
    const home = temporaryFolder();
    run(home);
    chmodSync(place(home), 0o770);
    const { problems, used } = run(home);
    expect(used).toBe(false);
    expect(problems).toEqual([expect.stringContaining('has mode 770')]);
  }
});

it('is refused where the file or the folder is a symbolic link', () => {
  for (const place of [folderOf, fileOf]) {
    const home = temporaryFolder();
    run(home);
    const path = place(home);
    renameSync(path, join(home, 'moved'));
    symlinkSync(join(home, 'moved'), path);
    expect(run(home).used).toBe(false);
  }
});

it('leaves nothing in the home of another user, as a run by sudo would, and reads nothing there', () => {
  const home = temporaryFolder();
  const userId = statSync(home).uid + 1;
  const refused = { problems: [`${home} belongs to another user`], used: false };
  expect(run(home, { userId })).toEqual(refused);
  expect(readdirSync(home)).toEqual([]);
  run(home);
  expect(run(home, { userId })).toEqual({
    problems: [`${folderOf(home)} belongs to another user`],
    used: false,
  });
  expect(namesIn(home)).toHaveLength(1);
});

it('ignores a relative folder, whose meaning depends on where the command is typed', () => {
  for (const variable of ['XDG_CACHE_HOME', 'HOME', 'BOURSE_HOME']) {
    const home = temporaryFolder();
    expect(run('', { variables: { [variable]: relative(process.cwd(), home) } })).toEqual({
      problems: [expect.stringContaining('not an absolute path')],
      used: false,
    });
    expect(readdirSync(home)).toEqual([]);
  }
});

it('is left out where no owner can be checked, as on Windows', () => {
  const home = temporaryFolder();
  expect(run(home, { userId: undefined })).toEqual({
    problems: [expect.stringContaining('does not say who owns')],
    used: false,
  });
  expect(readdirSync(home)).toEqual([]);
});

it('is left out where the folder cannot be made, and then flags are set as ever', () => {
  const home = temporaryFolder();
  mkdirSync(join(home, 'cache'));
  writeFileSync(folderOf(home), '');
  const one = new Run(home);
  expect(one.opens()).toBe(false);
  expect(one.problems).toEqual([expect.stringContaining('not a folder')]);
  one.flags.setFlagsFromString();
  expect(one.flagsSet).toBe(1);
});

it('is made once for a pack that is opened after the program has set a flag', () => {
  const home = temporaryFolder();
  const making = new Run(home);
  making.opens();
  making.flags.setFlagsFromString();
  making.opens('late.pack');
  making.cache.keep();
  expect(making.flagsSet).toBe(0);
  expect(namesIn(home)).toHaveLength(2);

  // A pack that no earlier run opened is compiled without being kept, because other runs could not use its code.
  const later = new Run(home);
  expect(later.opens()).toBe(true);
  later.flags.setFlagsFromString();
  expect(later.opens('later.pack')).toBe(false);
  later.cache.keep();
  expect(later.flagsSet).toBe(1);
  expect(namesIn(home)).toHaveLength(2);
});

it('removes unfinished files that were left, and the oldest files beyond 100 MB', () => {
  const home = temporaryFolder();
  run(home);
  const place = (name: string, ageSeconds: number, size: number) => {
    const path = join(folderOf(home), name);
    writeFileSync(path, '');
    truncateSync(path, size);
    const time = Date.now() / 1000 - ageSeconds;
    utimesSync(path, time, time);
  };
  place('.1-left', 3600, 10);
  place('.2-being-written', 0, 10);
  place('old', 7200, 50_000_000);
  place('older', 7300, 60_000_000);
  run(home, { argv: ['thesis'] });
  expect(namesIn(home)).toEqual([
    '.2-being-written',
    'market-first.pack-a1-1.2.3-x64',
    'old',
    'thesis-first.pack-a1-1.2.3-x64',
  ]);
});

it('is used whole when two processes make it at once', () => {
  const home = temporaryFolder();
  const [one, other] = [new Run(home, { processId: 1 }), new Run(home, { processId: 2 })];
  one.opens();
  other.opens();
  one.cache.keep();
  other.cache.keep();
  expect(run(home)).toEqual({ problems: [], used: true });
  expect(namesIn(home)).toHaveLength(1);
});

it('serves a start of the built program under flags that its own code was not made for', () => {
  const home = temporaryFolder();
  const start = (...flags: string[]) =>
    spawnSync(process.execPath, [...flags, 'bin/bourse.js', 'thesis', 'schema', '--debug'], {
      env: { BOURSE_HOME: home },
      encoding: 'utf8',
    });
  const plain = start();
  expect(plain.status).toBe(0);
  expect(existsSync(folderOf(home))).toBe(false);
  const made = start('--no-opt');
  expect([made.stdout, made.stderr]).toEqual([plain.stdout, plain.stderr]);
  const inodes = () => namesIn(home).map((name) => [name, statSync(join(folderOf(home), name)).ino]);
  const first = inodes();
  expect(first.length).toBeGreaterThan(0);
  expect(start('--no-opt').stdout).toBe(plain.stdout);
  expect(inodes()).toEqual(first);
});
