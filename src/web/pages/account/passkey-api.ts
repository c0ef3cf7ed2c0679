// Passkeys in the browser. What speaks WebAuthn is loaded only when somebody uses one.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useHydrated } from '@tanstack/react-router'
import { AuthError, authRequest } from '#web/api/session.ts'

const loadWebAuthn = () => import('@simplewebauthn/browser')

// A passkey belongs to a name; a browser makes none for a bare address.
const IP_ADDRESS = /^[\d.]+$|:/

const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !IP_ADDRESS.test(window.location.hostname)

/** Whether this browser has passkeys at the address that it came by. In a drawing, where nobody knows: most have. */
export const useHasPasskeys = (): boolean => !useHydrated() || hasPasskeys()

const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey was not opened, so nothing was done.',
  AbortError: 'The passkey was not opened, so nothing was done.',
  InvalidStateError: 'This device has a passkey for your account already.',
}

async function withPasskeyErrors<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new AuthError(ERROR_MESSAGES[name] ?? 'This device could not use a passkey here.', name)
  }
}

/** Adds a passkey of this device, or of one that the browser offers. Rejects with one sentence. */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await authRequest('/passkey/generate-register-options')
  const { startRegistration } = await loadWebAuthn()
  const response = await withPasskeyErrors(
    startRegistration({ optionsJSON: optionsJSON as PublicKeyCredentialCreationOptionsJSON }),
  )
  await authRequest('/passkey/verify-registration', { response, name })
}

/** Removes one of one's own passkeys. */
export const removePasskey = async (id: string): Promise<void> =>
  void (await authRequest('/passkey/delete-passkey', { id }))

/** Signs in with a passkey that the browser offers. Rejects with one sentence. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await authRequest('/passkey/generate-authenticate-options')
  const { startAuthentication } = await loadWebAuthn()
  const response = await withPasskeyErrors(
    startAuthentication({ optionsJSON: optionsJSON as PublicKeyCredentialRequestOptionsJSON }),
  )
  await authRequest('/passkey/verify-authentication', { response })
}
