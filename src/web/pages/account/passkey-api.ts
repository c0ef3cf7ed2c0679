// Passkeys in the browser. The WebAuthn library is loaded only when a passkey is used.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useHydrated } from '@tanstack/react-router'
import { AuthError, authRequest } from '#web/api/session.ts'

const loadWebAuthn = () => import('@simplewebauthn/browser')

// A passkey belongs to a host name; browsers refuse them for a bare IP address.
const IP_ADDRESS = /^[\d.]+$|:/

const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !IP_ADDRESS.test(window.location.hostname)

/** Whether this browser supports passkeys at this address. The server assumes that it does, as most do. */
export const useHasPasskeys = (): boolean => !useHydrated() || hasPasskeys()

const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey request was canceled. Nothing changed.',
  AbortError: 'The passkey request was canceled. Nothing changed.',
  InvalidStateError: 'This device already has a passkey for your account.',
}

async function withPasskeyErrors<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new AuthError(ERROR_MESSAGES[name] ?? 'This device couldn’t use a passkey here.', name)
  }
}

/** Adds a passkey from this device or another that the browser offers. Rejects with a readable message. */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await authRequest('/passkey/generate-register-options')
  const { startRegistration } = await loadWebAuthn()
  const response = await withPasskeyErrors(
    startRegistration({ optionsJSON: optionsJSON as PublicKeyCredentialCreationOptionsJSON }),
  )
  await authRequest('/passkey/verify-registration', { response, name })
}

/** Removes one of the account's passkeys. */
export const removePasskey = async (id: string): Promise<void> =>
  void (await authRequest('/passkey/delete-passkey', { id }))

/** Signs in with a passkey that the browser offers. Rejects with a readable message. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await authRequest('/passkey/generate-authenticate-options')
  const { startAuthentication } = await loadWebAuthn()
  const response = await withPasskeyErrors(
    startAuthentication({ optionsJSON: optionsJSON as PublicKeyCredentialRequestOptionsJSON }),
  )
  await authRequest('/passkey/verify-authentication', { response })
}
