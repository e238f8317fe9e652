/** Schemas that have a name in a document, so that equal ones are written once. */
import type { Schema } from '../parameter-schema.ts';

/** The version of JSON Schema in which a document is written: the two write arrays of fixed length in different ways. */
export type Dialect = 'draft-07' | '2020-12';

/** The named schemas of one document. */
export class SharedSchemas {
  readonly #dialect: Dialect;
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, Schema>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Returns a reference to the schema, which gets this name, or has the name under which it was first seen. */
  named(name: string, schema: Schema): Schema {
    const text = JSON.stringify(schema);
    const known = this.#names.get(text) ?? this.#freeName(name);
    this.#names.set(text, known);
    this.#schemas.set(known, schema);
    return { $ref: `#/components/schemas/${known}` };
  }

  /** Returns the schema of an array whose first elements have these schemas in this order. */
  tuple(items: readonly Schema[]): Schema {
    return {
      type: 'array',
      ...(this.#dialect === 'draft-07' ? { items } : { prefixItems: items }),
      minItems: items.length,
    };
  }

  /** Returns all named schemas, sorted by name. */
  all(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #freeName(name: string): string {
    let free = name;
    for (let count = 2; this.#schemas.has(free); count += 1) free = `${name}${count}`;
    return free;
  }
}

/** Returns an id in the form of a type's name. */
export function pascalCase(id: string): string {
  return id.replace(/(?:^|[.-])(\w)/g, (_mark, letter: string) => letter.toUpperCase());
}
