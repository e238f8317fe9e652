/** Finds endpoints by id; only the sections of the catalogue that declare them are loaded. */
import { SECTIONS, type SectionName } from '../catalogue/sections.ts';
import type { Endpoint } from '../catalogue/types.ts';
import { SECTION_IDS } from '../generated/endpoint-sections.ts';

/** The endpoints that were found before: the search of all ids and the look for a loaded module cost more than a short call. */
const found = new Map<string, Endpoint>();

/** Returns the endpoint with this id; throws a RangeError if no section declares it. */
export async function endpointById(id: string): Promise<Endpoint> {
  const known = found.get(id);
  if (known !== undefined) return known;
  const endpoint = await findEndpoint(id);
  found.set(id, endpoint);
  return endpoint;
}

async function findEndpoint(id: string): Promise<Endpoint> {
  for (const [name, ids] of Object.entries(SECTION_IDS)) {
    const at = ids.indexOf(id);
    if (at !== -1) return (await SECTIONS[name as SectionName].load())[at]!;
  }
  throw new RangeError(`the endpoint ${id} is not declared`);
}
