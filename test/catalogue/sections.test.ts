/** Prevents sections that are missing from, or repeated in, the lists derived from the table of sections. */
import { describe, expect, it } from 'vitest';
import { commandsFor } from '../../src/build/warm-up-commands.ts';
import { HOSTS } from '../../src/catalogue/hosts.ts';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import { SECTIONS, type Section, type SectionName } from '../../src/catalogue/sections.ts';
import { readCommandLine } from '../../src/cli/arguments.ts';
import { SECTION_IDS } from '../../src/generated/endpoint-sections.ts';
import { HANDLERS, SECTION_HANDLERS } from '../../src/sandbox/handlers/all.ts';
import { type LoadableSection, SECTION_HANDLER_LOADERS } from '../../src/sandbox/handlers/load-section.ts';

const names = Object.keys(SECTIONS) as SectionName[];

async function idsOf(name: SectionName): Promise<string[]> {
  return (await SECTIONS[name].load()).map(({ id }) => id);
}

describe('the table of sections', () => {
  it('contains every endpoint of the catalogue once, in the same order', async () => {
    const loaded = await Promise.all(names.map((name) => SECTIONS[name].load()));
    expect(loaded.flat()).toEqual(ENDPOINTS);
    expect(new Set(ENDPOINTS.map(({ id }) => id)).size).toBe(ENDPOINTS.length);
  });

  it.each(names)('contains in %s only endpoints of its product, as in the generated index', async (name) => {
    const { product, load }: Section = SECTIONS[name];
    const endpoints = await load();
    expect(endpoints.length).toBeGreaterThan(0);
    for (const endpoint of endpoints) expect(endpoint.product).toBe(product);
    expect(SECTION_IDS[name]).toEqual(await idsOf(name));
  });

  it('names for each host with a clock the section whose endpoint reads the clock', async () => {
    const hosts = names.flatMap((name) => (SECTIONS[name] as Section).clockOf ?? []);
    expect(new Set(hosts).size).toBe(hosts.length);
    for (const name of names) {
      const { clockOf, load }: Section = SECTIONS[name];
      const clocks = (await load()).filter(({ isServerTime }) => isServerTime);
      expect(clocks).toHaveLength(clockOf === undefined ? 0 : 1);
      if (clockOf !== undefined) expect(HOSTS.map((host) => host.name)).toContain(clockOf);
    }
  });
});

describe('the handlers of the sandbox', () => {
  const unsimulated = new Set(ENDPOINTS.filter((one) => one.unsimulated !== undefined).map(({ id }) => id));

  it.each(names)('answer each endpoint of %s, from exactly one list', async (name) => {
    for (const id of await idsOf(name)) {
      const lists = SECTION_HANDLERS[name].filter((handlers) => Object.hasOwn(handlers, id));
      expect([id, lists.length]).toEqual([id, unsimulated.has(id) ? 0 : 1]);
    }
  });

  it('answer only endpoints of the catalogue', () => {
    const ids = new Set(ENDPOINTS.map(({ id }) => id));
    expect(Object.keys(HANDLERS).filter((id) => !ids.has(id))).toEqual([]);
  });

  it.each(Object.keys(SECTION_HANDLER_LOADERS) as LoadableSection[])(
    'are complete if only %s is loaded',
    async (name) => {
      const handlers = await SECTION_HANDLER_LOADERS[name]();
      for (const id of await idsOf(name)) expect([id, handlers[id]]).toEqual([id, HANDLERS[id]]);
    },
  );
});

describe('the packs of the built program', () => {
  it('contain each section that names a pack, because a warm-up command of the pack calls an endpoint of it', async () => {
    const commands = commandsFor('/home', 'http://127.0.0.1:1');
    const missing: string[] = [];
    for (const name of names) {
      const { pack }: Section = SECTIONS[name];
      if (pack === undefined) continue;
      const called = await Promise.all(
        (commands[`${pack}.pack`] ?? []).map(async (line) => (await readCommandLine(line)).endpoint?.id),
      );
      const ids = await idsOf(name);
      if (!called.some((id) => id !== undefined && ids.includes(id))) missing.push(name);
    }
    expect(missing).toEqual([]);
  });
});
