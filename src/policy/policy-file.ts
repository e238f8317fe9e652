/** Reads the policy file. Whatever is wrong with it is an error, because a rule that is not understood protects nobody. */
import { ToolError } from '../core/errors.ts';
import { safeText } from '../core/text.ts';
import type { SchemaFault } from '../generated/policy-validator-faults.js';
import { findFaults } from '../generated/policy-validator-faults.js';
import { type CheckedFile, checkFolderTrust, readCheckedFile } from '../store/checked-file.ts';
import type { PolicyDocument, PolicyLimits } from './policy.ts';
import { repeatedMember } from './repeated-member.ts';

const BYTES_MAX = 1024 * 1024;

/** The most faults that one error lists. */
const FAULTS_MAX = 10;

/** Ids that decisions carry where no rule decided. */
const RESERVED_IDS = ['default', 'venues', 'reducing', 'halt', 'unreadable'];

/**
 * Returns the policy of a file. Throws kind `refused` if the file is missing, belongs to or is open to others, or is not
 * valid; the message lists each fault with its place.
 */
export function readPolicy(path: string, owner: number | undefined): PolicyDocument {
  const file: CheckedFile = { path, what: 'the policy file', owner, kind: 'refused', bytesMax: BYTES_MAX };
  checkFolderTrust(file);
  const text = readCheckedFile(file);
  if (text === undefined) throw noPolicy(path);
  return parsePolicy(text, path);
}

/** Returns the policy of a text; `path` names it in errors. Throws kind `refused`. */
export function parsePolicy(text: string, path: string): PolicyDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw policyError(path, `it is not JSON (${safeText((error as Error).message)})`, error);
  }
  const repeated = repeatedMember(text);
  if (repeated !== undefined)
    throw policyError(path, `it has the member "${safeText(repeated)}" twice in one object`);
  if (!findFaults(value)) {
    const faults = [...new Set((findFaults.errors ?? []).map(faultText))];
    const more = faults.length > FAULTS_MAX ? `; and ${faults.length - FAULTS_MAX} more` : '';
    throw policyError(path, `${faults.slice(0, FAULTS_MAX).join('; ')}${more}`);
  }
  const policy = value as PolicyDocument;
  const limits = [policy, ...policy.rules].flatMap((one) => (one.limits === undefined ? [] : [one.limits]));
  if (policy.quote === undefined && limits.some(isStatedInQuote))
    throw policyError(path, 'its limits state amounts, and it lacks "quote", the asset of these amounts');
  const ids = policy.rules.map(({ id }) => id);
  const wrong = ids.find((id, index) => RESERVED_IDS.includes(id) || ids.indexOf(id) !== index);
  if (wrong !== undefined)
    throw policyError(path, `the rule id "${wrong}" is used twice, or names what decides without a rule`);
  return policy;
}

function isStatedInQuote({ maxOrder, maxDay, maxGross, maxLossDay }: PolicyLimits): boolean {
  return [maxOrder, maxDay, maxGross, maxLossDay].some((amount) => amount !== undefined);
}

function faultText({ keyword, instancePath, params, schema, data }: SchemaFault): string {
  const place = instancePath === '' ? 'the document' : safeText(instancePath);
  const found = safeText(JSON.stringify(data)?.slice(0, 60) ?? '');
  switch (keyword) {
    case 'additionalProperties':
      return `${place} has an unknown member "${safeText(String(params['additionalProperty']))}"`;
    case 'required':
      return `${place} lacks "${safeText(String(params['missingProperty']))}"`;
    case 'enum':
      return `${place} must be one of ${(schema as readonly unknown[]).join(', ')}, was ${found}`;
    case 'type':
      return `${place} must be of type ${String(params['type'])}, was ${found}`;
    default:
      return `${place} must satisfy ${keyword} ${safeText(JSON.stringify(schema))}, was ${found}`;
  }
}

function noPolicy(path: string): ToolError {
  return new ToolError({
    kind: 'refused',
    message: `There is no policy file ${path}.`,
    hint: 'Without one, no rule holds back a write. Print one to start from: bourse policy init',
    execution: 'not_executed',
  });
}

function policyError(path: string, found: string, cause?: unknown): ToolError {
  return new ToolError({
    kind: 'refused',
    message: `The policy file ${path} cannot be used: ${found}.`,
    hint: 'Correct it, and check it with bourse policy check; until then only writes that cancel or reduce are sent.',
    execution: 'not_executed',
    ...(cause === undefined ? {} : { cause }),
  });
}
