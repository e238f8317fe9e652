/** `bourse config edit`: lets the user edit a copy of the config file, and stores it if it has no fault. */
import { rmSync } from 'node:fs';
import { asToolError, ToolError, usageError } from '../../core/errors.ts';
import {
  type CheckedFile,
  ensurePrivateFolder,
  readCheckedFile,
  writeCheckedFile,
} from '../../store/checked-file.ts';
import { documentFile, documentText, withDocumentLock } from '../../store/json-document.ts';
import type { CommandCall } from '../types.ts';
import { type ConfigDocument, configDocument, documentServices, parseConfig } from './config-file.ts';

/** Opens the editor on a copy until the copy has no fault or the user gives up; moves it in place and prints the path. */
export async function run(call: CommandCall): Promise<void> {
  const { world } = call.services;
  const document = configDocument(world);
  const file = documentFile(document, documentServices(world));
  ensurePrivateFolder(file);
  const before = readCheckedFile(file);
  const copy: CheckedFile = {
    ...file,
    path: `${file.path}.${world.secretHex(4)}.edit.json`,
    what: 'the copy',
  };
  try {
    writeCheckedFile(copy, before ?? documentText(document.empty), world.secretHex);
    const text = await editedText(call, copy, file.path);
    const isChanged = text !== (before ?? documentText(document.empty));
    if (isChanged)
      await withDocumentLock(document, documentServices(world), () => {
        if (readCheckedFile(file) !== before) throw changedMeanwhile(file.path);
        writeCheckedFile(file, text, world.secretHex);
      });
    call.output.note(isChanged ? 'Stored.' : 'Nothing was changed.');
    await call.output.text(file.path);
  } finally {
    rmSync(copy.path, { force: true });
  }
}

/** Returns the text of the copy once it has no fault. Throws the fault if the user does not edit it again. */
async function editedText(call: CommandCall, copy: CheckedFile, path: string): Promise<string> {
  const { services, output } = call;
  const { world } = services;
  for (;;) {
    await world.editFile(copy.path);
    const text = readCheckedFile(copy) ?? '';
    try {
      await checkAliases(call, parseConfig(path, text));
      return text;
    } catch (thrown) {
      const { message } = asToolError(thrown);
      const fault = message.replace(' It was left as it is.', '').replace(path, 'as edited');
      output.note(fault);
      const answer = await world.ask('Edit it again? [Y/n] ');
      if (answer === undefined) throw notStored(fault, path);
      if (/^n/i.test(answer.trim())) throw notStored('The edited file was not stored.', path);
    }
  }
}

/** Throws a usage error for an alias that may not be used. */
async function checkAliases(call: CommandCall, { aliases }: ConfigDocument): Promise<void> {
  const { aliasFault } = await call.runner();
  for (const [name, line] of Object.entries(aliases)) {
    const fault = await aliasFault(name, line);
    if (fault !== undefined) throw usageError(`In the config file as edited, ${fault}.`);
  }
}

function notStored(fault: string, path: string): ToolError {
  return new ToolError({
    kind: 'usage',
    message: fault,
    hint: `Nothing was stored: ${path} is as it was. Run bourse config edit again.`,
  });
}

function changedMeanwhile(path: string): ToolError {
  return new ToolError({
    kind: 'storage',
    message: `The config file ${path} was changed by another process while it was edited.`,
    hint: 'Nothing was stored. Run bourse config edit again.',
  });
}
