/**
 * The layers of the code: imports lead to lower floors only, within `src`, the sandbox and its engine, and some packages
 * belong to one room. A dependency tool that finds no files reports no violation, so the first test asserts that the
 * files are found.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  arrowsBetweenWings,
  arrowText,
  BUILDINGS,
  circlesIn,
  filesWithoutFloor,
  importsOf,
  listArrows,
  listCodeFiles,
  neighboursOf,
  overfullFolders,
  roomArrows,
  roomOf as roomBelow,
  SRC,
  upwardArrows,
} from './import-graph.mjs';

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
  ws: ['stream', 'sandbox', 'build'],
  conf: ['store'],
  '@photostructure/sqlite': ['store'],
  'node:sqlite': ['store'],
  ajv: ['build'],
  'ajv-formats': ['build'],
  esbuild: ['build'],
  'lightweight-charts': ['charts-page'],
  uplot: ['charts-page'],
  'node:child_process': ['app', 'profile', 'sandbox', 'lake', 'build'],
  'lossless-json': ['core'],
  '@noble/hashes/sha3.js': ['request'],
};
/** Rooms that theses, the paper ledger, the lake and wallet queries must not reach, directly or through other rooms. */
const KEYED = new Set(['profile', 'signing', 'transport', 'stream']);
const KEYLESS = ['thesis', 'paper', 'onchain', 'lake'];
/** The files of public market streams, from which no code that signs or follows an account can be reached. */
const MARKET_STREAMS = ['stream/feed.ts', 'stream/router.ts'];

/** What `lake sync` shares with the history commands; it calls public endpoints only, as its own test says. */
const PAGER = ['commands/calling/paged-call.ts', 'commands/calling/resume-options.ts'];

const files = listCodeFiles().filter((file) => !file.startsWith('generated/'));
const arrows = listArrows(files);
const packageImports = files.flatMap((from) =>
  importsOf(from)
    .filter((to) => !to.startsWith('.'))
    .map((to) => ({ from, to })),
);
const roomOf = (file: string) => roomBelow('', file)!;
const crossing = arrows.filter(({ from, to }) => roomOf(from) !== roomOf(to));

describe('the layers of the code', () => {
  it('are checked on all files, and every room has a floor', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(arrows.length).toBeGreaterThan(150);
    for (const building of BUILDINGS) expect(filesWithoutFloor(building, files)).toEqual([]);
  });

  it.each(BUILDINGS.map((building) => [`src/${building.below}`, building] as const))(
    'import lower floors only in %s, and no other room of the same floor',
    (_, building) => {
      expect(upwardArrows(building, arrows).map(arrowText)).toEqual([]);
    },
  );

  it('import one wing of the engine from another in four places only', () => {
    expect(arrowsBetweenWings(arrows).map(arrowText)).toEqual([]);
    const wrong = [
      { from: 'sandbox/engine/spot/engine.ts', to: 'sandbox/engine/margin/engine.ts' },
      { from: 'sandbox/engine/futures/engine.ts', to: 'sandbox/engine/spot/engine.ts' },
    ];
    const allowed = { from: 'sandbox/engine/margin/engine.ts', to: 'sandbox/engine/spot/engine.ts' };
    expect(arrowsBetweenWings([...wrong, allowed])).toEqual(wrong);
  });

  it('form no circle of folders', () => {
    for (const { below } of BUILDINGS) {
      expect(circlesIn(neighboursOf([], roomArrows(below, arrows)))).toEqual([]);
    }
  });

  it('form no circle of files, type imports and dynamic imports included', () => {
    const example = { a: ['b', 'a'], b: ['c'], c: ['b', 'd'], d: [] };
    expect(circlesIn(new Map(Object.entries(example)))).toEqual([['a'], ['b', 'c']]);
    expect(circlesIn(neighboursOf(files, arrows))).toEqual([]);
  });

  it('name the offending import when a test fails', () => {
    const upward = { from: 'core/json.ts', to: 'app/world.ts' };
    expect(upwardArrows(BUILDINGS[0]!, [upward]).map(arrowText)).toEqual([
      'src/core/json.ts imports src/app/world.ts',
    ]);
  });

  it('hold at most 30 code files in a folder without subfolders', () => {
    expect(overfullFolders(files)).toEqual([]);
    const many = Array.from({ length: 31 }, (_, index) => `core/file-${index}.ts`);
    expect(overfullFolders(many)).toEqual(['core holds 31 files, more than 30']);
  });

  it('keep each package in its room', () => {
    const wrong = packageImports.filter(({ from, to }) => {
      const owner = Object.entries(OWNED).find(([name]) => to === name || to.startsWith(`${name}/`));
      return owner !== undefined && !owner[1].includes(roomOf(from));
    });
    expect(wrong).toEqual([]);
  });

  it('let core import one package and catalogue none', () => {
    const foreign = packageImports.filter(({ from }) => ['core', 'catalogue'].includes(roomOf(from)));
    expect(foreign.filter(({ to }) => to !== 'lossless-json')).toEqual([]);
  });

  it('let only app import profile, and only app and the sandbox import signing', () => {
    const wrong = crossing.filter(({ from, to }) => {
      const [own, target] = [roomOf(from), roomOf(to)];
      return (
        (target === 'profile' && own !== 'app') || (target === 'signing' && !['app', 'sandbox'].includes(own))
      );
    });
    expect(wrong.map(arrowText)).toEqual([]);
  });

  it('keep theses, the paper ledger, the lake and wallet queries away from keys and signed calls', () => {
    const next = neighboursOf([], roomArrows('', arrows));
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

  it('let the paper ledger import core and theses only, and its storage files and reports a room each', () => {
    const own = crossing.filter(({ from }) => roomOf(from) === 'paper');
    expect(own.length).toBeGreaterThan(10);
    const isStorage = (file: string) => file.startsWith('paper/storage/');
    const isReport = (file: string) => file.startsWith('paper/report/');
    const allowed = (file: string) => [
      'core',
      'thesis',
      ...(isStorage(file) ? ['store'] : []),
      ...(isReport(file) ? ['charts-page'] : []),
    ];
    expect(own.filter(({ from, to }) => !allowed(from).includes(roomOf(to))).map(arrowText)).toEqual([]);
    const packages = packageImports.filter(({ from }) => roomOf(from) === 'paper' && !isStorage(from));
    // Both are pure: a hash of a text, and the check that bytes are UTF-8.
    expect(packages.filter(({ to }) => !['node:buffer', 'node:crypto'].includes(to))).toEqual([]);
  });

  it('let pages with charts import core and their script only, and no module of Node but the one that hashes', () => {
    const own = crossing.filter(({ from }) => roomOf(from) === 'charts-page');
    expect(own.length).toBeGreaterThan(3);
    const foreign = own.filter(({ to }) => roomOf(to) !== 'core' && to !== 'generated/charts-script.js');
    expect(foreign.map(arrowText)).toEqual([]);
    const modules = packageImports.filter(
      ({ from, to }) => roomOf(from) === 'charts-page' && to.startsWith('node:'),
    );
    expect(modules.map(({ to }) => to)).toEqual(['node:crypto']);
  });

  it('keep the commands of the paper ledger and the lake away from keys, signed calls and orders', () => {
    const own = arrows.filter(({ from }) => /^commands\/(?:paper|watch|thesis|lake)\//.test(from));
    expect(own.length).toBeGreaterThan(30);
    const keyed = ({ to }: { readonly to: string }) =>
      ([...KEYED, 'orders', 'state', 'sandbox'].includes(roomOf(to)) && !MARKET_STREAMS.includes(to)) ||
      /^app\/(?:key|keys|journal|signed|sender|via-ws|write-policy)/.test(to) ||
      (/^commands\/(?:calling|ordering|trade|profile)\//.test(to) && !PAGER.includes(to));
    expect(own.filter(keyed).map(arrowText)).toEqual([]);
    const wrong = { from: 'commands/paper/apply.ts', to: 'app/signed-send.ts' };
    expect([wrong].filter(keyed)).toEqual([wrong]);
  });

  it('reach no code that signs or follows an account from the public market streams', () => {
    const next = neighboursOf([], arrows);
    const reached = new Set(MARKET_STREAMS);
    for (const file of reached) for (const other of next.get(file) ?? []) reached.add(other);
    expect(reached).toContain('stream/connection.ts');
    const signs = [...reached].filter((file) =>
      /^(?:profile|signing|app)\/|^stream\/(?:user|ws-)/.test(file),
    );
    expect(signs).toEqual([]);
  });

  it('use the process, the wall clock, random numbers and the console in four files only', () => {
    const allowed = new Set(['main.ts', 'app/world.ts', 'cli/quick.ts', 'cli/load.ts']);
    const impure = /\bprocess\.(?!env\.NODE_ENV)|\bDate\.now\(|\bMath\.random\b|\bconsole\./;
    const wrong = files
      .filter((file) => !allowed.has(file) && roomOf(file) !== 'build')
      .filter((file) => impure.test(withoutComments(readFileSync(join(SRC, file), 'utf8'))));
    expect(wrong).toEqual([]);
  });

  it('have files named in kebab case, none of them after no subject', () => {
    const wrong = files.filter((path) => /utils|helpers|common|misc/.test(path) || /[A-Z_]/.test(path));
    expect(wrong).toEqual([]);
  });
});

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');
}
