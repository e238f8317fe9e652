/**
 * `explain` knows the words that people meet: names of errors and parameters, limits, order types, times in force and
 * terms of trading. Each was an unknown subject.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Enumeration } from '../../../src/catalogue/enumerations/enumeration.ts';
import { ENUMERATIONS, findEnumerations } from '../../../src/catalogue/enumerations.ts';
import { ERROR_CODES } from '../../../src/catalogue/errors/error-codes.ts';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { LIMITS } from '../../../src/catalogue/limits.ts';
import { findTerms, TERMS } from '../../../src/catalogue/terms/terms.ts';
import { commandsByEndpoint } from '../../../src/commands/command-index.ts';
import { listSubjects } from '../../../src/commands/explain/explanations.ts';
import {
  explainErrorName,
  explainLimit,
  explainParameter,
  listWordSubjects,
} from '../../../src/commands/explain/word-explanations.ts';
import { failure, json } from '../outcomes.ts';
import { bourse } from '../world.ts';

interface Explained {
  readonly is: string;
  readonly title: string;
  readonly lines: readonly string[];
}

const explain = async (subject: string) =>
  json<Explained[]>(await bourse(['explain', ...subject.split(' ')]));

describe('explain', () => {
  const valuesOfToday = new Set(
    ENDPOINTS.flatMap(({ params }) => Object.values(params).flatMap(({ today }) => today?.alsoValues ?? [])),
  );

  it.each([...valuesOfToday].map(String))(
    'knows %s, a value that only the live interface takes',
    async (value) => {
      const sets = Object.values<Enumeration>(ENUMERATIONS).filter(({ values, valuesToday = [] }) =>
        [...values, ...valuesToday].includes(value),
      );
      expect(sets).not.toEqual([]);
      expect(findEnumerations(value).map(({ enumeration }) => enumeration)).toEqual(sets);
      expect(listSubjects(await commandsByEndpoint())).toContain(value);
    },
  );

  it('names the modes of self-trade prevention of today, which were an unknown subject', async () => {
    const [found] = await explain('decrement');
    expect(found).toMatchObject({
      is: 'enumeration',
      title: expect.stringContaining('Self-trade prevention'),
    });
    expect(found!.lines).toContain('Today also: DECREMENT, TRANSFER');
  });

  it.each([
    ['BAD_SYMBOL', 'error code', /^-1121 /],
    ['bad_symbol', 'error code', /^-1121 /],
    ['recvWindow', 'term', /recvWindow/],
    ['recv-window', 'term', /recvWindow/],
    ['timeInForce', 'parameter', /timeInForce/],
    ['time-in-force', 'parameter', /timeInForce/],
    ['quantity', 'parameter', /--quantity/],
    ['GTX', 'enumeration', /[Tt]ime in force/],
    ['STOP_LOSS_LIMIT', 'enumeration', /[Tt]ype/],
    ['spotWeight', 'limit', /Spot request weight/],
    ['Spot request weight', 'limit', /spotWeight/],
    ['funding', 'term', /funding/],
    ['funding rate', 'term', /funding/],
    ['maker', 'term', /maker/],
    ['taker', 'term', /taker/],
    ['post-only', 'term', /post-only/],
    ['post only', 'term', /post-only/],
    ['iceberg', 'term', /iceberg/],
    ['mark price', 'term', /mark price/],
    ['index price', 'term', /index price/],
    ['notional', 'term', /notional/],
    ['leverage brackets', 'term', /leverage bracket/],
    ['ADL', 'term', /ADL/],
    ['ADL rank', 'term', /ADL/],
    ['reduce-only', 'term', /reduce-only/],
    ['OCO', 'term', /OCO/],
    ['time in force', 'term', /time in force/],
    ["dead man's switch", 'term', /dead man/],
    ['SOR allocations', 'term', /SOR/],
    ['bps', 'term', /bps/],
  ])('knows %s as %s', async (subject, is, title) => {
    const found = await explain(subject);
    expect(found.find((one) => one.is === is)?.title).toMatch(title);
  });

  it('prints the meaning and the source of a term, and what it means as a parameter', async () => {
    const { stdout } = await bourse('explain leverage -o table');
    expect(stdout).toMatch(/Notional divided by initial margin/);
    expect(stdout).toMatch(/Source: public facts, Futures mechanics/);
    expect(stdout).toMatch(/Parameter leverage: --leverage\n.*In usdm\.leverage/);
  });

  it('still explains a command whose word is a term, too', async () => {
    expect((await explain('stream')).map(({ is }) => is)).toEqual(
      expect.arrayContaining(['term', 'command']),
    );
  });

  it.each([
    ['BAD_SYMBL', 'BAD_SYMBOL'],
    ['fundng', 'funding'],
    ['recvWindwo', 'recvWindow'],
    ['icebrg', 'iceberg'],
    ['post-onyl', 'post-only'],
    ['STOP_LOS', 'STOP_LOSS'],
    ['spotWeigt', 'spotWeight'],
    ['timeInFroce', 'timeInForce'],
  ])('suggests for %s: %s', async (subject, near) => {
    expect(failure(await bourse(['explain', subject])).hint).toBe(`Did you mean ${near}?`);
  });
});

describe('every subject that is suggested', () => {
  it('is explained: parameters, limits, error names and values of enumerations', async () => {
    for (const name of new Set(ENDPOINTS.flatMap(({ params }) => Object.keys(params))))
      expect([name, explainParameter(name).length]).toEqual([name, 1]);
    for (const [name, { title }] of Object.entries(LIMITS))
      for (const subject of [name, title])
        expect([subject, explainLimit(subject).length > 0]).toEqual([subject, true]);
    for (const { first, second } of ERROR_CODES)
      for (const name of [...(first?.names ?? []), ...(second?.names ?? [])])
        expect([name, explainErrorName(name).length > 0]).toEqual([name, true]);
    const subjects = new Set([...listSubjects(await commandsByEndpoint()), ...listWordSubjects()]);
    for (const { values } of Object.values(ENUMERATIONS) as readonly {
      readonly values: readonly unknown[];
    }[])
      for (const value of values.filter((one) => typeof one === 'string')) expect(subjects).toContain(value);
  });
});

describe('the terms', () => {
  it('have one entry for each name and spelling', () => {
    for (const { term, also = [] } of TERMS)
      for (const name of [term, ...also])
        expect([name, findTerms(name).map((one) => one.term)]).toEqual([name, [term]]);
  });

  it('are full sentences with a source', () => {
    for (const { meaning, source } of TERMS) {
      expect(meaning).toMatch(/^[A-Z].*\.$/s);
      expect(source).toMatch(/^(interface document|public facts|today's interface|docs\/[\w/-]+\.md)/);
    }
  });

  it.each(TERMS.filter(({ see }) => see !== undefined))(
    'of $term refer to subjects that exist',
    async ({ see }) => {
      for (const subject of see ?? []) {
        const { code } = await bourse(['explain', ...subject.split(' ')]);
        expect([subject, code]).toEqual([subject, 0]);
      }
    },
  );

  it('of the glossary have the words of docs/glossary.md', () => {
    const text = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8');
    const sections = text
      .split(/^## /m)
      .filter((one) => /^(Interface|Requests and orders|Streams)\n/.test(one));
    const rows = sections.flatMap((one) => [...one.matchAll(/^\| (?!term \||---)(.+?) \| (.+) \|$/gm)]);
    expect(rows.length).toBeGreaterThan(30);
    for (const [, names = '', meaning = ''] of rows)
      for (const name of names.split(', ')) {
        const [found] = findTerms(name);
        expect(found?.meaning.toLowerCase()).toBe(`${meaning.replace(/[`*]/g, '').toLowerCase()}.`);
      }
  });
});
