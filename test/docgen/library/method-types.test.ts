/** The types of answers follow the JSON types that the catalogue states. */
import { describe, expect, it } from 'vitest';
import { methodTypes } from '../../../src/docgen/library/method-types.ts';
import { libraryMethods } from '../../../src/docgen/library/methods.ts';

const types = methodTypes(await libraryMethods(), []);

/** Returns the declaration of a type. */
const declared = (name: string) =>
  types.match(new RegExp(`export type ${name} = [^;]*?<\\{\\n[^}]*\\}>;`))?.[0];

describe('the types of answers', () => {
  it('call a list a list and an object an object, which were text', () => {
    expect(declared('SpotOcoNewRow')).toContain('orderReports?: readonly AnswerValue[];');
    expect(declared('SpotCommissionRow')).toContain('discount?: AnswerValue;');
  });

  it('have one order in the answer to a change of an order, which was a list', () => {
    expect(declared('SpotOrderAmendAnswer')).toContain('amendedOrder: SpotOrderAmendRow;');
  });
});
