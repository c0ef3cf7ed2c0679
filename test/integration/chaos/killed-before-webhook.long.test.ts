// A server that is killed after a customer was charged, before Stripe could tell it: Stripe repeats what was not answered,
// and the payment is entered once.

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bluebonnet, june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { buildIfStale } from '../../../scripts/build-bundles.mjs'
import { DIGITS } from '../../support/customer-fixtures.ts'
import { type FakeStripe, STRIPE_KEY, startFakeStripe, WEBHOOK_SECRET } from '../../support/fake-stripe.ts'
import { ServerProcess } from '../../support/server-process.mjs'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 })

let stripe: FakeStripe
let server: ServerProcess
let cookie = ''
beforeAll(async () => {
  await buildIfStale()
  stripe = await startFakeStripe()
  server = new ServerProcess({
    env: {
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: stripe.url,
    },
  })
  await server.start('--demo')
})
afterAll(async () => {
  await server.remove()
  await stripe.close()
})

async function ask<T>(method: string, path: string, json?: object): Promise<T> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { cookie, origin: server.url, 'content-type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  const set = answer.headers.getSetCookie().map(each => each.split(';')[0] ?? '')
  if (set.length > 0) cookie = [cookie, ...set].filter(each => each !== '').join('; ')
  return (await answer.json()) as T
}

test('a payment of a server that was killed before the webhook is entered once', async () => {
  await ask('POST', '/auth/sign-in/email', { email: bluebonnet.email, password: PASSWORD })
  const { companyUUID } = await ask<{ companyUUID: string }>('GET', '/company')
  await ask('POST', '/company/billing/turn-on')
  await ask('POST', '/company/billing/cards')
  const account = stripe.accountOf(companyUUID)
  stripe.enable(account)
  await ask('POST', '/company/billing/cards')
  const jobs = [{ problem: 'Roof leak', estimatedTime: 1.25 }]
  const { ticketId } = await ask<{ ticketId: number }>('POST', '/tickets', { ...june, jobs })
  await ask('POST', `/tickets/${ticketId}/finalize`)
  await ask('POST', `/tickets/${ticketId}/invoices`, { expectedTotal: 181.25 })
  const { link } = await ask<{ link: { path: string } }>('POST', `/tickets/${ticketId}/link`)
  await ask('POST', `${link.path}/answer`, { digits: DIGITS })
  await ask('POST', `${link.path}/pay`, { amount: 181.25 })
  stripe.pay(account)
  await server.end('SIGKILL')

  const session = stripe.sessionsOf(account).at(-1) ?? {}
  const tell = () =>
    fetch(`${server.url}/api/stripe/webhook`, {
      method: 'POST',
      ...stripe.event(account, 'checkout.session.completed', session),
    })
  await expect(tell()).rejects.toThrow()
  await server.start()
  expect([(await tell()).status, (await tell()).status]).toEqual([200, 200])
  const { state, entries } = await ask<{ state: string; entries: { amount: number; method: string }[] }>(
    'GET',
    `/tickets/${ticketId}/money`,
  )
  expect(state).toBe('paid')
  expect(entries).toMatchObject([{ amount: 181.25, method: 'card' }])
})
