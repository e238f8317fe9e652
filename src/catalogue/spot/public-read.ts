/** What the open endpoints of spot have in common. */
import { publicRead } from '../endpoint-defaults.ts';

export const open = publicRead('spot');

/** Why the second of two weights is the one in force. */
export const LATER_LISTING = 'the budget counts the larger weight, and the second listing is in force today';
