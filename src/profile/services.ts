/** What the profiles are given to work with: the process, chance, and the rooms they do not know. */
import type { KeySigner } from './profile.ts';
import type { VaultServices } from './vault.ts';

export interface ProfileServices extends VaultServices {
  /** Makes a signer of a secret; throws a ToolError of kind `credentials`. */
  readonly createSigner: (
    material: { readonly secret: string; readonly passphrase?: string },
    apiKey: string,
  ) => KeySigner;
  /** Whether a key was made by a sandbox: those are refused elsewhere, and others there. */
  readonly isSandboxKey: (apiKey: string) => boolean;
  /** The demo account of the sandbox, used there where no other keys are given. */
  readonly demoKeys?: () => { readonly apiKey: string; readonly apiSecret: string };
  /** Node's program and this program's file, to run the keychain's module in a process of its own. */
  readonly nodePath: string;
  readonly programFile: string;
  /** How long the keychain is waited for; 3 s where absent. */
  readonly keychainTimeMaxMs?: number;
  /** Node's own arguments, such as --inspect. */
  readonly execArguments: readonly string[];
}

/** The conversation of one run. */
export interface ProfileIo {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Removes a variable from this process after it was read, so that no child and no report shows it. */
  readonly forgetVariable?: (name: string) => void;
  /** Asks at the terminal; a hidden answer is not shown. Undefined where nobody can be asked. */
  readonly ask: (question: string, options: { readonly isHidden: boolean }) => Promise<string | undefined>;
  /** Says something on stderr. */
  readonly warn: (text: string) => void;
  /** Signs although something in the process could show keys (`--allow-leaks`). */
  readonly allowsLeaks?: boolean;
}
