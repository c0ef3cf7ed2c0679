// Rigs as their owners see them: claimed with a code, with full history, reports for buyers, and transfers.

import * as z from 'zod'
import { PHOTO_STAGES } from '#domain/photos/photo.ts'
import { isCode, MAX_NOTE_LENGTH, NOTE_KINDS, normalizeCode } from '#domain/rig-claims/claim-code.ts'
import { CLAIM_STATES } from '#domain/rig-claims/claim-state.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { listedRig } from './rig.ts'
import {
  done,
  moneyOut,
  namedQualifications,
  requiredText,
  rigVin,
  text,
  ticketId,
  uuid,
  vin,
} from './shared-schemas.ts'
import { imported } from './work-history.ts'

const procedure = proceduresTagged('My rigs')
const byVin = z.object({ vin })

/** From a document, an email or a seller; in any notation. */
const claimCode = z
  .string({ error: 'Required.' })
  .transform(normalizeCode)
  .pipe(
    z
      .string()
      .min(1, { error: 'Required.' })
      .refine(code => code === '' || isCode(code), {
        error: 'A code has 10 characters, e.g. 7KQ2M-XW4PB.',
      }),
  )

/** Others may have the same serial number or license plate: only a VIN says which RV it is. */
const claimableVin = rigVin.refine(isSharedVin, {
  error: 'Only an RV with a 17-character VIN can be claimed. You find your visits under My Tickets.',
})
export const rigClaim = z.object({ vin: claimableVin, code: claimCode })

const rig = listedRig.extend({ axleAmount: z.string().nullable() })

const visitKey = byVin.extend({ companyUUID: uuid, ticketId })
const noteKind = z.enum(NOTE_KINDS)

/** As anyone but its author sees it: without a name. */
export const dispute = z.object({
  words: z.string(),
  writtenAt: z.date(),
  /** By the current owner; otherwise by a former one. */
  isHeld: z.boolean(),
})

const rigPhoto = z.object({
  photoId: uuid,
  small: z.string(),
  large: z.string(),
  moment: z.enum(PHOTO_STAGES),
  width: z.number().int(),
  height: z.number().int(),
})

const rigVisit = z.object({
  companyUUID: uuid,
  ticketId: z.number().int(),
  /** Its current name. */
  companyName: z.string(),
  completedTimestamp: z.date(),
  timeZone: z.string(),
  technician: z.string(),
  totalBalance: moneyOut,
  imported,
  /** Whether its details are included; earlier visits may show only public data. */
  isOpen: z.boolean(),
  work: z
    .array(
      z.object({
        problem: z.string(),
        cause: z.string(),
        correction: z.string(),
        /** Who clocked on it; none in visits from before this was recorded. */
        technicians: z.array(z.string()).readonly().default([]),
        photos: z.array(rigPhoto).readonly(),
      }),
    )
    .readonly(),
  /** What the names of those technicians rest on, if they entered it. */
  qualifications: namedQualifications,
  /** What its company added later, oldest first. */
  addenda: z
    .array(
      z.object({
        addendumId: uuid,
        addedAt: z.date(),
        text: z.string(),
        photos: z.array(rigPhoto).readonly(),
      }),
    )
    .readonly(),
  notes: z
    .array(
      z.object({
        kind: noteKind,
        words: z.string(),
        writtenAt: z.date(),
        /** False for a former owner's. */
        isMine: z.boolean(),
      }),
    )
    .readonly(),
})

const rigReport = z.object({
  reportId: uuid,
  /** `/rig-report/…` */
  path: z.string(),
  createdAt: z.date(),
  endsAt: z.date(),
})

export const rigClaims = {
  list: procedure({ permission: 'rv-owner.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/my/rigs', summary: 'List your rigs' })
    .output(
      z.array(
        rig.extend({
          claimedAt: z.date(),
          visits: z.number().int(),
          /** The last visit; null before the first. */
          lastVisit: z.date().nullable(),
        }),
      ),
    ),
  claim: procedure({
    permission: 'rv-owner.change',
    rateLimit: rateLimit(
      'password',
      limit('account', 20, HOUR, 'A family claims its rigs and mistypes a few codes.'),
      limit('vin', 1000, HOUR, 'Many accounts guessing at one rig; a code has ten characters.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/my/rigs',
      summary: 'Claim a rig with a code from an invoice or from its previous owner',
    })
    .input(rigClaim)
    .output(z.object({ vin: z.string() })),
  get: procedure({ permission: 'rv-owner.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/my/rigs/{vin}',
      summary: 'List everything that was done to your rig, newest first',
    })
    .input(byVin)
    .output(
      z.object({
        rig,
        claimedAt: z.date(),
        state: z.enum(CLAIM_STATES),
        /** Earlier visits show only public data; null: all are open. */
        openedFrom: z.date().nullable(),
        /** When the current transfer code expires; null without one. */
        transferUntil: z.date().nullable(),
        /** The company of the last visit, where they can book again; null without one. */
        bookAgainAt: z.object({ companyUUID: uuid, companyName: z.string() }).nullable(),
        visits: z.array(rigVisit).readonly(),
        reports: z.array(rigReport).readonly(),
      }),
    ),
  release: procedure({ permission: 'rv-owner.change', rateLimit: 'none' })
    .route({ method: 'DELETE', path: '/my/rigs/{vin}', summary: 'Remove a rig from your account' })
    .input(byVin)
    .output(done),
  createTransfer: procedure({ permission: 'rv-owner.change', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/my/rigs/{vin}/transfer',
      summary: 'Create a transfer code; it replaces an earlier one',
    })
    .input(byVin)
    .output(z.object({ code: z.string(), until: z.date() })),
  cancelTransfer: procedure({ permission: 'rv-owner.change', rateLimit: 'none' })
    .route({ method: 'DELETE', path: '/my/rigs/{vin}/transfer', summary: 'Cancel the transfer code' })
    .input(byVin)
    .output(done),
  createReport: procedure({
    permission: 'rv-owner.change',
    rateLimit: rateLimit('server', limit('account', 60, HOUR, 'Each creates a link; a seller needs a few.')),
  })
    .route({ method: 'POST', path: '/my/rigs/{vin}/reports', summary: 'Create a buyer report link' })
    .input(byVin)
    .output(z.object({ report: rigReport })),
  revokeReport: procedure({ permission: 'rv-owner.change', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/my/rigs/{vin}/reports/{reportId}',
      summary: 'Turn off a buyer report link',
    })
    .input(byVin.extend({ reportId: uuid }))
    .output(done),
  saveNote: procedure({
    permission: 'rv-owner.change',
    rateLimit: rateLimit('server', limit('account', 60, HOUR, 'A dispute may email a company.')),
  })
    .route({
      method: 'PUT',
      path: '/my/rigs/{vin}/notes',
      summary: 'Write a note on a visit or dispute it; replaces what you wrote before',
    })
    .input(visitKey.extend({ kind: noteKind, words: requiredText(MAX_NOTE_LENGTH) }))
    .output(done),
  deleteNote: procedure({ permission: 'rv-owner.change', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/my/rigs/{vin}/notes/{companyUUID}/{ticketId}/{kind}',
      summary: 'Delete your note or dispute on a visit',
    })
    .input(visitKey.extend({ kind: noteKind }))
    .output(done),
  // By a link that an RV owner gave to a buyer.
  getReport: procedure({
    permission: 'public',
    rateLimit: rateLimit(
      'server',
      limit('address', 600, HOUR, 'A link can’t be guessed; this only limits the load.'),
    ),
  })
    .route({ method: 'GET', path: '/rig-reports/{token}', summary: 'Get the report of a rig by its link' })
    .input(z.object({ token: text(100) }))
    .output(
      z.object({
        rig,
        createdAt: z.date(),
        endsAt: z.date(),
        openedFrom: z.date().nullable(),
        visits: z.array(rigVisit).readonly(),
      }),
    ),
}
