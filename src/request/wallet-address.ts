/** Checks wallet addresses against the format of their chain, so that a mistyped address is never used. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { CHAINS } from '../catalogue/onchain/holdings.ts';

/** What is wrong with the address of an on-chain wallet: the expected format and the next step. */
export interface AddressFault {
  readonly expected: string;
  readonly next: string;
}

const EVM = /^0x[0-9a-fA-F]{40}$/;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const SOLANA_BYTES = 32;
/** The largest number of characters of 32 bytes in Base58; longer text is not decoded. */
const SOLANA_LENGTH_MAX = 44;

/**
 * Returns the fault of an address on a chain; undefined for a valid address or an unknown chain. An EVM
 * address of mixed case must have a valid EIP-55 checksum; an address of a single case has no checksum.
 */
export function addressFault(address: string, chainId: string): AddressFault | undefined {
  const chain = CHAINS.find((one) => one.id === chainId);
  if (chain === undefined) return undefined;
  return chain.addresses === 'evm' ? evmFault(address, chain.name) : solanaFault(address, chain.name);
}

/**
 * Returns an EVM address with its EIP-55 checksum, which is the case of its letters. Throws for other text.
 */
export function checksumAddress(address: string): string {
  if (!EVM.test(address)) throw new RangeError('not an EVM address');
  const digits = address.slice(2).toLowerCase();
  // Node's SHA3-256 pads differently from the Keccak-256 that EIP-55 uses.
  const digest = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
  const cased = Array.from(digits, (digit, at) =>
    Number.parseInt(digest[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}

function evmFault(address: string, chain: string): AddressFault | undefined {
  if (!EVM.test(address)) {
    return {
      expected: `an address of ${chain}: 0x and 40 hexadecimal digits`,
      next: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)
        ? 'This looks like a Solana address: use --chain-id CT_501 for it.'
        : 'Copy the whole address again.',
    };
  }
  const digits = address.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (!isMixed || checksumAddress(address) === address) return undefined;
  return {
    expected: 'uppercase and lowercase letters that match the EIP-55 checksum of the address',
    next: 'A character is probably mistyped: copy it again, or write it in lowercase if you are sure.',
  };
}

function solanaFault(address: string, chain: string): AddressFault | undefined {
  if (base58Length(address) === SOLANA_BYTES) return undefined;
  return {
    expected: `an address of ${chain}: Base58 text of 32 bytes`,
    next: EVM.test(address)
      ? 'This looks like an EVM address: use --chain-id 56 or 8453 for it.'
      : 'Copy the whole address again; Base58 has no 0, O, I or l.',
  };
}

/** Returns the number of bytes of a Base58 text; undefined for text that is not Base58 or too long. */
function base58Length(text: string): number | undefined {
  if (text.length === 0 || text.length > SOLANA_LENGTH_MAX) return undefined;
  let value = 0n;
  for (const character of text) {
    const digit = BASE58.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  // In Base58 each leading "1" is a zero byte, which does not change the number.
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const bytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
  return zeros + bytes;
}
