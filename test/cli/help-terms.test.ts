/** Prevents help from speaking of where a fact was found: that belongs in `explain` and docs/disputes.md. */
import { expect, it } from 'vitest';
import { groupPage, rootPage, verbPage } from '../../src/cli/help-page.ts';
import { helpText } from '../../src/cli/help-text.ts';
import { endpointById, endpointIds } from '../../src/commands/find-endpoint.ts';
import { GROUPS } from '../../src/commands/groups.ts';

const SOURCES =
  /\b(the document|interface document|(first|second|one|other|both) listings?|public facts?|live service|live interface)\b/i;

const pages: [name: string, text: string][] = [['root', helpText(rootPage(GROUPS), 80)]];
for (const { load } of GROUPS) {
  const group = await load();
  pages.push([group.word, helpText(groupPage(group), 80)]);
  for (const verb of group.verbs) {
    const name = [group.word, ...verb.words].join(' ');
    const ids = endpointIds(verb);
    for (const id of ids)
      pages.push([`${name} (${id})`, helpText(verbPage(group, verb, await endpointById(id)), 80)]);
    if (ids.length === 0) pages.push([name, helpText(verbPage(group, verb, undefined), 80)]);
  }
}

/** Words of help that have an exact replacement: the standard term of the field, or a shorter or clearer word. */
const REPLACED: readonly (readonly [left: RegExp, right: string])[] = [
  [/\bcompressed (aggregate )?trades\b/i, 'aggregate trades'],
  [/\bforced? (liquidations?|orders?)\b/i, 'liquidation orders'],
  [/\bADL quantiles?\b/i, 'ADL rank'],
  [/\bmargin type\b(?! of)/i, 'margin mode'],
  [/\bnotional (and leverage )?brackets?\b/i, 'leverage brackets'],
  [/\bpositions? ratio of accounts\b/i, 'long/short account ratio'],
  [/\bbasis points?\b|\bbips\b/i, 'bps'],
  [/\b(maximum|minimum)\b/i, 'max, min'],
  [/\b(lower|upper) case\b/i, 'lowercase, uppercase'],
  [/\b(if|where) (absent|not given|left out)\b/i, 'if omitted'],
  [/\bopen endpoint\b/i, 'public endpoint'],
  [/\bread only\b/i, 'read-only'],
  [/\basked for\b/i, 'queried, requested'],
  [/\bit (comes from|goes to|is taken from|is paid to)\b/i, 'source, destination'],
  [/\b(USD-M|COIN-M|UM|CM) half\b/, 'USD-M part, COIN-M part'],
];

it.each(pages)('%s uses the standard terms', (_, text) => {
  const words = text.replace(/\s+/g, ' ');
  const found = REPLACED.flatMap(([left, right]) => {
    const match = left.exec(words);
    return match === null ? [] : [`${match[0]}: write ${right}`];
  });
  expect(found).toEqual([]);
});

it.each(pages)('%s names no source of a fact', (_, text) => {
  expect(text.replace(/\s+/g, ' ')).not.toMatch(SOURCES);
});
