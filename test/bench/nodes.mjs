/**
 * Compares a build by this Node with builds by other versions, each run by that version: V8 refuses the compiled code of
 * another version, so the first command compiles the program again and keeps the code. Downloads the other versions from
 * the package registry.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BOURSE, checkThat, compare, inFolder, withServer } from './measure.mjs';
import { addProfile, ORDER } from './order-profile.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VERSIONS = [22, 24];
/** The folders of the project that a build does not read. */
const UNREAD = new Set(['.git', 'dist', 'node_modules', 'test']);
const GOAL = 1.05;

/** Returns a line for each version and command. */
export function compareNodes(rounds) {
  return inFolder(async (folder) => {
    const lines = [];
    for (const version of VERSIONS) {
      const node = install(folder, version);
      const own = join(buildWith(node, join(folder, `built-by-${version}`)), 'bin/bourse.js');
      const home = join(folder, `home-${version}`);
      const both = (name, words, check) =>
        compare({
          name: `${name} on Node ${version}, built by ${process.versions.node.split('.')[0]} over built by ${version}`,
          goal: GOAL,
          of: 'cpuMs',
          subject: { words: [BOURSE, ...words], check },
          limit: { words: [own, ...words], check },
          rounds: 2 * rounds,
          home,
          node,
        });
      lines.push(
        await withServer('./candle-server.mjs', [], (origin) =>
          both('market klines', klinesFrom(origin), (stdout) =>
            checkThat(JSON.parse(String(stdout)).length === 1000, 'candles'),
          ),
        ),
        await withServer('./order-server.mjs', [], (origin) => {
          addProfile(BOURSE, home, origin);
          return both('trade buy', ORDER, (stdout) =>
            checkThat(JSON.parse(stdout).status === 'NEW', `the order ${stdout}`),
          );
        }),
      );
    }
    return lines;
  });
}

function klinesFrom(origin) {
  return ['market', 'klines', 'BTCUSDT', '1m', '--limit', '1000', '--host', `spot=${origin}`, '-o', 'json'];
}

/** Installs a version of Node in a folder and returns the path of its program. */
function install(folder, version) {
  const name = `node-${version}`;
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const words = ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', [...words, `${name}@npm:node-${process.platform}-${process.arch}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return join(folder, 'node_modules', name, 'bin/node');
}

/** Builds a copy of the project with a version of Node and returns its folder. */
function buildWith(node, folder) {
  cpSync(ROOT, folder, {
    recursive: true,
    filter: (path) => !UNREAD.has(relative(ROOT, path)),
  });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(node, ['src/build/prepare.mjs'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}
