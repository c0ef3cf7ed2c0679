import { PASSWORD } from '#server/seed/demo-accounts.ts'
import {
  type Examples,
  freshEmail,
  imageFormOf,
  OWN_OFFICE,
  open,
  own,
  renewed,
  STAFF,
  withFile,
} from '../../../../test/support/examples/example.ts'

export const examples: Examples = {
  'companies.register': renewed(open(), () => ({
    companyName: 'New RV',
    companyPhone: '(512) 555-0100',
    email: freshEmail(),
    password: PASSWORD,
  })),
  'companies.list': open(),
  'companies.get': open(({ app }) => ({ companyId: app.ids.ray })),
  'companies.mine': own(STAFF),
  'companies.change': own(OWN_OFFICE, { mobileRange: 77 }),
  'companies.changeWeekdayHours': own(OWN_OFFICE, { weekdays: [6], opens: 9, closes: 12 }),
  'companies.resetWeekdayHours': own(OWN_OFFICE, async ({ app }) => {
    await app.as('dana').companies.changeWeekdayHours({ weekdays: [7], opens: null, closes: null })
    return { weekday: 7 }
  }),
  'companies.close': own(OWN_OFFICE, async ({ app }) => {
    await app.as('dana').companies.keepOpen()
    return { password: PASSWORD }
  }),
  'companies.keepOpen': own(OWN_OFFICE, async ({ app }) => {
    await app.as('dana').companies.keepOpen()
    await app.as('dana').companies.close({ password: PASSWORD })
    return {}
  }),
  putCompanyImage: withFile('own', async () => async () => ({
    input: {},
    form: await imageFormOf('image'),
  })),
  removeCompanyImage: own(OWN_OFFICE),
  companyImage: open(async ({ app, image }) => {
    await image('/company/image')
    return { companyUUID: app.ids.dana }
  }),
}
