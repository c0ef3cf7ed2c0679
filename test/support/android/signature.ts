// APK Signature Scheme v2, as Android describes it: https://source.android.com/docs/security/features/apksigning/v2

import { createHash, verify, X509Certificate } from 'node:crypto'
import { ByteReader } from './byte-reader.ts'
import { partsOf } from './zip.ts'

const MAGIC = 'APK Sig Block 42'
const V2 = 0x7109871a
const RSA_SHA256 = 0x0103
const CHUNK = 1024 * 1024

/** The certificate that signed this file. Throws if there is none, or if a signed part was changed. */
export function signerOf(file: Buffer): X509Certificate {
  const { before, directory, end } = partsOf(file)
  const { contents, signers } = findBlock(before)
  const list = new ByteReader(signers)
  const [signer, ...others] = new ByteReader(list.measured()).all()
  list.end()
  if (signer === undefined || others.length > 0) throw new Error('There is not exactly one signer.')
  const reader = new ByteReader(signer)
  const [signed, signatures, key] = [reader.measured(), reader.measured(), reader.measured()]
  reader.end()
  const [digests, certificates] = (parts => [parts.measured(), parts.measured()] as const)(
    new ByteReader(signed),
  )
  const certificate = new X509Certificate(new ByteReader(certificates).all()[0] ?? Buffer.alloc(0))
  if (!certificate.publicKey.export({ type: 'spki', format: 'der' }).equals(key))
    throw new Error('The key is not the one of the certificate.')
  if (!verify('sha256', signed, certificate.publicKey, byAlgorithm(signatures)))
    throw new Error('The signature is wrong.')
  // The end names the start of the directory; before signing, there was no block before it.
  const unsignedEnd = Buffer.from(end)
  unsignedEnd.writeUInt32LE(contents.length, 16)
  if (!digestOf([contents, directory, unsignedEnd]).equals(byAlgorithm(digests)))
    throw new Error('The contents are not what was signed.')
  return certificate
}

function findBlock(before: Buffer) {
  const footer = new ByteReader(before.subarray(-24))
  const size = footer.long()
  if (footer.piece(16).toString() !== MAGIC) throw new Error('The file is not signed.')
  const at = before.length - size - 8
  const block = new ByteReader(before.subarray(at))
  if (block.long() !== size) throw new Error('The block of signatures is broken.')
  const pairs = new ByteReader(block.piece(size - 24))
  const found: Buffer[] = []
  while (!pairs.isAtEnd) {
    const pair = new ByteReader(pairs.piece(pairs.long()))
    if (pair.int() === V2) found.push(pair.bytes.subarray(4))
  }
  const [signers] = found
  if (signers === undefined || found.length > 1) throw new Error('The file is not signed once by scheme v2.')
  return { contents: before.subarray(0, at), signers }
}

function byAlgorithm(list: Buffer): Buffer {
  for (const piece of new ByteReader(list).all()) {
    const reader = new ByteReader(piece)
    if (reader.int() === RSA_SHA256) return reader.measured()
  }
  throw new Error('There is no RSA with SHA-256.')
}

/** Of the digests of all chunks. */
function digestOf(parts: readonly Buffer[]): Buffer {
  const digests = parts.flatMap(part =>
    Array.from({ length: Math.ceil(part.length / CHUNK) }, (_, n) => {
      const chunk = part.subarray(n * CHUNK, (n + 1) * CHUNK)
      return createHash('sha256').update(head(0xa5, chunk.length)).update(chunk).digest()
    }),
  )
  return createHash('sha256').update(head(0x5a, digests.length)).update(Buffer.concat(digests)).digest()
}

function head(sign: number, count: number): Buffer {
  const bytes = Buffer.alloc(5, sign)
  bytes.writeUInt32LE(count, 1)
  return bytes
}
