/**
 * Prints how much CPU time each start-up optimisation of the build saves: the built program against copies
 * without one of them. Commands run alternately; both columns are medians.
 *
 * node test/bench/startup-tricks.mjs [rounds]
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { checkThat, childScript, inFolder, median, runNode } from './measure.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = Number(process.argv[2] ?? 15);
/** A pack ends with the hash of its text and the length of its code. */
const HASH_BYTES = 32;
const CODE_LENGTH_BYTES = 4;

/** The measured commands, and the expected output of each. */
const COMMANDS = {
  '--version': { words: ['--version'], prints: /^\d+\.\d+\.\d+\n$/ },
  // Needs the smallest part of the program.
  'completion bash': { words: ['completion', 'bash'], prints: /complete/ },
  'klines on the sandbox': {
    words: ['market', 'klines', 'BTCUSDT', '1h', '--limit', '60', '--env', 'sandbox', '-o', 'json'],
    prints: /^\[\[\d+,/,
  },
};

function packsIn(dist) {
  return readdirSync(dist).filter((file) => file.endsWith('.pack'));
}

/** Returns the script of a pack without the compiled code behind it. */
function sourceOf(file) {
  const bytes = readFileSync(file);
  const hashEnd = bytes.length - CODE_LENGTH_BYTES;
  const codeEnd = hashEnd - HASH_BYTES;
  return bytes.toString('latin1', 0, codeEnd - bytes.readUInt32LE(hashEnd)).trimEnd();
}

function writePack(file, source) {
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(source, 'latin1'), Buffer.alloc(HASH_BYTES + CODE_LENGTH_BYTES)]),
  );
}

function withoutCodeCache(dist) {
  for (const pack of packsIn(dist)) writePack(join(dist, pack), sourceOf(join(dist, pack)));
}

function withoutPacks(dist) {
  const elsewhere = {};
  for (const pack of packsIn(dist)) {
    const { parts } = runInThisContext(sourceOf(join(dist, pack)))();
    rmSync(join(dist, pack));
    for (const [name, part] of Object.entries(parts)) {
      elsewhere[name] = `${name}.part`;
      writePack(join(dist, `${name}.part`), `(function(){return{parts:{${JSON.stringify(name)}:${part}}}})`);
    }
  }
  writePack(
    join(dist, 'program.pack'),
    `(function(){return{parts:{},elsewhere:${JSON.stringify(elsewhere)}}})`,
  );
}

/** Undoes deferred imports: each import is loaded with its importing module, not on first use. */
function withoutDeferring(dist) {
  const packs = packsIn(dist).map((pack) => join(dist, pack));
  const parts = new Set(packs.flatMap((file) => Object.keys(runInThisContext(sourceOf(file))().parts)));
  for (const file of packs) {
    const eager = sourceOf(file)
      // A module with only types and constants is not a separate part of the pack.
      .replace(/\bpart\("\.\/([^"]+)"\)/g, (_, path) => {
        const name = path.split('/').at(-1);
        return parts.has(name) ? `{all:require("./${path}")}` : '{}';
      })
      .replace(/\blate\(("node:[^"]+")\)/g, 'require($1)');
    writePack(file, eager);
  }
}

const VARIANTS = {
  'as built': () => {},
  'without the code cache': withoutCodeCache,
  'without packs (a file for each part), no code cache': withoutPacks,
  'without deferred imports, no code cache': withoutDeferring,
};

await inFolder(async (folder) => {
  const bins = Object.entries(VARIANTS).map(([name, change]) => {
    const copy = join(folder, name.replaceAll(/\W+/g, '-'));
    mkdirSync(copy);
    for (const part of ['bin', 'dist', 'package.json'])
      cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    change(join(copy, 'dist'));
    return [name, join(copy, 'bin/bourse.js')];
  });
  const home = join(folder, 'home');
  const empty = [];
  for (const [command, { words, prints }] of Object.entries(COMMANDS)) {
    const cpu = new Map(bins.map(([name]) => [name, []]));
    for (let round = -1; round < ROUNDS; round += 1) {
      const bare = runNode([childScript('empty.cjs')], { home, isProbed: true });
      for (const [name, bin] of bins) {
        const done = runNode([bin, ...words], { home, isProbed: true });
        checkThat(done.code === 0 && prints.test(String(done.stdout)), `${name}: ${command}: ${done.stderr}`);
        // The first round loads the files into the page cache.
        if (round >= 0) cpu.get(name).push(done.cpuMs);
      }
      if (round >= 0) empty.push(bare.cpuMs);
    }
    const built = median(cpu.get('as built'));
    process.stdout.write(`${command}: an empty script takes ${median(empty).toFixed(0)} ms of CPU\n`);
    for (const [name, values] of cpu) {
      const ms = median(values);
      process.stdout.write(
        `  ${name.padEnd(55)} ${ms.toFixed(1).padStart(7)} ms  ${(ms - built >= 0 ? '+' : '') + (ms - built).toFixed(1)}\n`,
      );
    }
  }
});
