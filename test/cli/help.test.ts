import { describe, expect, it } from 'vitest';
import { GLOBAL_OPTIONS } from '../../src/cli/globals.ts';
import {
  groupPage,
  type HelpPage,
  ownOptions,
  rootPage,
  sharedWordsPages,
  verbPage,
} from '../../src/cli/help-page.ts';
import { helpText } from '../../src/cli/help-text.ts';
import { endpointsOfGroup } from '../../src/commands/find-endpoint.ts';
import { GROUPS } from '../../src/commands/groups.ts';
import { displayWidth } from '../../src/core/text.ts';
import { kebabOf } from '../../src/request/names.ts';
import { FAULTS } from '../../src/sandbox/faults/fault-kinds.ts';

/** A help page and the flags that it must list. */
const PAGES: { readonly name: string; readonly page: HelpPage; readonly flags: readonly string[] }[] = [
  { name: '', page: rootPage(GROUPS), flags: GLOBAL_OPTIONS.map((one) => `--${one.name}`) },
];
for (const entry of GROUPS) {
  const group = await entry.load();
  PAGES.push({ name: group.word, page: groupPage(group), flags: [] });
  const endpoints = await endpointsOfGroup(group);
  for (const verb of group.verbs) {
    const ids = typeof verb.endpoint === 'object' ? Object.values(verb.endpoint) : [verb.endpoint];
    for (const id of ids) {
      const endpoint = endpoints.find((one) => one.id === id);
      const positionals = new Set(
        (verb.positionals ?? []).flatMap((one) => [one.name, kebabOf(one.listParam ?? '')]),
      );
      const flags = [
        ...Object.keys(endpoint?.params ?? {})
          .filter((param) => !verb.fixed?.includes(param))
          .map(kebabOf),
        ...ownOptions(verb, endpoint).map((one) => one.name),
      ].filter((flag) => !positionals.has(flag));
      const name = [group.word, ...verb.words].join(' ');
      PAGES.push({ name, page: verbPage(group, verb, endpoint), flags: flags.map((flag) => `--${flag}`) });
    }
  }
}

function isExample(line: string, page: HelpPage): boolean {
  return page.examples.some((example) => line === `  ${example}`);
}

describe.each(PAGES)('the help of "bourse $name"', ({ name, page, flags }) => {
  it.each([60, 80, 110])('fits %i columns, its examples excepted', (columns) => {
    const lines = helpText(page, columns).trimEnd().split('\n');
    // A single long word, such as the name of a package, cannot be wrapped.
    const isWord = (line: string) => !line.trim().includes(' ');
    const long = lines.filter(
      (line) => displayWidth(line) > columns && !isExample(line, page) && !isWord(line),
    );
    expect(long).toEqual([]);
  });

  it('shows the usage, every option and at most two examples', () => {
    const text = helpText(page, 80);
    expect(text).toContain(name === '' ? 'Usage: bourse <group>' : `Usage: bourse ${name}`);
    for (const flag of flags) expect(text).toContain(flag);
    expect(page.examples.length).toBeGreaterThan(0);
    expect(page.examples.length).toBeLessThanOrEqual(2);
  });
});

describe('the help of a command', () => {
  const textOf = (name: string) => helpText(PAGES.find((one) => one.name === name)!.page, 80);

  it('states the security, effect and weight of the call', () => {
    expect(textOf('market klines')).toContain('GET /api/v3/klines · no key · reads only · weight 2');
    expect(textOf('market trades').replace(/\s+/g, ' ')).toContain('weight 25');
  });

  it('lists values, bounds and defaults', () => {
    expect(textOf('market klines')).toMatch(/interval +Candle interval: 1s, 1m, 3m/);
    expect(textOf('market klines').replace(/\s+/g, ' ')).toContain(
      '--limit <n> Number of rows: 1 or more (default 500)',
    );
  });

  it('lists required options first', () => {
    const text = textOf('wallet holdings');
    expect(text.indexOf('--chain ')).toBeLessThan(text.indexOf('--offset'));
    expect(text).toMatch(/Usage: bourse wallet holdings <address> --chain <text> \[options\]/);
  });
});

describe('a page', () => {
  const textOf = (name: string) =>
    helpText(PAGES.find((one) => one.name === name)!.page, 80).replace(/\s+/g, ' ');

  it('of one product shows how to print the help of the others, and mentions paging', () => {
    expect(textOf('market klines')).toContain(
      'Arguments and options on usdm, coinm, options: bourse market klines --help --on usdm',
    );
    expect(textOf('market klines')).toContain(
      'Number of rows: 1 or more (default 500); fetched in pages of at most 1000',
    );
  });

  it('names the unit of a number that has one', () => {
    expect(textOf('trade buy')).toContain('Distance of a trailing stop, in bps');
  });

  it('of a command that can be run lists its subcommands', () => {
    expect(textOf('market ticker')).toContain('Subcommands: market ticker 24hr');
    const [called] = PAGES.filter((one) => one.page.usage.startsWith('bourse api <method>'));
    expect(helpText(called!.page, 80)).toContain('api list');
  });

  it('of a stream lists the choices and defaults of each product', () => {
    expect(textOf('stream partial-depth')).toContain(
      '1000ms on spot; 250ms on usdm, coinm; 500ms on options',
    );
    expect(textOf('stream partial-depth')).toContain('Levels of a side: 5, 10, 20, 50, 100');
  });
});

describe('the kinds of faults', () => {
  it('are described with existing options', () => {
    const named = Object.values(FAULTS).flatMap(({ about }) => about.match(/--[a-z-]+/g) ?? []);
    const { flags } = PAGES.find((one) => one.name === 'sandbox faults add')!;
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((flag) => !flags.includes(flag))).toEqual([]);
  });
});

describe('the words that begin several commands', () => {
  it('have a page with exactly these commands, and no word of a command lacks a page', async () => {
    const groups = await Promise.all(GROUPS.map((entry) => entry.load()));
    for (const group of groups) {
      const pages = sharedWordsPages(group);
      const lines = group.verbs.map(({ words }) => [group.word, ...words].join(' '));
      for (const line of lines) {
        const words = line.split(' ');
        for (let count = 2; count < words.length; count += 1) {
          const shared = words.slice(0, count).join(' ');
          expect([shared, lines.includes(shared) || pages.has(shared)]).toEqual([shared, true]);
        }
      }
      for (const [shared, { blocks }] of pages)
        expect(blocks[0]!.rows.map(([line]) => line)).toEqual(
          lines.filter((line) => line.startsWith(`${shared} `)),
        );
    }
    const sandbox = groups.find(({ word }) => word === 'sandbox')!;
    expect([...sharedWordsPages(sandbox).keys()]).toContain('sandbox keys');
  });
});
