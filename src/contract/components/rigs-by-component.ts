// The company's RVs with a component of some maker and model, as a maker's service bulletin asks for them.

import * as z from 'zod'
import { MAX_COMPONENT_TEXT_LENGTH } from '#domain/components/component.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { installedComponent } from '../rig.ts'
import { line, uuid } from '../shared-schemas.ts'

const procedure = proceduresTagged('Customers')

const typed = line(MAX_COMPONENT_TEXT_LENGTH)

const found = installedComponent.omit({ plate: true, warrantyUntil: true }).extend({
  vin: z.string(),
  /** `2021 Jayco Eagle` */
  rig: z.string(),
  /** The company's newest ticket of the RV. */
  ticketId: z.number().int(),
  /** Of that ticket; null after they were forgotten. */
  customer: z
    .object({
      customerId: uuid.nullable(),
      name: z.string(),
      phone: z.string(),
      email: z.string(),
    })
    .nullable(),
})

export const rigsByComponent = {
  listRigs: procedure({ permission: 'customer.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/components',
      summary: 'List the company’s RVs with a component of this maker and model, and their owners',
      description:
        'As the company entered them, without those that are no longer in the RV. Spaces, dashes and case do not count; the model may be its beginning.',
    })
    .input(z.object({ maker: typed.min(1, { error: 'Required.' }), model: typed.default('') }))
    .output(
      z.object({
        /** Whether the company keeps such a list; off until set. */
        isOn: z.boolean(),
        found: z.array(found).readonly(),
        /** Whether there are no more than these. */
        isComplete: z.boolean(),
      }),
    ),
}
