/** How a running sandbox is told from whatever else may answer on its port. */
import type { HostName } from '../catalogue/hosts.ts';

/** Where a running sandbox says who it is, to those who know its token. */
export const STATUS_PATH = '/sandbox/status';
/** Where its owner adds users, keys and deposits: POST of one command as JSON, with the token. */
export const ADMIN_PATH = '/sandbox/admin';
export const TOKEN_HEADER = 'x-sandbox-token';

/** Who a running sandbox is; its token is only told to the state folder. */
export interface SandboxIdentity {
  /** Random, a new one for each start; anybody may know it. */
  readonly instance: string;
  /** 256 random bits as 64 hexadecimal digits; whoever sends it may ask for the status. */
  readonly token: string;
  readonly pid: number;
}

/** An address for every host of the catalogue. */
export type SandboxHosts = Readonly<Record<HostName, string>>;
