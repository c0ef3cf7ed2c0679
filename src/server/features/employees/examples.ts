import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import {
  byId,
  EMPLOYEES,
  type Examples,
  freshEmail,
  type Input,
  OFFICE,
  OWN_DESK,
  OWN_OFFICE,
  own,
  renewed,
  STAFF,
} from '../../../../test/support/examples/example.ts'
import { CANARY, newcomer, type SecretFixtures } from '../../../../test/support/examples/secret-fixtures.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

async function hire({ app, addSecret }: SecretFixtures): Promise<{ id: string }> {
  const email = freshEmail().replace('mail', CANARY)
  const { id } = await app.as('dana').employees.register({ ...newcomer('Hal'), email })
  addSecret(id)
  return { id }
}

const onEmployee = (
  input: Input = {},
  before: (shop: SecretFixtures, id: string) => Promise<unknown> = async () => {},
) =>
  byId(OFFICE, async shop => {
    const { id } = await hire(shop)
    await before(shop, id)
    return { id, ...input }
  })

const tomorrow = ({ now }: Pick<TestApp, 'now'>) => {
  const day = addDays(dayOf(now, 'UTC'), 1)
  return { firstDay: day, lastDay: day, reason: '' }
}

export const examples: Examples = {
  'employees.mine': own(STAFF),
  'employees.setFirstNameOnly': own(EMPLOYEES, { firstNameOnly: true }),
  'employees.setQualification': own(EMPLOYEES, { sinceYear: 2014, certificates: 'RVTI Level 2, No. 10442' }),
  'employees.list': own(OWN_DESK),
  'employees.register': renewed(own(OWN_OFFICE), () => ({
    ...rosa,
    licenseNumber: 'IN-1',
    email: freshEmail(),
    password: PASSWORD,
  })),
  'employees.change': onEmployee({ phone: '(574) 555-0101' }),
  'employees.deactivate': onEmployee(),
  'employees.reactivate': onEmployee({}, ({ app }, id) => app.as('dana').employees.deactivate({ id })),
  'employees.sendReset': onEmployee(),
  'employees.delete': onEmployee(),
  'employees.changeWorkingHours': onEmployee({ weekdays: [6], opens: 9, closes: 12 }),
  'employees.resetWorkingHours': onEmployee({ weekday: 6 }),
  'employees.addTimeOff': byId(OFFICE, async shop => ({ ...(await hire(shop)), ...tomorrow(shop.app) })),
  'employees.removeTimeOff': byId(OFFICE, async shop => {
    const { id } = await hire(shop)
    const { timeOffId } = await shop.app.as('dana').employees.addTimeOff({ id, ...tomorrow(shop.app) })
    return { id, timeOffId }
  }),
}
