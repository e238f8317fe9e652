/** The commands that list, show, activate and remove profiles; none of them reads a key. */
import { ToolError, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { CommandCall } from '../types.ts';
import { rejectTypedKeys } from './typed-secrets.ts';
import { PROFILE_RECORD, PROFILE_ROWS, profileRecord } from './view.ts';

/** Prints all profiles. */
export async function list({ services, output }: CommandCall): Promise<void> {
  const { profiles } = await services.keyring();
  const all = profiles.list();
  if (all.length === 0 && output.format === 'table')
    return output.note('There are no profiles yet: bourse profile add NAME --env testnet');
  await output.value(all.map(profileRecord), PROFILE_ROWS);
}

/** Prints one profile: the named one, else that of --profile, else the active one. */
export async function show(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const { profiles } = await services.keyring();
  const name =
    nameOf(call) ?? services.settings.profile ?? profiles.list().find(({ isActive }) => isActive)?.name;
  if (name === undefined) {
    throw new ToolError({
      kind: 'credentials',
      message: 'No profile is active.',
      hint: 'Give a name, or add a profile: bourse profile add NAME --env testnet',
    });
  }
  await output.value(profileRecord(profiles.show(name)), PROFILE_RECORD);
}

/** Makes a profile the active one. */
export async function use(call: CommandCall): Promise<void> {
  const { profiles } = await call.services.keyring();
  const { output, options } = call;
  const name = nameOf(call);
  if (options['none'] === true) {
    if (name !== undefined)
      throw usageError('--none does not go with the name of a profile.', 'Omit one of both.');
    await profiles.useNone();
    await output.value({ active: null });
    output.note('No profile is active. Name one with --profile or BOURSE_PROFILE where keys are needed.');
    return;
  }
  if (name === undefined)
    throw usageError(
      'profile use needs the name of a profile, or --none.',
      'bourse profile list lists them.',
    );
  await output.value(profileRecord(await profiles.use(name)), PROFILE_RECORD);
}

/** Removes a profile after confirmation, together with the keys that bourse stores for it. */
export async function remove(call: CommandCall): Promise<void> {
  const { services, output, options } = call;
  const { profiles, io } = await services.keyring();
  const profile = profiles.show(nameOf(call) ?? '');
  if (options['yes'] !== true) {
    const isStoredByBourse = /^(vault|keychain|plain):/.test(profile.secret);
    const keyWarning = isStoredByBourse ? ', and its keys, which are stored nowhere else' : '';
    const answer = await services.world.ask(
      `Remove the profile ${safeText(profile.name)} of ${profile.environment}${keyWarning}? Type yes: `,
    );
    if (answer?.trim().toLowerCase() !== 'yes') throw notRemoved(answer);
  }
  await output.value(profileRecord(await profiles.remove(profile.name, io)), PROFILE_RECORD);
  output.note(`Removed ${profile.name}. Its API key is still valid: delete it at the exchange as well.`);
}

/** Returns the typed name; rejects a key typed as a name before any output repeats it. */
function nameOf({ positionals }: CommandCall): string | undefined {
  const { name } = positionals as { readonly name?: string };
  if (name !== undefined) rejectTypedKeys([name]);
  return name;
}

function notRemoved(answer: string | undefined): ToolError {
  if (answer !== undefined) return new ToolError({ kind: 'refused', message: 'Nothing was removed.' });
  return new ToolError({
    kind: 'refused',
    message: 'profile remove needs a confirmation, and there is no terminal to ask on.',
    hint: 'Use --yes to remove it without a prompt.',
  });
}
