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

const onEmployee = (
  input: Input = {},
  before: (shop: SecretFixtures, id: string) => Promise<unknown> = async () => {},
) =>
  byId(OFFICE, async shop => {
    const email = freshEmail().replace('mail', CANARY)
    const { id } = await shop.app.as('dana').employees.register({ ...newcomer('Hal'), email })
    await before(shop, id)
    shop.addSecret(id)
    return { id, ...input }
  })

export const examples: Examples = {
  'employees.mine': own(STAFF),
  'employees.setFirstNameOnly': own(EMPLOYEES, { firstNameOnly: true }),
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
}
