/** The fields that the open (unsigned) endpoints of spot have in common. */
import { publicRead } from '../endpoint-defaults.ts';

export const open = publicRead('spot');

/** The reason why the second of two listed request weights is the effective one. */
export const LATER_LISTING = 'the budget counts the larger weight, and the second listing is in force today';
