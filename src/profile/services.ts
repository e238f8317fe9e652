/** What callers of the profiles pass in: the process, random numbers, and signing. */
import type { KeySigner } from '../request/signer.ts';

import type { VaultServices } from './vault.ts';

export interface ProfileServices extends VaultServices {
  /** Creates a signer from a secret; throws a ToolError of kind `credentials`. */
  readonly createSigner: (
    material: { readonly secret: string; readonly passphrase?: string },
    apiKey: string,
  ) => KeySigner;
  /**
   * Returns whether a key was made by a sandbox. Sandbox keys are allowed in a sandbox only, and no other
   * keys are allowed there.
   */
  readonly isSandboxKey: (apiKey: string) => boolean;
  /** Returns the keys of the demo account, used in the sandbox when no other keys are given. */
  readonly demoKeys?: () => { readonly apiKey: string; readonly apiSecret: string };
  /**
   * The Node executable and the main file of this program, which run the keychain module in a child process.
   */
  readonly nodePath: string;
  readonly programFile: string;
  /** The timeout of the keychain. Default 3 s. */
  readonly keychainTimeMaxMs?: number;
  /** The arguments with which Node was started, such as --inspect. */
  readonly execArguments: readonly string[];
}

/** The environment variables and the terminal of one run. */
export interface ProfileIo {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Removes a variable from this process after it was read, so that no child or report contains it. */
  readonly forgetVariable?: (name: string) => void;
  /** Kills all processes of a group; returns whether the group existed. */
  readonly killProcessGroup?: (leaderPid: number) => boolean;
  /** Prompts at the terminal, without echo when hidden. Resolves with undefined when there is no terminal. */
  readonly ask: (question: string, options: { readonly isHidden: boolean }) => Promise<string | undefined>;
  /** Prints a warning to stderr. */
  readonly warn: (text: string) => void;
  /** Whether to sign although settings of the process could reveal keys (`--allow-leaks`). */
  readonly allowsLeaks?: boolean;
}
