/**
 * The floors of the house: imports run downward only, and some packages belong to one room. A dependency
 * tool that sees no files would report no fault, so the first test asserts that the files are seen.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** Floors from the bottom; rooms of one floor do not know each other but for the listed exceptions. */
const FLOORS: readonly (readonly string[])[] = [
  ['core'],
  ['catalogue'],
  ['generated'],
  ['request', 'store'],
  ['transport', 'stream', 'signing', 'profile', 'orders', 'thesis', 'paper', 'onchain', 'sandbox'],
  ['app'],
  ['commands'],
  ['cli', 'docgen'],
  ['build'],
  ['main.ts'],
];
const KNOWN_NEIGHBOURS = new Set(['paper -> thesis', 'sandbox -> signing', 'stream -> transport']);

/** Packages and built-in modules that only some rooms may import. */
const OWNED: Readonly<Record<string, readonly string[]>> = {
  commander: ['cli'],
  chalk: ['cli'],
  'cli-table3': ['cli'],
  undici: ['transport'],
  'node:http': ['transport', 'sandbox', 'build'],
  'node:https': ['transport', 'sandbox'],
  'node:net': ['transport', 'sandbox', 'build'],
  'node:tls': ['transport', 'sandbox'],
  ws: ['stream', 'sandbox'],
  conf: ['profile'],
  '@photostructure/sqlite': ['store'],
  'node:sqlite': ['store'],
  ajv: ['build'],
  'ajv-formats': ['build'],
  esbuild: ['build'],
  'node:child_process': ['profile', 'sandbox', 'build'],
  'lossless-json': ['core'],
};
/** Rooms that no thesis, paper ledger or wallet look-up may reach, directly or through others. */
const KEYED = new Set(['profile', 'signing', 'transport', 'stream']);
const KEYLESS = ['thesis', 'paper', 'onchain'];

interface Import {
  readonly from: string;
  readonly to: string;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8');
  const found = source.matchAll(
    /(?:^(?:import|export)\b[^'"`;]*?\bfrom\s*|\bimport\s*\(\s*|^import\s+)['"]([^'"]+)['"]/gm,
  );
  return [...found].map((match) => ({ from: relative(SRC, file), to: match[1]! }));
}

const files = filesBelow(SRC).filter((file) => !relative(SRC, file).startsWith('generated'));
const imports = files.flatMap(importsOf);
const roomOf = (path: string) => path.split(/[\\/]/)[0]!;
const floorOf = (room: string) => FLOORS.findIndex((floor) => floor.includes(room));

/** The room that a relative import leads to, or undefined for packages. */
function targetRoom({ from, to }: Import): string | undefined {
  return to.startsWith('.') ? roomOf(relative(SRC, normalize(join(SRC, dirname(from), to)))) : undefined;
}

/** Returns the files of each circle of imports: from each of them an import leads to every other one. */
function circlesIn(next: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const reachedFrom = (from: string) => {
    const reached = new Set<string>();
    const open = [...(next.get(from) ?? [])];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      open.push(...(next.get(file) ?? []));
    }
    return reached;
  };
  const reached = new Map([...next.keys()].map((file) => [file, reachedFrom(file)]));
  const circling = [...reached].filter(([file, others]) => others.has(file));
  return circling
    .map(([file, others]) => [...others].filter((other) => reached.get(other)!.has(file)).sort())
    .filter((circle, place) => circle[0] === circling[place]![0]);
}

describe('the house', () => {
  it('is seen by these tests', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(150);
    expect(
      [...new Set(files.map((file) => roomOf(relative(SRC, file))))].filter((room) => floorOf(room) === -1),
    ).toEqual([]);
  });

  it('imports downward only, and rooms of one floor do not know each other', () => {
    const wrong = imports.filter((one) => {
      const target = targetRoom(one);
      const own = roomOf(one.from);
      if (target === undefined || target === own || target.startsWith('..')) return false;
      if (KNOWN_NEIGHBOURS.has(`${own} -> ${target}`)) return false;
      return floorOf(target) >= floorOf(own);
    });
    expect(wrong).toEqual([]);
  });

  it('imports in no circle, not for types alone and not late either', () => {
    expect(
      circlesIn(
        new Map([
          ['a', ['b', 'a']],
          ['b', ['c']],
          ['c', ['b', 'd']],
          ['d', []],
        ]),
      ),
    ).toEqual([['a'], ['b', 'c']]);
    const next = new Map(files.map((file) => [relative(SRC, file), [] as string[]]));
    for (const { from, to } of imports) {
      if (to.startsWith('.')) next.get(from)!.push(relative(SRC, normalize(join(SRC, dirname(from), to))));
    }
    expect(circlesIn(next)).toEqual([]);
  });

  it('keeps each package in its room', () => {
    const wrong = imports.filter(({ from, to }) => {
      const owner = Object.entries(OWNED).find(([name]) => to === name || to.startsWith(`${name}/`));
      return owner !== undefined && !owner[1].includes(roomOf(from));
    });
    expect(wrong).toEqual([]);
  });

  it('lets core import one package and catalogue none', () => {
    const foreign = imports.filter(
      ({ from, to }) => ['core', 'catalogue'].includes(roomOf(from)) && !to.startsWith('.'),
    );
    expect(foreign.filter(({ to }) => to !== 'lossless-json')).toEqual([]);
  });

  it('opens keys to app only, and signing to app and the sandbox', () => {
    const wrong = imports.filter((one) => {
      const target = targetRoom(one);
      const own = roomOf(one.from);
      if (target === own) return false;
      return (
        (target === 'profile' && own !== 'app') || (target === 'signing' && !['app', 'sandbox'].includes(own))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('keeps theses, the paper ledger and wallets away from keys and signed calls', () => {
    const next = new Map<string, Set<string>>();
    for (const one of imports) {
      const target = targetRoom(one);
      if (target === undefined) continue;
      const own = roomOf(one.from);
      next.set(own, (next.get(own) ?? new Set()).add(target));
    }
    const reached = new Set<string>();
    const visit = (room: string) => {
      for (const other of next.get(room) ?? []) {
        if (reached.has(other)) continue;
        reached.add(other);
        visit(other);
      }
    };
    for (const room of KEYLESS) visit(room);
    expect([...reached].filter((room) => KEYED.has(room))).toEqual([]);
  });

  it('touches the process, the wall clock, chance and the console in two files only', () => {
    const allowed = new Set([
      'main.ts',
      join('app', 'world.ts'),
      join('cli', 'quick.ts'),
      join('cli', 'load.ts'),
    ]);
    const impure = /\bprocess\.(?!env\.NODE_ENV)|\bDate\.now\(|\bMath\.random\b|\bconsole\./;
    const wrong = files
      .filter((file) => !allowed.has(relative(SRC, file)) && roomOf(relative(SRC, file)) !== 'build')
      .filter((file) => impure.test(withoutComments(readFileSync(file, 'utf8'))))
      .map((file) => relative(SRC, file));
    expect(wrong).toEqual([]);
  });

  it('names files in kebab-case nouns and has no drawer for everything', () => {
    const wrong = files
      .map((file) => relative(SRC, file))
      .filter((path) => /utils|helpers|common|misc/.test(path) || /[A-Z_]/.test(path));
    expect(wrong).toEqual([]);
  });
});

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');
}
