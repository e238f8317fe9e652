/** The Python client has every method, with the arguments of the catalogue in the names of Python. */
import { describe, expect, it } from 'vitest';
import { localCommands } from '../../src/docgen/library/local-commands.ts';
import { libraryMethods } from '../../src/docgen/library/methods.ts';
import { libraryStreams } from '../../src/docgen/library/streams.ts';
import { pythonClient } from '../../src/docgen/python/python-client.ts';
import { snakeCase } from '../../src/docgen/python/python-types.ts';
import { asEitherInterface } from '../../src/request/today.ts';

const methods = await libraryMethods();
const streams = libraryStreams();
const commands = await localCommands();
const client = pythonClient({ runtime: '', version: '1.2.3', methods, streams, commands });

/** The head of each method, by what it calls. */
const HEADS = new Map(
  [
    ...client.matchAll(
      /^ {4}def (\w+)\(self(.*)\) -> (.*):\n(?:(?! {4}def ).*\n)*?\s+return self\._(\w+)\("([\w./]+)"/gm,
    ),
  ].map(
    ([, name, given, answer, kind, path]) => [`${kind} ${path}`, { name, given: given!, answer }] as const,
  ),
);

function namesOf(given: string): readonly string[] {
  return [...given.matchAll(/(?:^|, )(\w+): /g)].map(([, name]) => name!);
}

describe('the Python client', () => {
  it('has a method for each endpoint, with its arguments, the needed ones without a default', () => {
    let count = 0;
    for (const { endpoint, path } of methods) {
      const head = HEADS.get(`${endpoint.effect === 'read' ? 'read' : 'write'} ${path.join('.')}`);
      expect([path, head?.name]).toEqual([path, snakeCase(path.at(-1)!)]);
      const names = namesOf(head!.given);
      for (const [name, param] of Object.entries(asEitherInterface(endpoint).params)) {
        const own = snakeCase(name);
        expect(names, `${endpoint.id} ${name}`).toContain(own);
        const isNeeded = param.required === true && param.default === undefined;
        expect(head!.given, `${endpoint.id} ${name}`).toMatch(
          new RegExp(isNeeded ? `[ (]${own}: (?!Optional)` : `[ (]${own}: Optional\\[`),
        );
        count += 1;
      }
      expect(names.includes('idempotency_key')).toBe(endpoint.effect !== 'read');
      const hasPages = endpoint.effect === 'read' && endpoint.pages !== undefined;
      expect(HEADS.has(`all ${path.join('.')}`), endpoint.id).toBe(hasPages);
    }
    expect(count).toBeGreaterThan(1600);
  });

  it('has a method for each stream and each command that is a method of the library', () => {
    for (const { path } of streams) expect(HEADS.has(`follow ${path.join('.')}`), path.join('.')).toBe(true);
    for (const { path } of commands) expect(HEADS.has(`local ${path.join('.')}`), path.join('.')).toBe(true);
  });

  it.each([
    ['startTime', 'start_time'],
    ['from', 'from_'],
    ['recvWindow', 'recv_window'],
    ['isIsolated', 'is_isolated'],
    ['ticker24hr', 'ticker24hr'],
    ['newOrderRespType', 'new_order_resp_type'],
    ['positionIM', 'position_im'],
    ['self', 'self_'],
  ])('names %s %s', (name, own) => {
    expect(snakeCase(name)).toBe(own);
  });
});
