/** Lists all derived documents by path, and writes them. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commandsByEndpoint } from '../commands/command-index.ts';
import { GROUPS } from '../commands/groups.ts';
import { asyncApiDocument, MESSAGE_CATALOGUE } from './asyncapi/document.ts';
import { disputesPage } from './disputes.ts';
import { listFaults, safetyPage } from './faults.ts';
import { interfaceTodayPage } from './interface-today.ts';
import { layOut } from './json-layout.ts';
import { libraryMethods } from './library/methods.ts';
import { libraryReport } from './library/report.ts';
import { openApiDocument } from './openapi/document.ts';
import { parameterSchema } from './parameter-schema.ts';
import { groupReference, referenceIndex } from './reference.ts';

/** Returns every derived document of the project in the folder `root`: its path from there, and its text. */
export async function derivedDocuments(root: string): Promise<ReadonlyMap<string, string>> {
  const commands = await commandsByEndpoint();
  const groups = await Promise.all(GROUPS.map(({ load }) => load()));
  const documents = new Map<string, string>();
  documents.set('docs/reference/README.md', referenceIndex(groups));
  for (const group of groups)
    documents.set(`docs/reference/${group.word}.md`, groupReference(group, commands));
  documents.set('docs/disputes.md', disputesPage());
  documents.set('docs/interface-today.md', interfaceTodayPage(commands));
  const safety = 'docs/safety.md';
  documents.set(safety, safetyPage(await readFile(join(root, safety), 'utf8'), listFaults(root)));
  documents.set('schemas/endpoints.v1.schema.json', layOut(parameterSchema()));
  documents.set('schemas/openapi.v1.json', layOut(openApiDocument(await libraryMethods())));
  documents.set('schemas/asyncapi.v1.json', layOut(asyncApiDocument(MESSAGE_CATALOGUE)));
  documents.set('docs/reference/library.d.ts', await libraryReport(root));
  return documents;
}

/** Writes every derived document below the project's root. */
export async function writeDocuments(root: string): Promise<void> {
  for (const [path, text] of await derivedDocuments(root)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
