/** The prompt of the shell: the environment and the profile of its commands. */
import type { CommandCall } from '../types.ts';

/** Returns the prompt, such as "bourse sandbox> "; in red if a command may go to the live environment. */
export async function shellPrompt({ services, output }: CommandCall): Promise<string> {
  const { settings } = services;
  const { profileOfKeys } = await import('../../app/keys.ts');
  const target = profileOfKeys(await services.keyring(), settings);
  // Public calls go to the environment of a profile only if the command names the profile.
  const environment =
    (settings.profile === undefined ? undefined : target?.environment) ?? settings.environment;
  const keys =
    target?.environment === environment
      ? target.profile
      : target && `${target.profile}@${target.environment}`;
  const label = keys === undefined ? environment : `${environment} ${keys}`;
  const isLive = environment === 'live' || target?.environment === 'live';
  return `bourse ${isLive ? output.paint.red(label) : label}> `;
}
