/** Members that an object has twice. */
import { describe, expect, it } from 'vitest';
import { repeatedMember } from '../../src/policy/repeated-member.ts';

describe('a repeated member', () => {
  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"b":{"c":1,"c":2}}', 'c'],
    ['[{"a":1},{"a":2}]', undefined],
    ['{"a":{"a":[{"a":1}]},"b":"a"}', undefined],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":["x","x","{\\"a\\":1,\\"a\\":2}"]}', undefined],
    ['{"a\\"":1, "a\\"" : 2}', 'a"'],
    ['{"a":"b:","b":1}', undefined],
  ])('of %s is %s', (text, expected) => {
    expect(repeatedMember(text)).toBe(expected);
  });
});
