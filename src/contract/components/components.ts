// What the RV of a ticket is made of, as its company and others that work on it entered it.

import * as z from 'zod'
import { MAX_COMPONENT_TEXT_LENGTH } from '#domain/components/component.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { installedComponent, componentKind as kind, plate } from '../rig.ts'
import { day, done, line, moneyOut, ticketId, uuid } from '../shared-schemas.ts'

const procedure = proceduresTagged('Tickets')

const words = line(MAX_COMPONENT_TEXT_LENGTH).default('')

const named = z.object({
  kind,
  /** What it is, if it is none of the usual kinds. */
  name: words,
  /** Where it is in the RV. */
  place: words,
  maker: words,
  model: words,
  /** Four digits. */
  modelYear: line(10).default(''),
})

/** What is typed of a component. */
export const componentDetails = named.extend({
  serial: words,
  /** When it was installed. */
  day: day.nullable().default(null),
  /** The last day of the maker's warranty. */
  warrantyUntil: day.nullable().default(null),
})

/** What a correction types. */
export const componentCorrection = named.extend({
  /** Stays as it is if it is left out; empty clears it, as null does the days. */
  serial: line(MAX_COMPONENT_TEXT_LENGTH).optional(),
  day: day.nullable().optional(),
  warrantyUntil: day.nullable().optional(),
})

export const entry = z.object({
  entryId: uuid,
  how: z.enum(['entered', 'corrected', 'cleared', 'removed']),
  maker: z.string(),
  model: z.string(),
  serial: z.string().nullable(),
  day: z.string().nullable(),
  enteredAt: z.date(),
  /** Null if another company entered it. */
  ticketId: z.number().int().nullable(),
  enteredByName: z.string().nullable(),
  /** Paths of a photo of its plate; null without one, and if another company took it. */
  plate: plate.nullable(),
  /** Whether an owner of the RV entered it. */
  isByOwner: z.boolean(),
  /** What an owner disputes of it; null for what another company entered. */
  dispute: z.string().nullable(),
})

export const component = installedComponent.extend({
  /** Whether its serial number is read because the RV’s owner shares it. */
  isShared: z.boolean(),
  isInstalled: z.boolean(),
  /** When it was replaced or removed; null if it was not, or the day is unknown. */
  endedOn: z.string().nullable(),
  /** The component that came in its place. */
  replacedBy: uuid.nullable(),
  /** All that was entered about it, oldest first. */
  entries: z.array(entry).readonly(),
})

const ofTicket = z.object({ ticketId })
const ofComponent = ofTicket.extend({ componentId: uuid })

const entered = z.object({
  componentId: uuid,
  /** What may be wrong with it; it is entered all the same. */
  note: z.string().nullable(),
})

export const components = {
  list: procedure({ permission: 'component.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/components',
      summary: 'List what the RV of a ticket is made of, also what was replaced',
      description:
        'Makers and models are shared by the companies that work on an RV; serial numbers are if its owner shares them.',
    })
    .input(ofTicket)
    .output(
      z.object({
        /** Whether the company keeps such a list; off until set. */
        isOn: z.boolean(),
        components: z.array(component).readonly(),
        timeZone: z.string(),
      }),
    ),
  listFittedParts: procedure({ permission: 'component.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/components/{componentId}/fitted-parts',
      summary: 'List the parts that fitted the same maker and model on your company’s other tickets',
    })
    .input(ofComponent)
    .output(
      z.object({
        /** The newest first. */
        parts: z
          .array(
            z.object({
              description: z.string(),
              /** The company's last; null without one, or without permission to see prices. */
              perPartAmount: moneyOut.nullable(),
              /** Where it was used last. */
              ticketId: z.number().int(),
            }),
          )
          .readonly(),
      }),
    ),
  add: procedure({ permission: 'component.write', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/components',
      successStatus: 201,
      summary: 'Add a component of a ticket’s RV, or put it in the place of another',
    })
    .input(
      ofTicket.extend({
        ...componentDetails.shape,
        replaces: uuid.optional(),
        /** A UUID that you create for it, if you need to name it before you have the answer. */
        componentId: uuid.optional(),
      }),
    )
    .output(entered),
  correct: procedure({ permission: 'component.write', rateLimit: 'none' })
    .route({
      method: 'PATCH',
      path: '/tickets/{ticketId}/components/{componentId}',
      summary: 'Correct what is known of a component; what was known before stays on record',
    })
    .input(ofComponent.extend(componentCorrection.shape))
    .output(entered),
  remove: procedure({ permission: 'component.write', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/components/{componentId}/remove',
      summary: 'Say that a component is no longer in the RV; it stays on record',
    })
    .input(ofComponent.extend({ day: day.nullable().default(null) }))
    .output(done),
}
