/** Writes zip files as tests need them: also those that the exchange would never publish. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFault {
  /** The number of entries that the end record states. */
  readonly count?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly checksum?: number;
  /** The unpacked size that the central directory states. */
  readonly bytes?: number;
}

/** Returns a zip file with one deflated file in it. */
export function zipOf(name: string, text: string, fault: ZipFault = {}): Buffer {
  const content = Buffer.from(text);
  const packed = deflateRawSync(content);
  const { count = 1, flags = 0, method = 8, checksum = crc32(content), bytes = content.length } = fault;
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(method, 8);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(checksum, 16);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(bytes, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  const nameBytes = Buffer.from(name, 'latin1');
  return Buffer.concat([local, nameBytes, packed, entry, nameBytes, end]);
}
