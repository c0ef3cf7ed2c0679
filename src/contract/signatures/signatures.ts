// What a ticket's customer signs: at drop-off and pickup on a device of the shop, an estimate by their link.

import * as z from 'zod'
import {
  isDrawn,
  MAX_POINTS,
  MAX_SIGNER_NAME_LENGTH,
  MAX_STROKES,
  OCCASIONS,
  SIGNATURE_BOX,
} from '#domain/signatures/signature.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { done, moneyOut, requiredName, text, ticketId, uuid } from '../shared-schemas.ts'

const procedure = proceduresTagged('Tickets')

/** Identifies what is signed as it was shown. */
const version = text(60)

const TOO_LONG = 'That is too much for a signature. Clear it and sign again.'
const NOT_DRAWN = 'Draw the signature, or choose to type the name.'

/** Its lines, in a box of 600 by 200: each from where the pen came down to where it went up. */
const strokes = z
  .array(
    z
      .array(z.tuple([z.int().min(0).max(SIGNATURE_BOX.width), z.int().min(0).max(SIGNATURE_BOX.height)]))
      .min(1, { error: NOT_DRAWN })
      .max(MAX_POINTS, { error: TOO_LONG }),
  )
  .max(MAX_STROKES, { error: TOO_LONG })
  .refine(drawn => drawn.reduce((count, stroke) => count + stroke.length, 0) <= MAX_POINTS, {
    error: TOO_LONG,
  })
  .refine(isDrawn, { error: NOT_DRAWN })

export const newSignature = z.object({
  /** Of what is signed. */
  version,
  /** Who signs. */
  typedName: requiredName(MAX_SIGNER_NAME_LENGTH),
  /** Null: the typed name is the signature. */
  strokes: strokes.nullable(),
})

const signed = z.object({
  occasion: z.enum(OCCASIONS),
  /** `1. Roof leak; 2. Slide-out`; empty at pickup. */
  jobLines: z.string(),
  /** Null at drop-off. */
  amount: moneyOut.nullable(),
  /** At pickup with an invoice. */
  invoiceNumber: z.string().nullable(),
})

/** What can be signed now. */
export const signatureSubject = signed.extend({ version })

export const signature = signed.extend({
  signatureId: uuid,
  signedAt: z.date(),
  signerName: z.string(),
  /** The strokes as an SVG path in a box of 600 by 200; null if the typed name is the signature. */
  path: z.string().nullable(),
  /** Whether the customer signed by their link; else on a device of the shop. */
  isByLink: z.boolean(),
})

const id = z.object({ ticketId })

export const signatures = {
  list: procedure({ permission: 'signature.take', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/signatures',
      summary: 'List what the customer signed, oldest first, and what they can sign now',
    })
    .input(id)
    .output(
      z.object({
        signatures: z
          .array(
            signature.extend({
              /** Who of the company took it; null by link. */
              takenBy: z.string().nullable(),
            }),
          )
          .readonly(),
        /** Nothing for a company that does not ask for signatures. */
        toSign: z.array(signatureSubject).readonly(),
        timeZone: z.string(),
      }),
    ),
  take: procedure({ permission: 'signature.take', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/signatures',
      summary: 'Record the customer’s signature at drop-off or pickup, at the version that was shown',
    })
    .input(id.extend(newSignature.shape))
    .output(done),
}
