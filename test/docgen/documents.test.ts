/** The generated documents in the repository are current and complete. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { commandsByEndpoint } from '../../src/commands/command-index.ts';
import { GROUPS } from '../../src/commands/groups.ts';
import { derivedDocuments } from '../../src/docgen/documents.ts';
import { listFaults, safetyPage } from '../../src/docgen/faults.ts';
import { table } from '../../src/docgen/markdown.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const documents = await derivedDocuments(ROOT);
const commands = await commandsByEndpoint();
const pages = [...documents].filter(([path]) => path.endsWith('.md'));

describe('the generated documents', () => {
  it.each([...documents.keys()])('%s is current; npm run docs writes it', (path) => {
    expect(existsSync(join(ROOT, path)), `${path} is missing: npm run docs`).toBe(true);
    const isCurrent = readFileSync(join(ROOT, path), 'utf8') === documents.get(path);
    expect(isCurrent, `${path} is stale: npm run docs`).toBe(true);
  });

  it('have no page for a removed group of commands', () => {
    const found = readdirSync(join(ROOT, 'docs/reference')).map((name) => `docs/reference/${name}`);
    expect(found.filter((path) => !documents.has(path))).toEqual([]);
  });

  it('are generated identically each time', async () => {
    expect([...(await derivedDocuments(ROOT))]).toEqual([...documents]);
  });
});

describe('the table of faults', () => {
  const faults = listFaults(ROOT);

  it('has one test for each of the 72 faults', () => {
    expect(faults.map(({ number }) => number)).toEqual(Array.from({ length: 72 }, (_, index) => index + 1));
  });

  it('has a sentence about each fault and about what bourse does', () => {
    for (const { number, fault, behaviour } of faults) {
      expect(fault, String(number)).toMatch(/^[A-Z].+\.$/);
      expect(behaviour, String(number)).toMatch(/^[A-Z].+\.$/);
    }
  });

  it('replaces what is after the mark in the page about safety', () => {
    const page = readFileSync(join(ROOT, 'docs/safety.md'), 'utf8');
    const once = safetyPage(`${page}more\n`, faults);
    expect(once).toBe(safetyPage(once, faults));
    expect(once).not.toContain('more\n');
    expect(() => safetyPage('# Safety', faults)).toThrow('lacks the line');
  });
});

describe('the reference', () => {
  const pageOf = (word: string) => documents.get(`docs/reference/${word}.md`) ?? '';

  it('has a page for every group, with a heading for each of its commands', async () => {
    for (const { word, load } of GROUPS) {
      const headings = pageOf(word)
        .split('\n')
        .filter((line) => line.startsWith('## bourse '));
      const verbs = (await load()).verbs.map(({ words }) => `## ${['bourse', word, ...words].join(' ')}`);
      expect(headings).toEqual(verbs);
    }
  });

  it('describes the call, each parameter and each field of every endpoint that has a command', () => {
    const described = ENDPOINTS.filter(({ id }) => commands.has(id));
    expect(described.length).toBeGreaterThan(70);
    for (const { id, method, path, params, view } of described) {
      const page = pageOf(commands.get(id)!.line.split(' ')[0]!);
      expect(page, id).toContain(`${method} ${path} · `);
      for (const name of Object.keys(params)) expect(page, `${id} ${name}`).toContain(`| \`${name}\` |`);
      for (const { name } of view?.columns ?? []) expect(page, `${id} ${name}`).toContain(`\`${name}\``);
    }
  });

  it('shows the effective weight of a call, and the weights of both listings among the disputes', () => {
    expect(pageOf('market')).toContain('GET /api/v3/trades · no key · reads only · weight 25');
    expect(documents.get('docs/disputes.md')).toContain('| `GET /api/v3/trades` | 10 | 25 |');
  });

  it('states which calls move funds, how writes are looked up, and which errors are likely', () => {
    const withdraw = pageOf('funds')
      .split('\n## ')
      .find((part) => part.startsWith('bourse funds withdraw\n'))!;
    expect(withdraw).toContain('POST /sapi/v1/capital/withdraw/apply · signed · moves money · weight 600');
    expect(withdraw).toContain('`bourse funds withdrawals`');
    expect(withdraw).toContain('- `-3041` ');
    expect(withdraw).toContain('--dry-run');
    const transfer = pageOf('funds')
      .split('\n## ')
      .find((part) => part.startsWith('bourse funds transfer\n'))!;
    expect(transfer).toContain('`type` `ISOLATEDMARGIN_ISOLATEDMARGIN` needs `fromSymbol`, `toSymbol`.');
  });

  it('links each table of commands to existing headings', () => {
    for (const [path, text] of pages) {
      const anchors = new Set(
        [...text.matchAll(/^#+ (.+)$/gm)].map(
          ([, title = '']) => `#${title.toLowerCase().replaceAll(' ', '-')}`,
        ),
      );
      for (const [, link = ''] of text.matchAll(/\]\((#[^)]+)\)/g)) expect(anchors, path).toContain(link);
    }
  });
});

describe('tables', () => {
  it('have as many cells in each row as in the header', () => {
    for (const [path, text] of pages) {
      const cells = (line: string) => line.replaceAll('\\|', '').split('|').length;
      let width = 0;
      for (const line of text.split('\n')) {
        if (!line.startsWith('|')) width = 0;
        else if (width === 0) width = cells(line);
        else expect(cells(line), `${path}: ${line}`).toBe(width);
      }
    }
  });

  it('escape a vertical bar in a cell, and are omitted without rows', () => {
    expect(table(['a'], [['x|y']])).toEqual(['| a |', '|---|', '| x\\|y |']);
    expect(table(['a'], [])).toEqual([]);
  });
});

describe('the page of disputed values', () => {
  const page = documents.get('docs/disputes.md')!;

  it('lists both values of each dispute', () => {
    expect(page).toContain('| `GET /api/v3/trades` | 10 | 25 |');
    expect(page).toContain('| `GET /eapi/v1/depth` | `limit` | at most 100 | at most 1000');
    expect(page).toContain('| `-2016` | NO_TRADING_WINDOW | trading disabled |');
  });

  it('lists what the interface document does not show', () => {
    expect(page).toContain('| `POST /sapi/v1/convert/getQuote` | ');
    expect(page).toContain('| `GET /sapi/v1/margin/asset` | `asset` |');
  });
});
