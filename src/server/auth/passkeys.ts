// Passkeys: a key on the user's device, unlocked with a finger, a face or a PIN. That is two factors at once, so no
// code is asked; a passkey without user verification is refused.

import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'

const passkeyRejected = () =>
  new APIError('UNAUTHORIZED', {
    code: 'PASSKEY_NOT_OPENED',
    message: 'Confirm the passkey with your fingerprint, face or PIN.',
  })

/** The library's passkey plugin with our table, for `baseUrl` or, without one, for the request's host. */
export const passkeys = (baseUrl: string | undefined) =>
  passkey({
    rpName: 'Rigwright',
    ...(baseUrl === undefined ? {} : { origin: baseUrl }),
    schema: { passkey: { modelName: 'authPasskey', fields: { credentialID: 'credentialId' } } },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) => {
        if (verification.registrationInfo?.userVerified !== true) throw passkeyRejected()
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw passkeyRejected()
      },
    },
  })
