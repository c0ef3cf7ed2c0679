// Signup for tests.

import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import type { Client, TestApp } from './test-app.ts'

export const newOwnerDetails = {
  firstName: 'Nora',
  lastName: 'Vance',
  phone: '(574) 555-0277',
  sharesContact: true,
  password: PASSWORD,
}

/** The next email to an address, once the mail worker has sent it; `words`: the next with these in its text. */
export async function emailAfter(app: TestApp, email: string, action: () => Promise<unknown>, words = '') {
  const theirs = () =>
    app.sentEmails.filter(({ recipient, text }) => recipient === email && text.includes(words))
  const before = theirs().length
  await action()
  const next = () => theirs()[before] ?? Promise.reject(new Error(`There is no email to ${email}.`))
  return vi.waitFor(next, { timeout: 10_000 })
}

/** The token of the link sent to an email. */
export async function signupTokenFor(
  app: TestApp,
  email = `${randomUUID()}@mail.example`,
  as: Client = app.as('visitor'),
): Promise<string> {
  const { text } = await emailAfter(app, email, () => as.rvOwners.requestSignup({ email }), '/join/')
  const link = /^http\S+$/m.exec(text)?.[0] ?? ''
  if (!link.startsWith(`${app.url}/join/`)) throw new Error(`This is no link to join: ${link}`)
  return link.split('/').at(-1) ?? ''
}

/** An account under this email, logged in. */
export async function signUp(app: TestApp, email: string, details: Partial<typeof newOwnerDetails> = {}) {
  const token = await signupTokenFor(app, email)
  await app.as('visitor').rvOwners.confirmSignup({ token, ...newOwnerDetails, ...details })
  return app.withCookie(await app.signIn(email))
}

/** What a company named Cedar RV registers with. */
export const registrationOf = (email: string) => ({
  companyName: 'Cedar RV',
  companyPhone: '(574) 555-0101',
  email,
  password: PASSWORD,
})

/** Asks for the email that resets a password. */
export const requestReset = (app: TestApp, email: string): Promise<Response> =>
  app.fetch('/api/auth/request-password-reset', { method: 'POST', json: { email } })

/** How a login with the password of all tests is answered. */
export const signInStatus = async (app: TestApp, email: string): Promise<number> =>
  (await app.fetch('/api/auth/sign-in/email', { method: 'POST', json: { email, password: PASSWORD } })).status

/** A new company, whose owner has not opened the link in this token's email. */
export async function unconfirmedCompany(app: TestApp, email = `${randomUUID()}@mail.example`) {
  const company = { ...registrationOf(email), companyName: 'Hilltop RV' }
  let companyUUID = ''
  const { text } = await emailAfter(app, email, async () => {
    ;({ companyUUID } = await app.as('visitor').companies.register(company))
  })
  return { companyUUID, email, text, token: confirmationTokenIn(text) }
}

/** The token of an emailed link that frees the email of a new employee, which nobody has confirmed. */
export async function emailReleaseToken(app: TestApp): Promise<string> {
  const email = `${randomUUID()}@mail.example`
  await app.as('dana').employees.register({ ...rosa, email, password: PASSWORD })
  return releaseTokenIn((await emailAfter(app, email, () => requestReset(app, email))).text)
}

/** The token of the link that frees an email; empty in an email without one. */
export const releaseTokenIn = (text: string): string =>
  /^http\S+\/release-email\/([\w-]+)$/m.exec(text)?.[1] ?? ''

/** The token of the link in a confirmation email. */
export const confirmationTokenIn = (text: string): string =>
  /^http\S+\/confirm-email\/([\w-]{32})$/m.exec(text)?.[1] ?? ''
