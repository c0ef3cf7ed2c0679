/** Reads little-endian numbers and byte ranges in order; reading past the end throws a RangeError. */
export class ByteReader {
  readonly bytes: Buffer
  private at = 0
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
  get isAtEnd(): boolean {
    return this.at === this.bytes.length
  }
  byte(): number {
    return this.bytes.readUInt8(this.move(1))
  }
  short(): number {
    return this.bytes.readUInt16LE(this.move(2))
  }
  int(): number {
    return this.bytes.readUInt32LE(this.move(4))
  }
  long(): number {
    return Number(this.bytes.readBigUInt64LE(this.move(8)))
  }
  piece(length: number): Buffer {
    const from = this.move(length)
    return this.bytes.subarray(from, from + length)
  }
  /** A length-prefixed range. */
  measured(): Buffer {
    return this.piece(this.int())
  }
  /** Nothing may follow. */
  end(): void {
    if (!this.isAtEnd) throw new RangeError('The file goes on where it should end.')
  }
  /** Length-prefixed ranges up to the end. */
  all(): Buffer[] {
    const pieces: Buffer[] = []
    while (!this.isAtEnd) pieces.push(this.measured())
    return pieces
  }
  private move(length: number): number {
    if (this.at + length > this.bytes.length) throw new RangeError('The file ends too early.')
    this.at += length
    return this.at - length
  }
}
