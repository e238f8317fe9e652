/** Reports for CI: annotations, JUnit and SARIF name file, line and column of each fault, and escape foreign text. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bourse, temporaryFolder } from '../acceptance/world.ts';
import { sample, textOf, withValue } from './samples.ts';

/** A thesis whose side is missing and whose mode, on its fourth line, is wrong. */
const BAD = JSON.stringify(
  { ...withValue(sample('add'), '/paper_intent/side', undefined), mode: 'li%ve\n::stop' },
  null,
  2,
);

/** Writes a good file, a bad one, a stream with a fault in its third line, and one with an unsafe name. */
function writeTheses(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'theses'));
  const good = textOf(sample('hold'));
  writeFileSync(join(folder, 'theses', 'a-good.json'), good);
  writeFileSync(join(folder, 'theses', 'b-bad.json'), BAD);
  writeFileSync(join(folder, 'theses', 'c.ndjson'), `${good}\n\n{"ok":1}\n`);
  writeFileSync(join(folder, 'theses', 'd,%\n<"&:7.json'), '{');
  return folder;
}

async function report(format: string) {
  const folder = writeTheses();
  const outcome = await bourse(['thesis', 'validate', join(folder, 'theses'), '--format', format]);
  expect([outcome.code, outcome.stderr]).toEqual([1, '']);
  return { folder, text: outcome.stdout };
}

function placeOf(text: string, part: string) {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

describe('validate --format', () => {
  it('github writes an annotation a line, with file, line and column, and nothing that a value could command', async () => {
    const { folder, text } = await report('github');
    const lines = text.trimEnd().split('\n');
    expect(lines.every((line) => line.startsWith('::error file='))).toBe(true);
    const { line, column } = placeOf(BAD, '"li%ve');
    const bad = `::error file=${folder}/theses/b-bad.json,line=${line},col=${column},title=thesis%3A enum::`;
    const annotation = lines.find((one) => one.startsWith(bad))!;
    expect(annotation).toContain('/mode: ');
    expect(annotation).toContain('li%25ve');
    expect(lines.some((one) => one.startsWith(`::error file=${folder}/theses/c.ndjson,line=3,col=`))).toBe(
      true,
    );
    expect(lines.some((one) => one.includes('/d%2C%25%0A<"&%3A7.json,line=1,col=2,'))).toBe(true);
  });

  it('junit writes a test case for each document, as well-formed XML', async () => {
    const { text } = await report('junit');
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites tests="5" failures="3" errors="0">/,
    );
    expect(text.match(/<testcase /g)).toHaveLength(5);
    expect(text).toMatch(/name="[^"]*a-good\.json" file="[^"]*a-good\.json"\/>/);
    expect(text).toMatch(/name="[^"]*c\.ndjson:3" file="[^"]*c\.ndjson">\n {6}<failure type="/);
    expect(text).toContain('d,%&#10;&lt;&quot;&amp;:7.json');
    const { line, column } = placeOf(BAD, '"li%ve');
    expect(text).toContain(`${line}:${column} enum: /mode: `);
    expect(text.replaceAll(/<[^<>]*>/g, '')).not.toMatch(/[<>"]/);
  });

  it('sarif writes one valid JSON document with rules, regions and encoded paths', async () => {
    const { folder, text } = await report('sarif');
    const { version, runs } = JSON.parse(text);
    expect([version, runs.length, runs[0].columnKind]).toEqual(['2.1.0', 1, 'unicodeCodePoints']);
    const { results, tool, invocations } = runs[0];
    expect(invocations).toEqual([{ executionSuccessful: true }]);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    const { line, column } = placeOf(BAD, '"li%ve');
    expect(results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: `file://${folder}/theses/b-bad.json` },
      region: { startLine: line, startColumn: column },
    });
    const uris = results.map(
      (one: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }) =>
        one.locations[0]!.physicalLocation.artifactLocation.uri,
    );
    expect(uris).toContain(`file://${folder}/theses/d%2C%25%0A%3C%22%26%3A7.json`);
  });

  it('says of standard input and of a missing file what is known, with the exit codes of any other format', async () => {
    const outcomes = await Promise.all(
      ['github', 'junit', 'sarif'].map((format) =>
        bourse(['thesis', 'validate', '-', 'missing.json', '--format', format], { stdin: '{"ok":1}' }),
      ),
    );
    expect(outcomes.map(({ code }) => code)).toEqual([2, 2, 2]);
    const [github, junit, sarif] = outcomes.map(({ stdout }) => stdout) as [string, string, string];
    expect(github).toMatch(/^::error line=1,col=\d+,title=/);
    expect(github).toContain('::error file=missing.json,title=thesis%3A unreadable::');
    expect(junit).toMatch(
      /<testcase classname="thesis" name="missing\.json" file="missing\.json">\n {6}<error /,
    );
    expect(JSON.parse(sarif).runs[0].invocations).toEqual([{ executionSuccessful: false }]);
    const valid = await bourse('thesis validate - --format github', { stdin: textOf(sample('hold')) });
    expect(valid).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('is not combined with another choice of output', async () => {
    for (const other of ['-o json', '--fields source']) {
      const { code, stdout } = await bourse(`thesis validate - --format sarif ${other}`, { stdin: '{}' });
      expect([code, stdout]).toEqual([2, '']);
    }
  });
});
