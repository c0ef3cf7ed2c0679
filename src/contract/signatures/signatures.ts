// What a ticket's customer signs: at drop-off and pickup at the desk, at drop-off and for work done on a technician's phone,
// an estimate by their link.

import * as z from 'zod'
import { BAY_OCCASIONS } from '#domain/signatures/bay-signature.ts'
import {
  isDrawn,
  MAX_POINTS,
  MAX_SIGNER_NAME_LENGTH,
  MAX_STROKES,
  NOT_DRAWN,
  SIGNATURE_BOX,
} from '#domain/signatures/signature.ts'
import { MAX_JOBS } from '#domain/tickets/job.ts'
import { tap } from '../clocks.ts'
import { linkToken } from '../customer-view.ts'
import { typedJob } from '../job.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from '../procedure/procedure.ts'
import {
  done,
  jobNumber,
  requiredName,
  signatureOut,
  signatureSubjectOut,
  text,
  ticketId,
} from '../shared-schemas.ts'

const procedure = proceduresTagged('Tickets')
const byLink = proceduresTagged('Customer links')

const TOO_LONG = 'That is too much for a signature. Clear it and sign again.'

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
  /** Of what is signed, as it was shown. */
  version: text(60),
  /** Who signs. */
  typedName: requiredName(MAX_SIGNER_NAME_LENGTH),
  /** Null: the typed name is the signature. */
  strokes: strokes.nullable(),
})

const bayFields = {
  occasion: z.enum(BAY_OCCASIONS),
  /** As they were shown. */
  jobs: z
    .array(z.object({ jobNumber, problem: typedJob.shape.problem }))
    .max(MAX_JOBS, { error: `Sign for at most ${MAX_JOBS} job lines.` }),
}

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
            signatureOut.extend({
              /** Who of the company took it; null by link. */
              takenBy: z.string().nullable(),
              /** Whether the job lines had changed since they were shown, when it arrived from a phone. */
              outdated: z.boolean(),
            }),
          )
          .readonly(),
        /** Nothing for a company that does not ask for signatures. */
        toSign: z.array(signatureSubjectOut).readonly(),
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
  takeInBay: procedure({ permission: 'signature.take-in-bay', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/signatures/in-bay',
      summary: 'Record the customer’s signature on a technician’s phone, of the job lines that were shown',
    })
    // It may have been signed without a connection: what was shown stays, also if it has changed since.
    .input(id.extend({ ...bayFields, ...newSignature.omit({ version: true }).shape, ...tap.shape }))
    .output(done),
}

export const customerSignatures = {
  sign: byLink({
    permission: { byLink: 'job.answer-estimate' },
    rateLimit: rateLimit(
      'server',
      limit('link', 20, HOUR, 'A customer who signs again as the estimate changes.'),
      limit('address', 60, HOUR, 'The same, across many links.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/follow/{token}/signatures',
      summary: 'Sign the estimate of a link at the version that was shown',
    })
    .input(newSignature.extend({ token: linkToken }))
    .output(done),
}
