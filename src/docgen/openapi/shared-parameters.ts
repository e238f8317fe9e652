/** Parameters that several operations have in the same form, so that each of them is written once. */
import type { Schema } from '../parameter-schema.ts';

/** The parameters of one document. */
export class SharedParameters {
  readonly #known = new Map<string, { readonly name: string; readonly parameter: Schema; uses: number }>();

  /** Counts a use of a parameter, and returns the entry that stands for it until `resolve` is called. */
  reference(endpoint: string, parameter: Schema): Schema {
    const text = JSON.stringify(parameter);
    const known = this.#known.get(text);
    if (known === undefined)
      this.#known.set(text, { name: `${endpoint}.${String(parameter['name'])}`, parameter, uses: 1 });
    else known.uses += 1;
    return parameter;
  }

  /** Returns the document with its shared parameters: those that are used more than once are references. */
  resolve(document: Schema): Schema {
    const shared = [...this.#known].filter(([, { uses }]) => uses > 1);
    const references = new Map(
      shared.map(([text, { name }]) => [text, { $ref: `#/components/parameters/${name}` }]),
    );
    const { paths, components } = document as { paths: Record<string, Schema>; components: Schema };
    return {
      ...document,
      paths: mapValues(paths, (item) =>
        mapValues(item as Record<string, unknown>, (operation) =>
          withReferences(operation as Schema, references),
        ),
      ),
      components: {
        ...components,
        parameters: {
          ...(components['parameters'] as Schema),
          ...Object.fromEntries(shared.map(([, { name, parameter }]) => [name, parameter])),
        },
      },
    };
  }
}

function withReferences(operation: Schema, references: ReadonlyMap<string, Schema>): Schema {
  const parameters = operation['parameters'];
  if (!Array.isArray(parameters)) return operation;
  return {
    ...operation,
    parameters: parameters.map((one) => references.get(JSON.stringify(one)) ?? one),
  };
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
