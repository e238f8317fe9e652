/** Prevents help from speaking of where a fact was found: that belongs in `explain` and docs/disputes.md. */
import { expect, it } from 'vitest';
import { groupPage, rootPage, verbPage } from '../../src/cli/help-page.ts';
import { helpText } from '../../src/cli/help-text.ts';
import { endpointById, endpointIds } from '../../src/commands/find-endpoint.ts';
import { GROUPS } from '../../src/commands/groups.ts';

const SOURCES =
  /\b(the document|interface document|(first|second|one|other|both) listings?|public facts|live service|live interface)\b/i;

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

it.each(pages)('%s names no source of a fact', (_, text) => {
  expect(text.replace(/\s+/g, ' ')).not.toMatch(SOURCES);
});
