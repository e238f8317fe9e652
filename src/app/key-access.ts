/** Access to the keys of a run: which calls need them, and the profiles that hold them. */
import type { HostName } from '../catalogue/hosts.ts';
import type { KeyTarget, ResolvedSigner } from '../profile/resolve.ts';
import type { PreparedRequest } from '../request/types.ts';
import { staysOnLoopback } from './address-book.ts';
import type { Keyring } from './keys.ts';
import type { Settings } from './settings.ts';
import type { World } from './world.ts';

export interface KeyAccessOptions {
  readonly world: World;
  readonly settings: Settings;
  readonly sandboxFolder: string;
  readonly note: (text: string) => void;
}

/** Opens the profiles and resolves the keys at most once, both on first use. */
export class KeyAccess {
  readonly #options: KeyAccessOptions;
  #keyring: Promise<Keyring> | undefined;
  #keys: Promise<ResolvedSigner> | undefined;

  constructor(options: KeyAccessOptions) {
    this.#options = options;
  }

  /** Returns the profiles of this machine. */
  keyring(): Promise<Keyring> {
    const { world, settings, note, sandboxFolder } = this.#options;
    this.#keyring ??= import('./keys.ts').then((part) =>
      part.openKeyring(world, settings, note, sandboxFolder),
    );
    return this.#keyring;
  }

  /**
   * Returns the keys of the run; `hosts` are the hosts that the keys will be sent to (only the hosts of the
   * first call count). Throws kind `credentials` if there are no keys, and a usage error if the keys would go
   * both to this machine and elsewhere.
   */
  resolve(hosts: readonly HostName[]): Promise<ResolvedSigner> {
    const { world, settings } = this.#options;
    this.#keys ??= import('./keys.ts').then(async (part) =>
      part.resolveKeys(await this.keyring(), settings, staysOnLoopback(world, settings, hosts)),
    );
    return this.#keys;
  }

  /** Whether the keys of the run were asked for. */
  get areRead(): boolean {
    return this.#keys !== undefined;
  }

  /** Returns the environment, hosts and interface of the profile that the keys come from, without reading the keys. */
  async profile(): Promise<KeyTarget | undefined> {
    const part = await import('./keys.ts');
    return part.profileOfKeys(await this.keyring(), this.#options.settings);
  }

  /**
   * Returns whether a request needs keys. A public call needs them if a profile is named, because the
   * profile's keys belong to an environment.
   */
  areNeededFor({ security, exactHeaders }: PreparedRequest): boolean {
    return security !== 'NONE' || (this.#options.settings.profile !== undefined && !exactHeaders);
  }
}
