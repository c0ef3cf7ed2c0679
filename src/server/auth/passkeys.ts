// Passkeys: a key that stays in somebody's device and is opened there, with a finger, a face or a PIN.
// It is two factors at once, so whoever signs in with one is asked for no code; that is why one that
// was not opened by its person is refused.

import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'

const passkeyRejected = () =>
  new APIError('UNAUTHORIZED', {
    code: 'PASSKEY_NOT_OPENED',
    message: 'Confirm the passkey with your fingerprint, face or PIN.',
  })

/** The library's passkeys, in our table, for `baseUrl` or, without one, for the host that is asked. */
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
