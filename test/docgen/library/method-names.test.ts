import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../src/catalogue/index.ts';
import { commandsByEndpoint } from '../../../src/commands/command-index.ts';
import { methodPath, namedCommands } from '../../../src/docgen/library/method-names.ts';
import { libraryMethods } from '../../../src/docgen/library/methods.ts';
import { METHODS } from '../../../src/generated/library-methods.ts';

const nameOf = (words: string, product: 'spot' | 'usdm' | 'margin' = 'spot', isRead = false) =>
  methodPath({ product, isRead, words: words.split(' ') }).join('.');

describe('the methods of the library', () => {
  it('are one for each endpoint, each with a name of its own', async () => {
    const methods = await libraryMethods();
    expect(methods.map(({ endpoint }) => endpoint.id)).toEqual(ENDPOINTS.map(({ id }) => id));
    expect(Object.keys(METHODS)).toEqual(methods.map(({ path }) => path.join('.')));
  });

  it('are named after their command, the verb first', () => {
    expect(nameOf('market klines')).toBe('market.klines');
    expect(nameOf('trade order place')).toBe('trade.placeOrder');
    expect(nameOf('trade order place', 'usdm')).toBe('usdm.trade.placeOrder');
    expect(nameOf('market long-short top-accounts', 'usdm')).toBe('usdm.market.longShortTopAccounts');
    expect(nameOf('margin isolated enable', 'margin')).toBe('margin.enableIsolated');
    expect(nameOf('stream listen-key create', 'margin')).toBe('margin.stream.createListenKey');
  });

  it('that change a setting say so, and those that only read it do not', () => {
    expect(nameOf('trade position-mode', 'usdm')).toBe('usdm.trade.setPositionMode');
    expect(nameOf('account position-mode', 'usdm', true)).toBe('usdm.account.positionMode');
  });

  it('have names of their own for commands that exist only', async () => {
    const commands = await commandsByEndpoint();
    const words = new Set([...commands.values()].map(({ verb }) => verb.words.join(' ')));
    expect(namedCommands().filter((one) => !words.has(one))).toEqual([]);
  });
});
