/** Checks that a page of holdings is the one that was requested. */
import { plural, safeText, truncate } from '../core/text.ts';
import type { HoldingsPage } from './envelope.ts';

/** The parameters of the request for a page. */
export interface RequestedPage {
  readonly address: string;
  readonly chainId: string;
  readonly offset: number;
}

/**
 * Returns a sentence for each way in which a page differs from the one that was requested; its rows are shown
 * nevertheless.
 */
export function pageMismatches(page: HoldingsPage, requested: RequestedPage): readonly string[] {
  const { list, offset } = page;
  const notes: string[] = [];
  if (offset !== null && offset !== String(requested.offset))
    notes.push(
      `Asked for the page of offset ${requested.offset}, the service sent the one of offset ${shown(offset)}.`,
    );
  const others = (
    of: (row: HoldingsPage['list'][number]) => string | null,
    isSame: (value: string) => boolean,
  ) => list.map(of).filter((value): value is string => value !== null && !isSame(value));
  const addresses = others(
    (row) => row.address,
    (address) => isSameAddress(address, requested),
  );
  if (addresses.length > 0)
    notes.push(
      `${plural(addresses.length, 'row')} of ${list.length} belong to another address: ${shown(addresses[0]!)}.`,
    );
  const chains = others(
    (row) => row.chainId,
    (chainId) => chainId === requested.chainId,
  );
  if (chains.length > 0)
    notes.push(
      `${plural(chains.length, 'row')} of ${list.length} belong to another chain: ${shown(chains[0]!)}.`,
    );
  return notes;
}

/**
 * Returns whether two addresses are the same: hexadecimal addresses in any letter case (EIP-55), other
 * addresses only in the same case.
 */
function isSameAddress(address: string, requested: RequestedPage): boolean {
  const isHex = /^0x/i.test(requested.address);
  return isHex ? address.toLowerCase() === requested.address.toLowerCase() : address === requested.address;
}

function shown(text: string): string {
  return truncate(safeText(text.slice(0, 200)), 80);
}
