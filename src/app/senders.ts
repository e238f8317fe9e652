/** The senders of a run: one with keys, one without, each opened on first use. */
import type { HostName } from '../catalogue/hosts.ts';
import { wsApiOf } from '../catalogue/ws-apis.ts';
import type { PreparedRequest } from '../request/types.ts';
import type { WriteJournal } from './journal/write-journal.ts';
import type { KeyAccess } from './key-access.ts';
import { type OpenSender, openSender, type RunSenderOptions } from './sender.ts';

export interface SendersOptions
  extends Pick<RunSenderOptions, 'world' | 'settings' | 'sandboxFolder' | 'via' | 'note' | 'onHalt'> {
  readonly keys: KeyAccess;
  /** Returns the journal that every write is recorded in before it is sent. */
  readonly journal: () => Promise<WriteJournal>;
}

export interface SenderChoice {
  readonly isOneOfMany?: boolean;
  readonly readsNoKey?: boolean;
}

/**
 * How requests are sent: with the keys; without keys to the profile's hosts; without keys to the hosts of the
 * chosen environment.
 */
type SenderKind = 'signed' | 'unsigned-at-profile' | 'unsigned';

export class Senders {
  readonly #options: SendersOptions;
  readonly #open = new Map<SenderKind, Promise<OpenSender>>();
  readonly #ready = new Map<SenderKind, OpenSender>();

  constructor(options: SendersOptions) {
    this.#options = options;
  }

  /**
   * Returns the hosts that receive the keys of a request; an order sent over the WebSocket API may be looked
   * up over REST, so both hosts receive them.
   */
  hostsOf({ host }: PreparedRequest): readonly HostName[] {
    const { via } = this.#options;
    return via === undefined ? [host] : [host, wsApiOf(via.methods.api).host];
  }

  /** Returns the sender of a request if it is open already, which means that its keys were read. */
  readySenderOf(request: PreparedRequest, { readsNoKey = false }: SenderChoice): OpenSender | undefined {
    return this.#ready.get(this.#kindOf(request, readsNoKey));
  }

  /** Returns the sender of a request. Reads the keys first where the request needs them. */
  async senderOf(
    request: PreparedRequest,
    { isOneOfMany = false, readsNoKey = false }: SenderChoice,
  ): Promise<OpenSender> {
    const { keys: access, settings, ...shared } = this.#options;
    const kind = this.#kindOf(request, readsNoKey);
    const keys = kind === 'signed' ? await access.resolve(this.hostsOf(request)) : undefined;
    const known = this.#open.get(kind);
    if (known !== undefined) return known;
    const profile = readsNoKey ? await access.profile() : keys;
    const environment = profile?.environment ?? settings.environment;
    const opened = openSender({
      ...shared,
      settings: { ...settings, environment },
      isOneOfMany,
      keys,
      hosts: profile?.hosts,
      interface: profile?.interface,
    });
    this.#open.set(kind, opened);
    const sender = await opened;
    this.#ready.set(kind, sender);
    return sender;
  }

  #kindOf(request: PreparedRequest, readsNoKey: boolean): SenderKind {
    if (readsNoKey) return 'unsigned-at-profile';
    return this.#options.keys.areNeededFor(request) ? 'signed' : 'unsigned';
  }

  /** Closes the connections of all senders that were opened. */
  async close(): Promise<void> {
    for (const sender of this.#open.values()) await (await sender.catch(() => undefined))?.close();
  }
}
