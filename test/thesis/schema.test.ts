/** The published schema of a thesis: what `thesis schema` prints must compile elsewhere and read well. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { bourse } from '../acceptance/world.ts';

interface Described {
  readonly description?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Described | true>>;
  readonly definitions?: Readonly<Record<string, Described>>;
}

const schemaFile = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}`, import.meta.url), 'utf8')) as Described;

/** Returns the members of a schema and of its definitions, by path. */
function membersOf(schema: Described, path = ''): (readonly [string, Described])[] {
  const own = Object.entries({ ...schema.properties, ...schema.definitions }).flatMap(([name, one]) =>
    one === true ? [] : [[`${path}/${name}`, one] as const, ...membersOf(one, `${path}/${name}`)],
  );
  return own;
}

describe('the schema of a thesis', () => {
  it('compiles in strict mode of ajv without exceptions, as it is printed', async () => {
    const { stdout } = await bourse('thesis schema');
    const messages: string[] = [];
    const logger = { log: messages.push, warn: messages.push, error: messages.push };
    expect(() => new Ajv({ strict: true, logger }).compile(JSON.parse(stdout) as object)).not.toThrow();
    expect(messages).toEqual([]);
    expect(JSON.parse(stdout)).toEqual(schemaFile('position-management-thesis.v1.schema.json'));
  });

  const members = membersOf(schemaFile('position-management-thesis.v1.schema.json'));

  it.each(members.filter(([, { $ref }]) => $ref === undefined))(
    'describes %s in whole sentences',
    (_, member) => {
      expect(member.description).toMatch(/^[A-Z].{15,}\.$/s);
      // A sentence has a subject: it begins with neither a preposition alone nor a condition without a clause.
      expect(member.description).not.toMatch(/^(?:In |If present|At least one, |From \d)[^,]*\.$/);
    },
  );
});

describe('the schema of profiles', () => {
  it('compiles in strict mode, with the formats of ajv-formats', () => {
    const ajv = new Ajv({ strict: true });
    addFormats.default(ajv);
    const accepts = ajv.compile(schemaFile('profile.v1.schema.json'));
    const withHost = (spot: string) => ({
      schemaVersion: 1,
      profiles: {
        main: {
          environment: 'live',
          keyType: 'hmac',
          apiKeyEnd: 'abcd',
          fingerprint: '0123456789abcdef',
          apiKey: 'env:KEY',
          secret: 'env:SECRET',
          hosts: { spot },
        },
      },
    });
    expect(accepts(withHost('https://api.example.com'))).toBe(true);
    for (const wrong of ['https://exa mple.com', 'ftp://example.com', 'https://example.com/<x>'])
      expect([wrong, accepts(withHost(wrong))]).toEqual([wrong, false]);
  });
});
