import { describe, expect, test } from 'vitest';
import { holdings } from '../../src/catalogue/onchain/holdings.ts';
import { addressFault, checksumAddress } from '../../src/request/wallet-address.ts';
import { readArgs } from './vectors.ts';

// The published vectors of EIP-55.
const CHECKSUMMED = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('an EVM address', () => {
  test.each(CHECKSUMMED)('%s with its checksum is accepted on both EVM chains', (address) => {
    expect(addressFault(address, '56')).toBeUndefined();
    expect(addressFault(address, '8453')).toBeUndefined();
    expect(checksumAddress(address.toLowerCase())).toBe(address);
  });

  test('in a single letter case is accepted, because it has no checksum', () => {
    const lower = CHECKSUMMED[4]!.toLowerCase();
    expect(addressFault(lower, '56')).toBeUndefined();
    expect(addressFault(`0x${lower.slice(2).toUpperCase()}`, '56')).toBeUndefined();
  });

  test('with one letter in the wrong case is refused with an explanation', () => {
    const wrong = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    expect(readArgs(holdings, { address: wrong, chainId: '56' })).toMatchObject({
      faults: ['address address-of-chain'],
      messages: [expect.stringContaining('EIP-55 checksum')],
    });
  });

  test.each([
    '0x',
    `0x${'a'.repeat(39)}`,
    `0x${'a'.repeat(41)}`,
    `0X${'a'.repeat(40)}`,
    `0x${'g'.repeat(40)}`,
  ])('of the form %s is refused', (address) => {
    expect(addressFault(address, '8453')?.expected).toContain('0x and 40 hexadecimal digits');
  });
});

describe('a Solana address', () => {
  const wrapped = 'So11111111111111111111111111111111111111112';

  test.each([
    wrapped,
    '11111111111111111111111111111111',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  ])('%s of 32 bytes is accepted', (address) => {
    expect(addressFault(address, 'CT_501')).toBeUndefined();
  });

  test.each([
    wrapped.slice(1),
    `${wrapped}1`,
    wrapped.replace('o', '0'),
    '1'.repeat(31),
    '1'.repeat(33),
    'z'.repeat(44),
    'a'.repeat(5000),
  ])('of another length or alphabet is refused (case %#)', (address) => {
    expect(addressFault(address, 'CT_501')?.expected).toContain('Base58');
  });
});

test('an address of another kind of chain is refused with the chain it may belong to', () => {
  expect(addressFault('So11111111111111111111111111111111111111112', '56')?.next).toContain('CT_501');
  expect(addressFault(CHECKSUMMED[0]!, 'CT_501')?.next).toContain('--chain-id 56');
});

test('an unsupported chain is reported once, whatever the address', () => {
  expect(readArgs(holdings, { address: 'abc', chainId: '1' }).faults).toEqual(['chainId values']);
});
