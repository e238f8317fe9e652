import { describe, expect, it } from 'vitest';
import { CHAINS, holdings } from '../../src/catalogue/onchain/holdings.ts';
import { ToolError } from '../../src/core/errors.ts';
import { iconUrl, requireChain } from '../../src/onchain/chains.ts';

describe('chains', () => {
  it.each([
    ['56', '56'],
    ['bsc', '56'],
    ['BSC', '56'],
    ['base', '8453'],
    ['8453', '8453'],
    ['solana', 'CT_501'],
    ['ct_501', 'CT_501'],
    [' CT_501 ', 'CT_501'],
  ])('are found by %s', (word, id) => {
    expect(requireChain(word).id).toBe(id);
  });

  it('are listed with the nearest one for an unknown chain', () => {
    expect(() => requireChain('solanna')).toThrow(ToolError);
    try {
      requireChain('solanna');
    } catch (error) {
      const { facts } = error as ToolError;
      expect(facts.kind).toBe('usage');
      expect(facts.message).toContain('8453 (Base');
      expect(facts.hint).toContain('solana');
    }
  });

  it('are those that the endpoint allows', () => {
    expect(CHAINS.map((chain) => chain.id)).toEqual(holdings.params.chainId.values);
  });
});

describe('the address of an icon', () => {
  const path = '/images/web3-data/public/token/logos/a-b_1.png';

  it('is the icon host followed by the path', () => {
    expect(iconUrl('https://icons.example', path)).toBe(`https://icons.example${path}`);
    expect(iconUrl('https://icons.example/', path)).toBe(`https://icons.example${path}`);
  });

  it.each([
    null,
    '',
    'x.png',
    '//evil.example/x.png',
    'https://evil.example',
    '/a b',
    '/a\u001b',
    '/a@evil',
    '/\\evil',
  ])('is undefined for %j, which is no path on that host', (bad) => {
    expect(iconUrl('https://icons.example', bad)).toBeUndefined();
  });
});
