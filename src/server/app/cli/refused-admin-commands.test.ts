import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bluebonnet, june, maya, rosa } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { runAdmin } from '../../../../test/support/run-admin.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { parseCommand } from './admin-commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('a command is refused before anything is read', () => {
  test.each([
    [[], /^Usage: npm run admin/],
    [['compannies'], /^There is no command “compannies”\. See npm run admin -- --help$/],
    [['companies', '--all'], /Unknown option '--all'[\s\S]*See npm run admin -- --help$/],
    [['reset-password'], /^Something is missing after reset-password\./],
    [['close-company', 'Bluebonnet', 'RV'], /^“RV” is too much after close-company; put quotes/],
    [['constructor'], /^There is no command “constructor”\./],
  ])('%j', (args, sentence) => {
    expect(() => parseCommand(args)).toThrow(sentence)
  })

  test('and --help is answered', () => expect(parseCommand(['companies', '--help'])).toBeNull())
})

describe('nothing changes', () => {
  test.each([
    [['reset-password', rosa.email], null, /^This makes a link .* Rosa Díaz .*Add --yes/],
    [['reset-password', rosa.email], 'Dana', /^That is not the name\. Nothing was changed\.$/],
    [['end-sessions', 'nobody@mail.example', '--yes'], null, /^There is no account “nobody@mail\.example”/],
    [['reset-two-factor', rosa.email, '--yes'], null, /^Rosa Díaz does not use two-factor authentication\.$/],
    [['change-owner-email', 'nowhere', 'a@b.example', '--yes'], null, /^There is no company “nowhere”/],
    [['change-owner-email', bluebonnet.email, 'x', '--yes'], null, /^“x” is not an email address\.$/],
    [['change-owner-email', bluebonnet.email, rosa.email, '--yes'], null, /already exists/],
    [['change-owner-email', bluebonnet.email, maya.email, '--yes'], null, /already exists/],
    [['change-owner-email', bluebonnet.email, bluebonnet.email, '--yes'], null, /has this email already/],
    [['forget-person', 'x', '--yes'], null, /^“x” is not an email address\.$/],
    [
      ['forget-person', 'nobody@mail.example', '--yes'],
      null,
      /^Nothing is stored about “nobody@mail\.example”\.$/,
    ],
    [['forget-person', june.customerDetails.email], null, /^This removes, for good, .*Add --yes/],
    [['forget-person', june.customerDetails.email], 'June', /^That is not the name\./],
    [
      ['forget-person', bluebonnet.email, '--yes'],
      null,
      /is the email of Bluebonnet RV itself\. Change it first: npm run admin -- change-owner-email$/,
    ],
    [
      ['forget-person', rosa.email, '--yes'],
      null,
      /is an employee of Bluebonnet RV\. Its owner deletes them under Register Employee\.$/,
    ],
    [['forget-person', maya.email, '--yes'], null, /^This account runs Rigwright\./],
    [['delete-company', bluebonnet.companyName, '--yes'], null, /^Bluebonnet RV is open\. Close it first/],
    [['close-company', bluebonnet.companyName, '--yes'], null, /^Say why: --reason/],
    [['reopen-company', bluebonnet.companyName, '--yes', '--reason', 'x'], null, /is not suspended/],
    [['show-mail', 'nonsense'], null, /^There is no email “nonsense”/],
    [['resend-mail', 'nonsense', '--yes'], null, /^There is no email “nonsense”/],
  ] as const)('by %j answered with %j', async (args, answer, sentence) => {
    const before = await dumpDatabase(app.database)
    const ask = answer === null ? null : async () => answer
    await expect(runAdmin(app, args, { ask })).rejects.toThrow(sentence)
    expect(await dumpDatabase(app.database)).toBe(before)
  })
})
