/** The OpenAPI document as tests read it. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { libraryMethods } from '../../src/docgen/library/methods.ts';
import { openApiDocument } from '../../src/docgen/openapi/document.ts';

/** A parameter of an operation. */
export interface SentParameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly required?: boolean;
}

/** An operation, with where it is in the document. */
export interface Operation {
  /** Its place as a JSON pointer. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly servers: readonly { readonly url: string }[];
  readonly operationId: string;
  readonly parameters?: readonly (SentParameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly [extension: `x-${string}`]: unknown;
}

interface Document {
  readonly servers: Operation['servers'];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The document that is made from the catalogue. */
export const OPENAPI = openApiDocument(await libraryMethods());

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ ...OPENAPI, $id: 'openapi' });

/** Returns the operations by the id of their endpoint. */
export function operationsOf(document: unknown): ReadonlyMap<string, readonly Operation[]> {
  const { paths, servers } = document as Document;
  const found = new Map<string, Operation[]>();
  for (const [path, { servers: own = servers, ...item }] of Object.entries(paths)) {
    for (const [method, content] of Object.entries(item)) {
      const at = `/paths/${path.replaceAll('/', '~1')}/${method}`;
      const operation = { ...(content as Operation), at, method, path, servers: own as Operation['servers'] };
      const id = String((content as Operation)['x-endpoint']);
      found.set(id, [...(found.get(id) ?? []), operation]);
    }
  }
  return found;
}

/** The operations of the document by the id of their endpoint. */
export const OPERATIONS = operationsOf(OPENAPI);

/** Returns what a pointer of the document points to. */
export function pointedTo(pointer: string): unknown {
  return pointer
    .replace(/^#?\//, '')
    .split('/')
    .reduce<unknown>(
      (value, name) => (value as Record<string, unknown>)[name.replaceAll('~1', '/')],
      OPENAPI,
    );
}

/** The checks that were compiled before: operations share parameters. */
const checks = new Map<string, ValidateFunction>();

/** Returns the check of the schema at a pointer of the document. */
export function checkAt(pointer: string): ValidateFunction {
  const check = checks.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
  checks.set(pointer, check);
  return check;
}

/** Returns the check of the answers of an endpoint. */
export function answerCheck(endpoint: string): ValidateFunction {
  const [operation] = OPERATIONS.get(endpoint) ?? [];
  return checkAt(`${operation?.at}/responses/200/content/application~1json/schema`);
}

/** The parameters of an operation by name, with the pointers of their schemas. */
export function parametersOf({ at, parameters = [] }: Operation): ReadonlyMap<string, ParameterPlace> {
  return new Map(
    parameters.map((one, index) => {
      const pointer = '$ref' in one ? one.$ref.slice(1) : `${at}/parameters/${index}`;
      const parameter = pointedTo(pointer) as SentParameter & { readonly content?: unknown };
      const schema =
        parameter.content === undefined ? `${pointer}/schema` : `${pointer}/content/application~1json/schema`;
      return [parameter.name, { schema, isRequired: parameter.required === true, in: parameter.in }];
    }),
  );
}

/** Where the schema of a parameter is. */
export interface ParameterPlace {
  readonly schema: string;
  readonly isRequired: boolean;
  readonly in: SentParameter['in'];
}
