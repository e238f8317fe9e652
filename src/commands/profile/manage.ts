/** Lists, shows, chooses and removes profiles. No key is read for any of it. */
import { ToolError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { CommandCall } from '../types.ts';
import { rejectTypedKeys } from './typed-secrets.ts';
import { PROFILE_RECORD, PROFILE_ROWS, profileRecord } from './view.ts';

/** Prints all profiles. */
export async function list({ services, output }: CommandCall): Promise<void> {
  const { profiles } = await services.keyring();
  const all = profiles.list();
  if (all.length === 0) output.note('There are no profiles yet: bourse profile add NAME --env testnet');
  await output.value(all.map(profileRecord), PROFILE_ROWS);
}

/** Prints one profile: the one named, else that of --profile, else the one in use. */
export async function show(call: CommandCall): Promise<void> {
  const { services, output } = call;
  const { profiles } = await services.keyring();
  const name =
    nameOf(call) ?? services.settings.profile ?? profiles.list().find(({ isActive }) => isActive)?.name;
  if (name === undefined) {
    throw new ToolError({
      kind: 'credentials',
      message: 'No profile is in use.',
      hint: 'Name one, or add one: bourse profile add NAME --env testnet',
    });
  }
  await output.value(profileRecord(profiles.show(name)), PROFILE_RECORD);
}

/** Makes a profile the one in use. */
export async function use(call: CommandCall): Promise<void> {
  const { profiles } = await call.services.keyring();
  await call.output.value(profileRecord(await profiles.use(nameOf(call) ?? '')), PROFILE_RECORD);
}

/** Removes a profile after asking; keys that only bourse keeps are gone with it. */
export async function remove(call: CommandCall): Promise<void> {
  const { services, output, options } = call;
  const { profiles, io } = await services.keyring();
  const profile = profiles.show(nameOf(call) ?? '');
  if (options['yes'] !== true) {
    const isStoredByBourse = /^(vault|keychain|plain):/.test(profile.secret);
    const keyWarning = isStoredByBourse ? ', and its keys, which are kept nowhere else' : '';
    const answer = await services.world.ask(
      `Remove the profile ${safeText(profile.name)} of ${profile.environment}${keyWarning}? Type yes: `,
    );
    if (answer?.trim().toLowerCase() !== 'yes') throw notRemoved(answer);
  }
  await output.value(profileRecord(await profiles.remove(profile.name, io)), PROFILE_RECORD);
  output.note(`Removed ${profile.name}. Its key is still valid at the exchange: delete it there as well.`);
}

/** The name that was typed; a key typed in its place is refused before anything repeats it. */
function nameOf({ positionals }: CommandCall): string | undefined {
  const { name } = positionals as { readonly name?: string };
  if (name !== undefined) rejectTypedKeys([name]);
  return name;
}

function notRemoved(answer: string | undefined): ToolError {
  if (answer !== undefined) return new ToolError({ kind: 'refused', message: 'Nothing was removed.' });
  return new ToolError({
    kind: 'refused',
    message: 'profile remove asks before it removes, and nobody can be asked here.',
    hint: 'Give --yes to remove it without asking.',
  });
}
