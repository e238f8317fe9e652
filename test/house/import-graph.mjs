/**
 * The import graph of `src`: its rooms, the floors that they stand on, the arrows between them, and the rules that the
 * import test and the printed map of the rooms share. Plain JavaScript, so that Node 20 runs it without a build.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * An import of one file of `src` by another; paths are relative to `src` with `/`.
 * @typedef {{ readonly from: string, readonly to: string }} Arrow
 */
/**
 * Folders or files on floors, from the bottom. A room may import the floors below its own; `neighbours` are the
 * allowed arrows between rooms of one floor.
 * @typedef {object} Building
 * @property {string} below  The folder whose children are the rooms; '' for `src`.
 * @property {readonly (readonly string[])[]} floors
 * @property {ReadonlySet<string>} neighbours
 */

export const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** The most code files that a folder holds directly. */
export const FOLDER_FILES_MAX = 30;

/** @type {readonly Building[]} */
export const BUILDINGS = [
  {
    below: '',
    floors: [
      ['core'],
      ['catalogue'],
      ['generated'],
      ['request', 'store', 'archive', 'charts-page'],
      ['state'],
      [
        'transport',
        'stream',
        'signing',
        'profile',
        'orders',
        'thesis',
        'paper',
        'onchain',
        'lake',
        'pnl',
        'policy',
        'sandbox',
      ],
      ['app'],
      ['commands'],
      ['cli', 'docgen', 'library', 'serve'],
      ['build'],
      ['main.ts'],
    ],
    neighbours: new Set([
      'cli -> serve',
      'serve -> library',
      'paper -> thesis',
      'sandbox -> signing',
      'stream -> transport',
    ]),
  },
  {
    below: 'sandbox',
    floors: [
      ['engine'],
      ['types.ts', 'exchange-clock.ts', 'identity.ts', 'execution-log.ts', 'product-engines.ts'],
      ['admin-commands.ts'],
      ['journal-entries.ts'],
      ['gate', 'faults'],
      ['handlers'],
      ['exchange'],
      ['storage', 'http'],
      ['streams'],
      ['ws-api'],
      ['process'],
    ],
    neighbours: new Set(),
  },
  {
    below: 'sandbox/engine',
    floors: [
      ['state', 'market', 'refusal.ts'],
      ['ledger', 'matching', 'mining'],
      ['spot'],
      ['exchange.ts'],
      ['futures', 'options', 'margin', 'funds'],
      ['earn', 'convert'],
    ],
    neighbours: new Set(),
  },
];

/** The wings of the engine: one product or service each. */
const WINGS = ['spot', 'futures', 'options', 'margin', 'funds', 'earn', 'convert', 'mining'];
/** The only arrows between wings. */
const WING_ARROWS = new Set(['margin -> spot', 'funds -> spot', 'earn -> funds', 'convert -> funds']);

/** Returns the imports of one wing of the engine by another that are not among the allowed ones.
 * @param {readonly Arrow[]} arrows
 * @returns {readonly Arrow[]} */
export function arrowsBetweenWings(arrows) {
  return arrows.filter(({ from, to }) => {
    const [own, target] = [roomOf('sandbox/engine', from), roomOf('sandbox/engine', to)];
    if (own === undefined || target === undefined || own === target) return false;
    return WINGS.includes(own) && WINGS.includes(target) && !WING_ARROWS.has(`${own} -> ${target}`);
  });
}

/** Returns an import as a failing test names it.
 * @param {Arrow} arrow
 * @returns {string} */
export function arrowText({ from, to }) {
  return `src/${from} imports src/${to}`;
}

/** Returns the code files below `src` as paths relative to it, generated files included.
 * @returns {readonly string[]} */
export function listCodeFiles() {
  return readdirSync(SRC, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
    .map((entry) => relative(SRC, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Returns the specifiers of all static and dynamic imports and re-exports of a file, types included.
 * @param {string} file
 * @returns {readonly string[]} */
export function importsOf(file) {
  const source = readFileSync(join(SRC, file), 'utf8');
  const found = source.matchAll(
    /(?:^(?:import|export)\b[^'"`;]*?\bfrom\s*|\bimport\s*\(\s*|^import\s+)['"]([^'"]+)['"]/gm,
  );
  return [...found].map((match) => String(match[1]));
}

/** Returns the imports of `files` that lead to another file of `src`.
 * @param {readonly string[]} files
 * @returns {readonly Arrow[]} */
export function listArrows(files) {
  return files.flatMap((from) =>
    importsOf(from)
      .filter((to) => to.startsWith('.'))
      .map((to) => ({
        from,
        to: normalize(join(dirname(from), to))
          .split(sep)
          .join('/'),
      }))
      .filter(({ to }) => !to.startsWith('..')),
  );
}

/** Returns the room of a file among the children of a folder, or undefined for a file outside of the folder.
 * @param {string} below
 * @param {string} file
 * @returns {string | undefined} */
export function roomOf(below, file) {
  if (below === '') return file.split('/')[0];
  return file.startsWith(`${below}/`) ? file.slice(below.length + 1).split('/')[0] : undefined;
}

/** Returns the files whose room stands on no floor.
 * @param {Building} building
 * @param {readonly string[]} files
 * @returns {readonly string[]} */
export function filesWithoutFloor({ below, floors }, files) {
  return files.filter((file) => {
    const room = roomOf(below, file);
    return room !== undefined && !floors.some((floor) => floor.includes(room));
  });
}

/** Returns the arrows that lead to a higher floor, or to another room of the same floor.
 * @param {Building} building
 * @param {readonly Arrow[]} arrows
 * @returns {readonly Arrow[]} */
export function upwardArrows({ below, floors, neighbours }, arrows) {
  /** @param {string} room */
  const floorOf = (room) => floors.findIndex((floor) => floor.includes(room));
  return arrows.filter(({ from, to }) => {
    const [own, target] = [roomOf(below, from), roomOf(below, to)];
    if (own === undefined || target === undefined || own === target) return false;
    return !neighbours.has(`${own} -> ${target}`) && floorOf(target) >= floorOf(own);
  });
}

/** Returns the groups of nodes that reach each other: each group is a circle of imports, sorted by name.
 * @param {ReadonlyMap<string, Iterable<string>>} next
 * @returns {readonly (readonly string[])[]} */
export function circlesIn(next) {
  /** @param {string} from */
  const reachedFrom = (from) => {
    const reached = new Set();
    const open = [...(next.get(from) ?? [])];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (reached.has(node)) continue;
      reached.add(node);
      open.push(...(next.get(node) ?? []));
    }
    return reached;
  };
  const reached = new Map([...next.keys()].map((node) => [node, reachedFrom(node)]));
  const circling = [...reached].filter(([node, others]) => others.has(node));
  return circling
    .map(([node, others]) => [...others].filter((other) => reached.get(other)?.has(node)).sort())
    .filter((circle, index) => circle[0] === circling[index]?.[0]);
}

/** Returns the nodes that each node points to.
 * @param {Iterable<string>} nodes
 * @param {readonly Arrow[]} arrows
 * @returns {Map<string, Set<string>>} */
export function neighboursOf(nodes, arrows) {
  const next = new Map([...nodes].map((node) => [node, new Set()]));
  for (const { from, to } of arrows) {
    if (!next.has(from)) next.set(from, new Set());
    next.get(from)?.add(to);
  }
  return next;
}

/** Returns the arrows between the rooms of a folder, without those within a room.
 * @param {string} below
 * @param {readonly Arrow[]} arrows
 * @returns {readonly Arrow[]} */
export function roomArrows(below, arrows) {
  return arrows.flatMap(({ from, to }) => {
    const [own, target] = [roomOf(below, from), roomOf(below, to)];
    return own === undefined || target === undefined || own === target ? [] : [{ from: own, to: target }];
  });
}

/** Returns how many code files each folder holds directly.
 * @param {readonly string[]} files
 * @returns {ReadonlyMap<string, number>} */
export function countFilesByFolder(files) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the folders without subfolders that hold more than the allowed number of code files.
 * @param {readonly string[]} files
 * @returns {readonly string[]} */
export function overfullFolders(files) {
  const counts = countFilesByFolder(files);
  return [...counts]
    .filter(([folder, count]) => {
      const hasSubfolders = [...counts.keys()].some((other) => other.startsWith(`${folder}/`));
      return count > FOLDER_FILES_MAX && !hasSubfolders;
    })
    .map(([folder, count]) => `${folder} holds ${count} files, more than ${FOLDER_FILES_MAX}`);
}
