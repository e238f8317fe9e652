/** Some machines cannot run the WebAssembly of the scan of pages. */
import { expect, it, vi } from 'vitest';

it('recognises a page of rows without WebAssembly', async () => {
  vi.stubGlobal('WebAssembly', undefined);
  vi.resetModules();
  const { holdsPlainRows } = await import('../../src/request/paging/plain-rows.ts');
  const { holdsRun } = await import('../../src/request/paging/row-scan.ts');
  const page = Buffer.from('[[7,"1.50",3],[8,"1.60",4]]');
  const run = { first: 7, step: 1, count: 2 };
  expect(holdsPlainRows(page, run)).toBe(false);
  expect(holdsRun(page, undefined, run)).toBe(true);
});
