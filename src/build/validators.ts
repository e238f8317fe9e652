/**
 * Compiles the schemas of documents that users write into plain code, so that the program neither loads ajv
 * nor compiles a schema when it starts.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv, type Options } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import * as esbuild from 'esbuild';
import { replaceFile } from './replace-file.ts';

interface Compiled {
  /** The file in `schemas/`. */
  readonly schema: string;
  /** The name of the generated file in `src/generated/`, without its extension. */
  readonly output: string;
  /** The property by which exactly one branch of the schema's own `oneOf` applies. */
  readonly branchesBy?: string;
}

const COMPILED: readonly Compiled[] = [
  { schema: 'position-management-thesis.v1.schema.json', output: 'thesis-validator', branchesBy: 'action' },
  { schema: 'profile.v1.schema.json', output: 'profile-validator' },
  { schema: 'policy.v1.schema.json', output: 'policy-validator' },
];

/**
 * Three modules come out of one schema: `accepts` stops at the first fault and keeps no record, which is
 * what a stream of mostly valid documents needs; `findFaults` collects every fault of a document that
 * `accepts` refused; `schemaText` is the schema as it stands in its file, to print and to quote from.
 */
const DECLARATIONS = {
  accepts: `/**
 * Returns whether the value satisfies the schema; stops at the first fault. Inherited properties
 * count as the object's own, so the result holds only while nothing was added to
 * Object.prototype.
 */
export declare function accepts(value: unknown): boolean;
`,
  findFaults: `/**
 * Collects every fault of the value in its \`errors\`; returns whether the value has no fault.
 */
export declare const findFaults: {
  (value: unknown): boolean;
  errors?: readonly SchemaFault[] | null;
};
/** A fault as ajv records it. */
export interface SchemaFault {
  readonly keyword: string;
  /** Where the value is, a JSON pointer. */
  readonly instancePath: string;
  /** Where the rule is in the schema. */
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The value of the keyword in the schema. */
  readonly schema: unknown;
  /** The value that breaks the rule. */
  readonly data: unknown;
}
`,
  schemaText: `/** The text of the schema, exactly as in its file. */
export declare const schemaText: string;
`,
} as const;

/**
 * Compiles each schema of the project's \`schemas/\` folder into an ES module in \`outputFolder\`, which is
 * \`src/generated/\`. Throws where a schema breaks ajv's strict rules.
 */
export async function compileValidators(outputFolder: string): Promise<void> {
  await mkdir(outputFolder, { recursive: true });
  const schemas = join(outputFolder, '../../schemas');
  for (const { schema, output, branchesBy } of COMPILED) {
    const text = await readFile(join(schemas, schema), 'utf8');
    const published = JSON.parse(text) as object;
    createCompiler({}).compile(published);
    const parsed = withoutDeclarations(published) as object;
    // With a discriminator ajv checks only the branch that applies: faster, and without faults of the others.
    const branched =
      branchesBy === undefined ? parsed : { ...parsed, discriminator: { propertyName: branchesBy } };
    await writeModule(
      join(outputFolder, `${output}-accepts`),
      compile(branched, 'accepts'),
      DECLARATIONS.accepts,
    );
    await writeModule(
      join(outputFolder, `${output}-faults`),
      compile(branched, 'findFaults'),
      DECLARATIONS.findFaults,
    );
    await writeModule(
      join(outputFolder, `${output}-schema`),
      `export const schemaText = ${JSON.stringify(text)};`,
      DECLARATIONS.schemaText,
    );
  }
}

/**
 * Returns the schema without members that may have any value: strict mode wants them declared where they are required,
 * and ajv would make code of them that checks nothing, which a stream of theses pays for on every line.
 */
function withoutDeclarations(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDeclarations);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      const kept = withoutDeclarations(value);
      if (keyword !== 'properties') return [[keyword, kept]];
      const members = Object.entries(kept as object).filter(([, member]) => member !== true);
      return members.length === 0 ? [] : [[keyword, Object.fromEntries(members)]];
    }),
  );
}

function createCompiler(options: Options): Ajv {
  const ajv = new Ajv({ strict: true, logger: false, ...options });
  addFormats.default(ajv);
  return ajv;
}

/**
 * The characters of a URI (RFC 3986, section 2) after its scheme. V8 takes 5 ms to compile the whole grammar, in every
 * command that reads a profile; an address is parsed again before anything is sent to it.
 */
const URI = /^[a-z][a-z0-9+.-]*:(?:[a-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})*$/i;

function compile(schema: object, name: 'accepts' | 'findFaults'): string {
  const collectsAll = name === 'findFaults';
  const ajv = createCompiler({
    // The published schema was compiled in strict mode already; the schema compiled here lacks the declarations
    // that only strict mode requires.
    strictRequired: false,
    discriminator: true,
    // A required member must be the object's own, not inherited. The quick check does not test that, so its
    // caller uses it only while nothing was added to Object.prototype.
    ownProperties: collectsAll,
    allErrors: collectsAll,
    verbose: collectsAll,
    messages: false,
    // The schema's lengths only distinguish empty from non-empty text, so counting code units gives the same
    // result as counting code points.
    unicode: false,
    code: { source: true, esm: true, optimize: 2 },
  });
  ajv.addFormat('uri', URI);
  const standalone = standaloneCode.default(ajv, ajv.compile(schema));
  const code = collectsAll ? standalone : withoutRecords(standalone);
  return code.replace('export const validate =', `export const ${name} =`).replace(/export default \w+;/, '');
}

/** Matches a record of a fault in ajv's code, which ends with an object of parameters and may name a member; texts may hold braces. */
const FAULT_RECORD =
  /\{instancePath(?:[^{}"]|"(?:[^"\\]|\\.)*")*,params:\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}(?:,propertyName:\w+)?\}/g;

/**
 * Returns a quick check whose records of faults are empty. Nobody reads them, and they quote from the schema, which would be
 * made as an object at every start. Throws where a record has another form.
 */
function withoutRecords(code: string): string {
  const without = code.replace(FAULT_RECORD, '{}');
  if (without.includes('schemaPath')) throw new Error('ajv writes the records of faults in an unknown form');
  return without;
}

/** Writes the code with ajv's run-time helpers included, so that the program needs no file of ajv. */
async function writeModule(path: string, code: string, declarations: string): Promise<void> {
  const require = createRequire(import.meta.url);
  const modules = dirname(dirname(require.resolve('ajv/package.json')));
  const built = await esbuild.build({
    stdin: { contents: code, resolveDir: modules, loader: 'js' },
    nodePaths: [modules],
    bundle: true,
    write: false,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
    minifyWhitespace: true,
    minifySyntax: true,
    banner: { js: '// Compiled from a schema in schemas/ by src/build/validators.ts; not edited by hand.' },
  });
  await replaceFile(`${path}.js`, built.outputFiles[0]!.text);
  await replaceFile(`${path}.d.ts`, declarations);
}
