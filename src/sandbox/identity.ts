/** The identity of a running sandbox, which distinguishes it from any other server on the same port. */
import type { HostName } from '../catalogue/hosts.ts';

/** The path at which a running sandbox reports its status to clients with its token. */
export const STATUS_PATH = '/sandbox/status';
/** The path of admin commands (users, keys, deposits, faults, time): POST of one JSON command, with the token. */
export const ADMIN_PATH = '/sandbox/admin';
export const TOKEN_HEADER = 'x-sandbox-token';

/** The identity of a running sandbox. */
export interface SandboxIdentity {
  /** A random id that changes with each start; not secret. */
  readonly instance: string;
  /**
   * The token that status and admin requests must send, a secret of 256 random bits as 64 hexadecimal digits.
   */
  readonly token: string;
  readonly pid: number;
}

/** The address of each host of the catalogue. */
export type SandboxHosts = Readonly<Record<HostName, string>>;
