/** The AsyncAPI document as tests read it. */
import { Ajv, type ValidateFunction } from 'ajv';
import { asyncApiDocument, MESSAGE_CATALOGUE } from '../../src/docgen/asyncapi/document.ts';

/** The document that is made from the catalogue. */
export const ASYNCAPI = asyncApiDocument(MESSAGE_CATALOGUE);

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ ...ASYNCAPI, $id: 'asyncapi' });

/** The checks that were compiled before. */
const checks = new Map<string, ValidateFunction>();

/** Returns what is wrong with a message, by the id of its description. */
export function messageFaults(id: string, message: unknown): readonly string[] {
  const check = checks.get(id) ?? ajv.compile({ $ref: `asyncapi#/components/messages/${id}/payload` });
  checks.set(id, check);
  if (check(message)) return [];
  return (check.errors ?? []).map(({ instancePath, message: text }) => `${id}${instancePath} ${text}`);
}
