/** `policy explain` and `policy test`: what the policy in force says of calls that are not sent. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { policyFilePath } from '../../app/write-policy.ts';
import type { View } from '../../catalogue/types.ts';
import { EXIT_CODES, type ExitCode, usageError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { isObject, type JsonValue } from '../../core/words.ts';
import { decide, type PolicyWrite, unmetConditions } from '../../policy/decide.ts';
import { POLICY_DOORS, type PolicyDoor } from '../../policy/policy.ts';
import { readPolicy } from '../../policy/policy-file.ts';
import { buildRequest } from '../../request/prepare.ts';
import { endpointById } from '../find-endpoint.ts';
import type { CommandCall } from '../types.ts';

const RULES: View = {
  shape: 'rows',
  columns: [
    { name: 'rule', is: 'text' },
    { name: 'verdict', is: 'text' },
    { name: 'decides', is: 'boolean' },
    { name: 'unmet', is: 'text' },
  ],
};
const CASES: View = {
  shape: 'rows',
  columns: [
    { name: 'case', is: 'integer' },
    { name: 'ok', is: 'boolean' },
    { name: 'endpoint', is: 'text' },
    { name: 'verdict', is: 'text' },
    { name: 'rule', is: 'text' },
    { name: 'expect', is: 'text' },
  ],
};

/** Shows the rules up to the one that decides. */
export async function explain({
  services: { world, settings },
  positionals,
  options,
  output,
}: CommandCall): Promise<void> {
  const policy = readPolicy(policyFilePath(world), world.facts.owner);
  const words = (positionals['parameters'] ?? []) as readonly string[];
  const pairs = words.map((word) => {
    const at = word.indexOf('=');
    if (at < 1) throw usageError(`A parameter is written name=value, was "${word.slice(0, 40)}".`);
    return [word.slice(0, at), word.slice(at + 1)] as const;
  });
  const write = await writeOf(String(positionals['endpoint']), pairs, {
    venue: String(options['venue']),
    door: options['door'] as PolicyDoor,
    profile: settings.profile,
    at: world.clock.now(),
  });
  const { verdict, rule, why } = decide(policy, write);
  const part = write.request.intent!.parts[0]!;
  const rows: JsonValue[] = [];
  for (const one of policy.rules) {
    const unmet = unmetConditions(one, write, part);
    rows.push({ rule: one.id, verdict: one.then, decides: one.id === rule, unmet: unmet.join(', ') });
    if (one.id === rule) break;
  }
  if (!policy.rules.some(({ id }) => id === rule)) rows.push({ rule, verdict, decides: true, unmet: '' });
  await output.value(rows, RULES);
  output.note(why);
}

/** Checks the cases of a file; exit code 1 if a verdict, or a rule that a case states, differs. */
export async function test({ services: { world }, positionals, output }: CommandCall): Promise<ExitCode> {
  const policy = readPolicy(policyFilePath(world), world.facts.owner);
  const path = resolve(world.workingFolder, String(positionals['file']));
  const cases = parseJson(readText(path), { what: path, kind: 'usage', numbers: 'native' });
  if (!Array.isArray(cases)) throw usageError(`${path} must hold a JSON list of cases.`);
  const rows: { readonly ok: boolean; readonly row: JsonValue }[] = [];
  for (const [index, one] of (cases as readonly JsonValue[]).entries()) {
    const { endpoint, params, expect, rule: expectedRule, ...source } = caseOf(one, index + 1);
    const write = await writeOf(endpoint, Object.entries(params), { ...source, at: world.clock.now() });
    const { verdict, rule } = decide(policy, write);
    const ok = verdict === expect && (expectedRule === undefined || expectedRule === rule);
    rows.push({ ok, row: { case: index + 1, ok, endpoint, verdict, rule, expect } });
  }
  await output.value(
    rows.map(({ row }) => row),
    CASES,
  );
  return rows.every(({ ok }) => ok) ? EXIT_CODES.done : EXIT_CODES.check;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw usageError(`The file ${path} cannot be read: ${(error as Error).message}.`);
  }
}

interface PolicyCase {
  readonly endpoint: string;
  readonly params: Readonly<Record<string, string>>;
  readonly venue: string;
  readonly door: PolicyDoor;
  readonly profile: string | undefined;
  readonly expect: string;
  readonly rule: string | undefined;
}

function caseOf(value: JsonValue, number: number): PolicyCase {
  const found = isObject(value) ? value : {};
  const { endpoint, params = {}, venue = 'live', door = 'cli', profile, expect, rule, ...others } = found;
  const areTexts = isObject(params) && Object.values(params).every((text) => typeof text === 'string');
  const isRule = rule === undefined || typeof rule === 'string';
  const isProfile = profile === undefined || typeof profile === 'string';
  const isDoor = POLICY_DOORS.some((one) => one === door);
  const isVerdict = expect === 'allow' || expect === 'ask' || expect === 'refuse';
  if (typeof endpoint === 'string' && areTexts && typeof venue === 'string' && isVerdict && isRule) {
    if (isDoor && isProfile && Object.keys(others).length === 0) {
      const texts = params as PolicyCase['params'];
      return { endpoint, params: texts, venue, door: door as PolicyDoor, profile, expect, rule };
    }
  }
  throw usageError(
    `Case ${number} must have the texts "endpoint" and "expect" (allow, ask or refuse), and may have "params", "venue", "door" (cli, api, ws, library or serve), "profile" and "rule".`,
    'Parameters are texts, as they are sent.',
  );
}

/** Returns a call as the policy sees it. Throws a usage error for an endpoint that is unknown or changes nothing. */
async function writeOf(
  id: string,
  pairs: readonly (readonly [name: string, value: string])[],
  source: Omit<PolicyWrite, 'request'>,
): Promise<PolicyWrite> {
  const endpoint = await endpointById(id).catch(() => undefined);
  const request = endpoint && buildRequest(endpoint, new Map(pairs));
  if (request?.intent === undefined)
    throw usageError(`${id} is no endpoint that changes something.`, 'bourse explain lists the endpoints.');
  return { request, ...source };
}
