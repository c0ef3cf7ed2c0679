// Numbers by numbers, for what a whole tree has millions of: a Map of texts takes ten times as much memory.

import { createHash } from 'node:crypto'

const MIN_CAPACITY = 1024
const HIGH_BITS = 0xfffff

/** A text as 52 bits, above 0: two of a million are the same once in ten thousand trees. */
export function hashOf(text: string): number {
  const hash = createHash('sha1').update(text).digest()
  return (hash.readUInt32BE(0) & HIGH_BITS) * 2 ** 32 + hash.readUInt32BE(4) || 1
}

/** Keys are integers above 0. */
export class NumberMap {
  #keys = new Float64Array(MIN_CAPACITY)
  #values = new Float64Array(MIN_CAPACITY)
  #size = 0

  has(key: number): boolean {
    return this.#keys[this.#placeOf(key)] === key
  }

  get(key: number): number | undefined {
    const place = this.#placeOf(key)
    return this.#keys[place] === key ? this.#values[place] : undefined
  }

  set(key: number, value: number): void {
    const place = this.#placeOf(key)
    const isNew = this.#keys[place] !== key
    this.#keys[place] = key
    this.#values[place] = value
    if (!isNew) return
    this.#size += 1
    if (this.#size * 4 > this.#keys.length * 3) this.#grow()
  }

  /** Where the key is, or would be. */
  #placeOf(key: number): number {
    const mask = this.#keys.length - 1
    // The lower 32 bits; what was hashed is spread over them, and numbers in a row are next to each other.
    let place = (key >>> 0) & mask
    while (this.#keys[place] !== 0 && this.#keys[place] !== key) place = (place + 1) & mask
    return place
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values]
    this.#keys = new Float64Array(keys.length * 2)
    this.#values = new Float64Array(keys.length * 2)
    for (const [index, key] of keys.entries()) {
      if (key === 0) continue
      const place = this.#placeOf(key)
      this.#keys[place] = key
      this.#values[place] = values[index] ?? 0
    }
  }
}
