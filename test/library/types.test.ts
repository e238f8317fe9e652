/** What the types of the methods accept and refuse, checked by the compiler for every endpoint of the catalogue. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Param, Params } from '../../src/catalogue/types.ts';
import { isBoolean } from '../../src/commands/command-text.ts';
import { arrayElements, itemOf, itemsOf, listElements } from '../../src/request/elements.ts';
import { asEitherInterface } from '../../src/request/today.ts';
import { temporaryFolder } from '../acceptance/world.ts';
import { leastArguments } from '../catalogue/sweep-arguments.ts';
import { METHOD_OF } from './test-library.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Returns an argument of the wire as a program writes it. */
function literal(param: Param, text: string): string {
  if (param.type === 'LIST') {
    const params = itemsOf(param) ?? {};
    const objects = listElements(text)!.map((fields) =>
      object(params, new Map([...fields].map(([name, value]) => [name, value!]))),
    );
    return `[${objects.join(', ')}]`;
  }
  if (param.type === 'ARRAY')
    return `[${arrayElements(param, text)!
      .map((one) => literal(itemOf(param), one))
      .join(', ')}]`;
  if (isBoolean(param)) return text.toLowerCase();
  if (param.type === 'LONG' && param.unit !== 'ms') return `${text}n`;
  const isNumber = ['INT', 'LONG'].includes(param.type);
  return isNumber ? text : JSON.stringify(text);
}

function object(params: Params, given: ReadonlyMap<string, string>): string {
  const fields = [...given].map(([name, text]) => `${JSON.stringify(name)}: ${literal(params[name]!, text)}`);
  return `{ ${fields.join(', ')} }`;
}

/** The lines of a program that calls every method rightly, and each in wrong ways that must not compile. */
function program() {
  const counts = { right: 0, missing: 0, wrong: 0, unknown: 0 };
  const lines: string[] = [];
  const refused = (call: string, name: keyof typeof counts) => {
    counts[name] += 1;
    lines.push(`// @ts-expect-error ${name}`, call);
  };
  for (const endpoint of ENDPOINTS) {
    const method = `x.${METHOD_OF.get(endpoint.id)}`;
    const { params } = asEitherInterface(endpoint);
    const given = new Map(leastArguments(endpoint));
    lines.push(`void ${method}(${object(params, given)});`);
    counts.right += 1;
    refused(`void ${method}({ ...${object(params, given)}, noSuchArgument: 1 });`, 'unknown');
    for (const [name, param] of Object.entries(params)) {
      if (param.required === true && param.default === undefined) {
        const { [name]: _left, ...rest } = Object.fromEntries(given);
        refused(`void ${method}(${object(params, new Map(Object.entries(rest)))});`, 'missing');
      }
      const least = object(params, new Map([...given].filter(([one]) => one !== name)));
      const wrong = param.values === undefined ? '{ wrong: true }' : '"no such value"';
      refused(`void ${method}({ ...${least}, ${JSON.stringify(name)}: ${wrong} });`, 'wrong');
      if (param.type === 'DECIMAL')
        refused(`void ${method}({ ...${least}, ${JSON.stringify(name)}: 0.1 });`, 'wrong');
    }
  }
  return { lines, counts };
}

/** Compiles a program against the declarations; returns the faults that the compiler prints. */
function compile(lines: readonly string[]): string {
  const folder = temporaryFolder();
  const declarations = join(ROOT, 'src/library/declarations.ts');
  const head = [`import type { Bourse } from ${JSON.stringify(declarations)};`, 'declare const x: Bourse;'];
  writeFileSync(join(folder, 'program.mts'), [...head, ...lines, ''].join('\n'));
  const compilerOptions = { typeRoots: [join(ROOT, 'node_modules/@types')], skipLibCheck: false };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['program.mts'] }),
  );
  try {
    return execFileSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8' });
  } catch (thrown) {
    return (thrown as { readonly stdout: string }).stdout;
  }
}

describe('the types of the library', () => {
  const { lines, counts } = program();

  it(`accept ${counts.right} right calls, and refuse ${counts.missing} without a required argument, ${counts.wrong} with a wrong value and ${counts.unknown} with an unknown argument`, () => {
    expect(counts.right).toBe(ENDPOINTS.length);
    expect(compile(lines)).toBe('');
  });

  it('let a call without required arguments be made without any', () => {
    expect(compile(['void x.market.ping();', 'void x.stream.user();', 'void x.orders.list();'])).toBe('');
    expect(compile(['void x.market.klines();'])).toContain('Expected 1-2 arguments');
  });

  it('name the fields of rows', () => {
    const right = 'const close: string = (await x.market.klines({ symbol: "A", interval: "1h" }))[0]!.close;';
    const wrong = 'const close2 = (await x.market.klines({ symbol: "A", interval: "1h" }))[0]!.clos;';
    expect(compile([`${right} void close;`])).toBe('');
    expect(compile([`${wrong} void close2;`])).toContain("'clos'");
  });
});
