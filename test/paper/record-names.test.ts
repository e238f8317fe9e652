/** A name that a scenario record repeats is found, with or without the canonical text of its thesis. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../src/core/json.ts';
import { isObject, type JsonObject } from '../../src/core/words.ts';
import { canonicalText } from '../../src/paper/canonical.ts';
import { readScenario } from '../../src/paper/replay.ts';
import { checkNames } from '../../src/paper/scenario/record-kind.ts';
import { scanJson } from '../../src/thesis/scan.ts';
import { add, START, settings, symbol } from './scenarios.ts';

/** Members whose names and texts hold colons, quotes and escapes. */
const word = fc.constantFrom('a', 'b', ':', 'a:b', '"', '\\', 'é', 'thesis', 'kind', '\u2028');
const text = fc.oneof(word, fc.string({ maxLength: 6 }));
const member = fc.tuple(
  text,
  fc.oneof(text, fc.integer(), fc.constant(null), fc.constant([':', { ':': 1 }])),
);
const object = fc
  .array(member, { maxLength: 6 })
  .map(
    (members) =>
      `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
  );

function parsed(line: string): JsonObject {
  const outcome = readJson(line);
  if (!outcome.ok || !isObject(outcome.value)) throw new Error(`not an object: ${line}`);
  return outcome.value;
}

/** Returns whether a name repeats outside the thesis, or else whether one repeats inside. */
function outcomeOf(check: () => boolean): string {
  try {
    return check() ? 'inside' : 'none';
  } catch {
    return 'outside';
  }
}

describe('a thesis record', () => {
  it('is judged as by the scanner, whatever its names and texts are', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(object, fc.array(member, { maxLength: 2 }), (thesis, others) => {
        const more = others.map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
        const line = `{"kind":"thesis","t":1,"thesis":${thesis}${more.join('')}}`;
        const record = parsed(line);
        if (record['kind'] !== 'thesis' || !isObject(record['thesis'])) return;
        const canonical = canonicalText(record['thesis']);
        const { duplicates } = scanJson(line);
        const isOutside = duplicates.some(({ path }) => !path.startsWith('/thesis/'));
        const expected = isOutside ? 'outside' : duplicates.length > 0 ? 'inside' : 'none';
        seen.add(expected);
        for (const hasPlainNumbers of [true, false]) {
          for (const known of [canonical, undefined]) {
            const outcome = outcomeOf(() => checkNames(line, record, { canonical: known, hasPlainNumbers }));
            expect(outcome).toBe(expected);
          }
        }
      }),
      { seed: 20261123, numRuns: 3000 },
    );
    expect([...seen].sort()).toEqual(['inside', 'none', 'outside']);
  });

  it('is not taken for one without repeated names because the short spelling of a number saves as much', async () => {
    const document = { ...add({ requested_margin_usdt: 7, paper_leverage: 5 }), x: 1 };
    const spelled = (number: string, repeated: string) =>
      JSON.stringify(document).replace(':7,', `:${number},`).replace('"x":1', `${repeated}"x":1`);
    // 1e8 is six characters shorter than 100000000, as much as the repeated member takes.
    expect(await isRead(spelled('1e8', ''))).toBe(true);
    expect(await isRead(spelled('100000000', '"x":1,'))).toBe(false);
    expect(await isRead(spelled('1e8', '"x":1,'))).toBe(false);
  });
});

/** Returns whether a scenario file has a valid thesis in this text. */
async function isRead(document: string): Promise<boolean> {
  async function* file() {
    const head = [settings(3), symbol()].map((one) => JSON.stringify(one));
    yield Buffer.from([...head, `{"kind":"thesis","t":${START},"thesis":${document}}`].join('\n'));
  }
  return (await readScenario('a', file())).theses[0]!.thesis !== null;
}
