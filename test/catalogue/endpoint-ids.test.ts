/**
 * Prevents code that branches on endpoint ids: what differs between endpoints is a field of the catalogue.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** Files in which an endpoint id is data. */
const DATA = [
  /^catalogue\//,
  /^generated\//,
  // The endpoint that a command calls.
  /^commands\/[^/]+\/([a-z-]+-)?verbs\.ts$/,
  // The endpoints that a report is made of.
  /^commands\/[^/]+\/report-reads\.ts$/,
  // The handler of each endpoint.
  /^sandbox\/handlers\//,
  // Names of sections, some of which are spelled like an endpoint's id.
  /^sandbox\/process\/read-only\.ts$/,
  // Ids of streams, some of which are spelled like an endpoint's.
  /^sandbox\/streams\//,
];

const ids = new Set(ENDPOINTS.map(({ id }) => id));

const COMMENTS = /\/\*[\s\S]*?\*\//g;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

it('the sources contain endpoint ids only as data', () => {
  const files = filesBelow(SRC).filter((file) => !DATA.some((one) => one.test(relative(SRC, file))));
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8')
        .replace(COMMENTS, '')
        .matchAll(/(['"`])([a-z0-9]+\.[a-z0-9.-]+)\1/g),
    ]
      .filter(([, , text]) => ids.has(text!))
      .map(([, , text]) => `${relative(SRC, file)}: ${text}`),
  );
  expect(found).toEqual([]);
});
