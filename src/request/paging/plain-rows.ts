/**
 * Recognises pages of the commonest rows, arrays of decimals in quotes and of whole numbers, sixteen bytes at a time. What it
 * does not recognise, `row-scan.ts` examines.
 */
import { setFlagsFromString } from 'node:v8';
import { rowScanCode } from '../../generated/row-scan-code.js';
import type { RowRun } from './row-steps.ts';

/** What is used of WebAssembly, of which TypeScript knows only in programs for browsers. */
interface WebAssemblyApi {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** The exports of row-scan.wat. */
interface Scan {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  holdsRows(length: number, key: bigint, step: bigint, count: number): 0 | 1;
}

/** The zeros that end a page in the memory of the scan, in bytes. */
const END_BYTES = 32;
const MEMORY_PAGE_BYTES = 64 * 1024;
/** The largest page that is copied into the memory of the scan, in bytes: 1,500 candles take 250,000. */
const BYTES_MAX = 4 * 1024 * 1024;

/** Null where the machine cannot run the scan: it needs instructions for 128 bits at once. */
let scan: Scan | null | undefined;
let memory = new Uint8Array();

/**
 * As `holdsRun` of rows that are arrays: true only if the bytes are exactly the expected rows. `isOnlyPage` says that the
 * process will hardly scan more pages, so that V8 need not optimise the scan.
 */
export function holdsPlainRows(
  bytes: Uint8Array,
  { first, step, count }: RowRun,
  { isOnlyPage = false } = {},
): boolean {
  if (scan === undefined) scan = isOnlyPage ? openUnoptimised() : openScan();
  if (scan === null || bytes.length > BYTES_MAX) return false;
  const missing = bytes.length + END_BYTES - memory.length;
  if (missing > 0) {
    scan.memory.grow(Math.ceil(missing / MEMORY_PAGE_BYTES));
    memory = new Uint8Array(scan.memory.buffer);
  }
  memory.set(bytes);
  memory.fill(0, bytes.length, bytes.length + END_BYTES);
  return scan.holdsRows(bytes.length, BigInt(first), BigInt(step), count) === 1;
}

/** The flags by which V8 optimises WebAssembly that runs often. */
const OPTIMISING = ['wasm-tier-up', 'wasm-dynamic-tiering'];

/** Within one page of 1,000 candles V8 would optimise the scan, which takes longer than the page, and 3 MB. */
function openUnoptimised(): Scan | null {
  for (const flag of OPTIMISING) setFlagsFromString(`--no-${flag}`);
  try {
    const opened = openScan();
    // V8 compiles a function when it is first called.
    opened?.holdsRows(0, 0n, 0n, 0);
    return opened;
  } finally {
    // V8 refuses the compiled code of packs that are opened later under other flags.
    for (const flag of OPTIMISING) setFlagsFromString(`--${flag}`);
  }
}

function openScan(): Scan | null {
  try {
    const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi })
      .WebAssembly;
    const opened = new Instance(new Module(Buffer.from(rowScanCode, 'base64'))).exports as Scan;
    memory = new Uint8Array(opened.memory.buffer);
    return opened;
  } catch {
    return null;
  }
}
