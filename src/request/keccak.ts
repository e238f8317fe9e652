/**
 * Keccak-256 with the padding of the original submission, which EIP-55 uses for address checksums. Node's
 * SHA3-256 pads differently and gives other digests, so it cannot stand in.
 */

const MASK = 0xffffffffffffffffn;
const RATE_BYTES = 136;
const ROUNDS = 24;

/** Returns the digest of ASCII text as 64 lower-case hexadecimal digits. */
export function keccak256(text: string): string {
  const message = Array.from(text, (character) => character.charCodeAt(0));
  const padded = [...message, ...new Array<number>(RATE_BYTES - (message.length % RATE_BYTES)).fill(0)];
  padded[message.length] = padded[message.length]! ^ 0x01;
  padded[padded.length - 1] = padded[padded.length - 1]! ^ 0x80;

  let state = new Array<bigint>(25).fill(0n);
  for (let block = 0; block < padded.length; block += RATE_BYTES) {
    for (let lane = 0; lane < RATE_BYTES / 8; lane += 1) {
      state[lane] = state[lane]! ^ laneAt(padded, block + lane * 8);
    }
    state = permute(state);
  }
  return state.slice(0, 4).map(hexOfLane).join('');
}

function laneAt(bytes: readonly number[], offset: number): bigint {
  let lane = 0n;
  for (let index = 7; index >= 0; index -= 1) lane = (lane << 8n) | BigInt(bytes[offset + index]!);
  return lane;
}

function hexOfLane(lane: bigint): string {
  let hex = '';
  for (let index = 0n; index < 8n; index += 1n) {
    hex += ((lane >> (8n * index)) & 0xffn).toString(16).padStart(2, '0');
  }
  return hex;
}

function rotate(lane: bigint, by: number): bigint {
  const shift = BigInt(by % 64);
  return ((lane << shift) | (lane >> (64n - shift))) & MASK;
}

/** Applies the permutation Keccak-f[1600]: theta, rho with pi, chi and iota, twenty-four times. */
function permute(start: readonly bigint[]): bigint[] {
  let lanes = [...start];
  let lfsr = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    lanes = chi(rhoPi(theta(lanes)));
    for (let bit = 0; bit <= 6; bit += 1) {
      if (lfsr & 1) lanes[0] = lanes[0]! ^ (1n << BigInt((1 << bit) - 1));
      lfsr = lfsr & 0x80 ? ((lfsr << 1) ^ 0x171) & 0xff : lfsr << 1;
    }
  }
  return lanes;
}

function theta(lanes: readonly bigint[]): bigint[] {
  const columns = [0, 1, 2, 3, 4].map(
    (x) => lanes[x]! ^ lanes[x + 5]! ^ lanes[x + 10]! ^ lanes[x + 15]! ^ lanes[x + 20]!,
  );
  return lanes.map((lane, at) => lane ^ columns[(at + 4) % 5]! ^ rotate(columns[(at + 1) % 5]!, 1));
}

function rhoPi(lanes: readonly bigint[]): bigint[] {
  const moved = [...lanes];
  let x = 1;
  let y = 0;
  for (let step = 0; step < 24; step += 1) {
    const [nextX, nextY] = [y, (2 * x + 3 * y) % 5];
    moved[nextX + 5 * nextY] = rotate(lanes[x + 5 * y]!, ((step + 1) * (step + 2)) / 2);
    x = nextX;
    y = nextY;
  }
  return moved;
}

function chi(lanes: readonly bigint[]): bigint[] {
  return lanes.map((lane, at) => {
    const row = at - (at % 5);
    return lane ^ ((lanes[row + ((at + 1) % 5)]! ^ MASK) & lanes[row + ((at + 2) % 5)]!);
  });
}
