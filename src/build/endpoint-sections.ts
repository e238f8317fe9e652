/** Writes which section of the catalogue declares each endpoint, so that a run loads only the sections it needs. */
import { join } from 'node:path';
import { SECTIONS } from '../catalogue/sections.ts';
import { replaceFile } from './replace-file.ts';

/** Writes `endpoint-sections.ts`; throws if two sections declare one id, or a section another product's endpoint. */
export async function writeEndpointSections(generated: string): Promise<void> {
  const ids: Record<string, readonly string[]> = {};
  for (const [name, { product, load }] of Object.entries(SECTIONS)) {
    const endpoints = await load();
    const foreign = endpoints.find((one) => one.product !== product);
    if (foreign !== undefined) throw new Error(`${foreign.id} in section ${name} is not of ${product}`);
    ids[name] = endpoints.map(({ id }) => id);
  }
  const all = Object.values(ids).flat();
  const duplicate = all.find((id, at) => all.indexOf(id) !== at);
  if (duplicate !== undefined) throw new Error(`${duplicate} is declared twice`);
  await replaceFile(join(generated, 'endpoint-sections.ts'), text(ids));
}

function text(ids: Readonly<Record<string, readonly string[]>>): string {
  return `/** The endpoint ids of each section. Written by src/build/endpoint-sections.ts; not edited by hand. */
import type { SectionName } from '../catalogue/sections.ts';

export const SECTION_IDS: Readonly<Record<SectionName, readonly string[]>> = ${JSON.stringify(ids, null, 2)};
`;
}
