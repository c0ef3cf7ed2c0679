// A device with one passkey, as in WebAuthn: ES256, no attestation.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const USER_PRESENT = 1
const USER_VERIFIED = 4
const WITH_KEY = 64

// The required subset of CBOR: short texts, byte strings, and maps written by hand.
const text = (words: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)])
const bytes = (data: Buffer): Buffer =>
  Buffer.concat([
    data.length < 256
      ? Buffer.from([0x58, data.length])
      : Buffer.from([0x59, data.length >> 8, data.length & 255]),
    data,
  ])

type CeremonyOptions = { readonly challenge: string; readonly isUserVerified?: boolean }

/** A device for the site at `origin`; by default its user confirms. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const host = new URL(origin).hostname
  let counter = 0

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin }))
  const authData = (isOpened: boolean, flags = 0, rest = Buffer.alloc(0)): Buffer => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flag = Buffer.from([USER_PRESENT | (isOpened ? USER_VERIFIED : 0) | flags])
    return Buffer.concat([sha256(host), flag, count, rest])
  }
  const answer = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    /** What the browser sends to add the passkey. */
    register: ({ challenge, isUserVerified = true }: CeremonyOptions) => {
      const [xBytes, yBytes] = [x, y].map(part => bytes(Buffer.from(part, 'base64url')))
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        xBytes ?? Buffer.alloc(0),
        Buffer.from([0x22]),
        yBytes ?? Buffer.alloc(0),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(authData(isUserVerified, WITH_KEY, credential)),
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** What the browser sends to log in with it. */
    signIn: ({ challenge, isUserVerified = true }: CeremonyOptions) => {
      const client = clientData('webauthn.get', challenge)
      const data = authData(isUserVerified)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}
