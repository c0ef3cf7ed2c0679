// An authenticator app: RFC 6238 with SHA-1, six digits and thirty seconds.

import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map(character => ALPHABET.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

/** The code of `key` (base32), `steps` steps from now. */
export function totpCode(key: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps))
  const mac = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
