/** Holds that the documents name files, folders, links and scripts that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READMES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('README.md'))
  .map((file) => `src/${file}`);
const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
  ...READMES,
];

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Paths in backticks that begin with a folder of the project; placeholders such as `<group>` are left out. */
function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/`((?:src|test|docs|schemas|bin|dist)\/[^`\s<>*…{}]*)`/g)].map(
    ([, path]) => path!,
  );
}

function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link));
}

function scriptsIn(text: string): readonly string[] {
  return [...text.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, script]) => script!);
}

describe('the documents', () => {
  it('are seen by these tests', () => {
    expect(DOCUMENTS.length).toBeGreaterThan(12);
    expect(DOCUMENTS.flatMap((file) => pathsIn(read(file))).length).toBeGreaterThan(30);
  });

  it.each(DOCUMENTS)('%s names paths that exist', (file) => {
    expect(pathsIn(read(file)).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it.each(DOCUMENTS)('%s links to files that exist', (file) => {
    expect(linksIn(read(file)).filter((link) => !existsSync(join(ROOT, dirname(file), link)))).toEqual([]);
  });

  it.each(DOCUMENTS)('%s names npm scripts that exist', (file) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(scriptsIn(read(file)).filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  it('lists every script that contributors run', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const contributing = read('docs/contributing.md');
    const missing = Object.keys(scripts).filter(
      (script) => script !== 'prepare' && !contributing.includes(`\`${script}\``) && script !== 'check',
    );
    expect(missing).toEqual([]);
  });
});
