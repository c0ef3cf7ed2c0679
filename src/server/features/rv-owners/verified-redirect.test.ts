import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { emailAfter } from '../../../../test/support/signup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ask = (email: string, to?: string) =>
  app.as('visitor').rvOwners.requestSignup({ email, ...(to !== undefined && { to }) })
const emailFor = (email: string, to?: string) => emailAfter(app, email, () => ask(email, to))

describe('the redirect in a signup email', () => {
  test.each([
    'https://elsewhere.test',
    '//elsewhere.test',
    '/\\elsewhere.test',
    '/\t/elsewhere.test',
    'javascript:alert(1)',
    // Nor can they carry a message to the recipient.
    '/my?say=call 555 0100 now',
    '/my?say=call%20555',
    '/my?say=evil.example',
    '/my#call-555',
    '/you-won-a-prize',
    '/my?YOUR-ACCOUNT-IS-LOCKED-CALL-555-0100',
    '/follow/your-account-is-locked',
    '/join/../my',
    `/my?vin=${'X'.repeat(200)}`,
    '',
  ])('is not %j, and no email is sent', async to => {
    const before = await dumpDatabase(app.database)
    const refusal = await errorOf(ask(`${randomUUID()}@mail.example`, to))
    expect(refusal).toMatchObject({ code: 'INVALID', fields: { to: 'Not a page of this site.' } })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test.each(['/my', '/my/rigs/1UJBJ0BN8C1TR4567', '/my?vin=1UJBJ0BN8C1TR4567&code=7KQ2M-XW4PB', '/'])(
    'is %s in the link, for new users and for those with an account',
    async to => {
      const query = `?to=${encodeURIComponent(to)}`
      const { text } = await emailFor(`${randomUUID()}@mail.example`, to)
      expect(/^http\S+$/m.exec(text)?.[0]).toMatch(/\/join\/[\w-]{32}\?to=[\w%-]+$/)
      expect(text).toContain(`${query}\n`)
      const again = await emailFor(june.customerDetails.email, to)
      expect(again.text).toContain(`${app.url}/login${query}\n`)
    },
  )

  test('is optional', async () => {
    expect((await emailFor(`${randomUUID()}@mail.example`)).text).not.toContain('?to=')
    expect((await emailFor(june.customerDetails.email)).text).toContain(`${app.url}/login\n`)
  })
})
