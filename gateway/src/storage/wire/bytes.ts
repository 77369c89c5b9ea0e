// Bytes in the order of writing, numbers with the highest byte first, in memory that grows. It never touches the
// protocol's messages.

const FIRST_BYTES = 16_384;
/** If one large group made the memory larger than this, it is released. */
const MOST_BYTES_KEPT = 1_048_576;

export class Bytes {
  #memory = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#makeRoom(1);
    this.#memory[this.#length++] = value;
  }

  int16(value: number): void {
    this.#makeRoom(2);
    this.#length = this.#memory.writeInt16BE(value, this.#length);
  }

  int32(value: number): void {
    this.#makeRoom(4);
    this.#length = this.#memory.writeInt32BE(value, this.#length);
  }

  int64(value: bigint): void {
    this.#makeRoom(8);
    this.#length = this.#memory.writeBigInt64BE(value, this.#length);
  }

  text(value: string): void {
    // A character takes at most three bytes.
    this.#makeRoom(value.length * 3);
    this.#length += this.#memory.write(value, this.#length);
  }

  raw(value: Uint8Array): void {
    this.#makeRoom(value.length);
    this.#memory.set(value, this.#length);
    this.#length += value.length;
  }

  /** Overwrites four bytes. */
  setInt32(value: number, at: number): void {
    this.#memory.writeInt32BE(value, at);
  }

  /** The bytes stay unchanged until `clear`. */
  from(start: number): Buffer {
    return this.#memory.subarray(start, this.#length);
  }

  clear(): void {
    if (this.#memory.length > MOST_BYTES_KEPT) this.#memory = Buffer.allocUnsafe(FIRST_BYTES);
    this.#length = 0;
  }

  /** Buffers handed out before keep the former memory. */
  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#memory.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#memory.length * 2, this.#length + bytes));
    larger.set(this.from(0));
    this.#memory = larger;
  }
}
