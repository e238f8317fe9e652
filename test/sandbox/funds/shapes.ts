/** Checks answers against hand-written shapes: names, none missing and none too many, and JSON types. */
import { expect } from 'vitest';

/**
 * d decimal text with 8 decimals, x decimal text of any length, s text, i whole number, n number, t time in ms,
 * b boolean, 0 null, or a text that stands for itself with "=" before it. A name that ends with "?" may be absent, "*" stands
 * for any names. An array holds the shape of each of its rows; it may not be empty, but for [shape, 'or none'].
 */
export type Shape =
  | string
  | readonly [Shape]
  | readonly [Shape, 'or none']
  | { readonly [name: string]: Shape };

export function expectShape(value: unknown, shape: Shape, at: string): void {
  if (typeof shape === 'string') expectWord(value, shape, at);
  else if (Array.isArray(shape)) {
    expect(Array.isArray(value), at).toBe(true);
    const rows = value as unknown[];
    if (shape[1] === undefined) expect(rows.length, `${at} has rows`).toBeGreaterThan(0);
    for (const [index, row] of rows.entries()) expectShape(row, shape[0] as Shape, `${at}[${index}]`);
  } else expectRecord(value, shape as { readonly [name: string]: Shape }, at);
}

function expectRecord(value: unknown, shape: { readonly [name: string]: Shape }, at: string): void {
  expect(typeof value === 'object' && value !== null && !Array.isArray(value), `${at} is an object`).toBe(
    true,
  );
  const record = value as Readonly<Record<string, unknown>>;
  const any = shape['*'];
  if (any !== undefined) {
    for (const [name, one] of Object.entries(record)) expectShape(one, any, `${at}.${name}`);
    return;
  }
  const known = new Map(Object.entries(shape).map(([name, one]) => [name.replace(/\?$/, ''), one]));
  expect(
    Object.keys(record).filter((name) => !known.has(name)),
    `${at} has more`,
  ).toEqual([]);
  for (const [name, one] of Object.entries(shape)) {
    if (name.endsWith('?') && record[name.slice(0, -1)] === undefined) continue;
    const plain = name.replace(/\?$/, '');
    expect(Object.hasOwn(record, plain), `${at}.${plain} is there`).toBe(true);
    expectShape(record[plain], one, `${at}.${plain}`);
  }
}

function expectWord(value: unknown, word: string, at: string): void {
  if (word.startsWith('=')) expect(value, at).toBe(word.slice(1));
  else if (word === 'd') expect(value, at).toMatch(/^-?\d+\.\d{8}$/);
  else if (word === 'x') expect(value, at).toMatch(/^-?\d+(\.\d+)?$/);
  else if (word === 's') expect(typeof value, at).toBe('string');
  else if (word === 'b') expect(typeof value, at).toBe('boolean');
  else if (word === '0') expect(value, at).toBeNull();
  else if (word === 'n') expect(typeof value, at).toBe('number');
  else if (word === 'i' || word === 't') expect(Number.isSafeInteger(value), at).toBe(true);
  else throw new Error(`no shape ${word}`);
}
