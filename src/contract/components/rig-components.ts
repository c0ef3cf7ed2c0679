// What an RV is made of, as the owner who claimed it reads and enters it, and what of it companies read.

import * as z from 'zod'
import { MAX_NOTE_LENGTH } from '#domain/rig-claims/claim-code.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from '../procedure/procedure.ts'
import { day, done, requiredText, uuid, vin } from '../shared-schemas.ts'
import { component, componentCorrection, componentDetails, entry } from './components.ts'

const procedure = proceduresTagged('My rigs')

const byVin = z.object({ vin })
const ofComponent = byVin.extend({ componentId: uuid })
const ofEntry = byVin.extend({ entryId: uuid })

const owned = component.omit({ isShared: true, warrantyUntil: true, plate: true, entries: true }).extend({
  /** Whether an owner entered it: then you may correct it. */
  isByOwner: z.boolean(),
  /** Whether companies that work on your RV read its serial number. */
  isShared: z.boolean(),
  /** All that was entered about it, oldest first. */
  entries: z
    .array(
      entry.omit({ ticketId: true, enteredByName: true, plate: true }).extend({
        /** The company’s name; null of an owner, and of a visit that isn’t open to you. */
        companyName: z.string().nullable(),
        /** Whether you entered it. */
        isMine: z.boolean(),
        /** Whether you may dispute it. */
        canDispute: z.boolean(),
        /** Whether what is disputed is yours. */
        isMyDispute: z.boolean(),
      }),
    )
    .readonly(),
})

const entered = z.object({ componentId: uuid })

const limited = { permission: 'rv-owner.change', rateLimit: 'none' } as const

export const rigComponents = {
  list: procedure({ permission: 'rv-owner.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/my/rigs/{vin}/components',
      summary: 'List what your rig is made of, also what was replaced',
      description: 'Serial numbers of visits that aren’t open to you are null.',
    })
    .input(byVin)
    .output(
      z.object({
        /** Whether companies that work on your RV read all serial numbers. */
        sharesAll: z.boolean(),
        components: z.array(owned).readonly(),
      }),
    ),
  add: procedure(limited)
    .route({
      method: 'POST',
      path: '/my/rigs/{vin}/components',
      successStatus: 201,
      summary: 'Add a component of your rig, or put it in the place of another',
    })
    .input(
      byVin.extend({ ...componentDetails.omit({ warrantyUntil: true }).shape, replaces: uuid.optional() }),
    )
    .output(entered),
  correct: procedure(limited)
    .route({
      method: 'PATCH',
      path: '/my/rigs/{vin}/components/{componentId}',
      summary: 'Correct a component that an owner entered; what was known before stays on record',
    })
    .input(ofComponent.extend(componentCorrection.omit({ warrantyUntil: true }).shape))
    .output(entered),
  remove: procedure(limited)
    .route({
      method: 'POST',
      path: '/my/rigs/{vin}/components/{componentId}/remove',
      summary: 'Say that a component is no longer in your rig; it stays on record',
    })
    .input(ofComponent.extend({ day: day.nullable().default(null) }))
    .output(done),
  share: procedure(limited)
    .route({
      method: 'PUT',
      path: '/my/rigs/{vin}/component-sharing',
      summary: 'Share serial numbers with companies that work on your rig, or stop',
      description:
        'Of one component, or of all without `componentId`. Off until you share; it ends with your claim.',
    })
    .input(byVin.extend({ componentId: uuid.optional(), isShared: z.boolean() }))
    .output(done),
  dispute: procedure({
    permission: 'rv-owner.change',
    rateLimit: rateLimit('server', limit('account', 60, HOUR, 'A dispute may email a company.')),
  })
    .route({
      method: 'PUT',
      path: '/my/rigs/{vin}/component-entries/{entryId}/dispute',
      summary: 'Dispute what a company entered of a component; replaces what you wrote before',
    })
    .input(ofEntry.extend({ words: requiredText(MAX_NOTE_LENGTH) }))
    .output(done),
  withdrawDispute: procedure(limited)
    .route({
      method: 'DELETE',
      path: '/my/rigs/{vin}/component-entries/{entryId}/dispute',
      summary: 'Delete your dispute of what a company entered',
    })
    .input(ofEntry)
    .output(done),
}
