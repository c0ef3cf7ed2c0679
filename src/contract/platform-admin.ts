// Founders' procedures: companies and badges, reviews, corrected VINs; and the log of all of them.

import * as z from 'zod'
import type { Action } from '#domain/account/permission.ts'
import { MAX_QUERY_LENGTH } from '#domain/companies/search-params.ts'
import { ADMIN_VERBS } from '#domain/platform-admin/admin-sentences.ts'
import { JOB_NAMES } from '#domain/platform-admin/background-jobs.ts'
import { MAX_NOTE_LENGTH } from '#domain/platform-admin/verification-period.ts'
import { publicCompany } from './companies.ts'
import { proceduresTagged } from './procedure/procedure.ts'
import { review, trust, uncountedBecause } from './reviews.ts'
import { dispute } from './rig-claims.ts'
import { day, done, requiredText, rigVin, text, ticketId, uuid, vin } from './shared-schemas.ts'

const procedure = proceduresTagged('Founders')

/** The reason, shown to those affected. */
const reason = requiredText(500)
const nextCursor = z.string().nullable()
const month = z.object({ from: z.string(), until: z.string() })

const adminCompany = publicCompany.extend({
  email: z.string(),
  pendingStatus: z.boolean(),
  suspendedAt: z.date().nullable(),
  timeZone: z.string(),
})

const byCompany = z.object({ companyUUID: uuid })
const byCompanyWithReason = byCompany.extend({ reason })
const byReviewWithReason = byCompanyWithReason.extend({ ticketId })

export const companyVerification = byCompany.extend({
  from: day,
  until: day,
  note: requiredText(MAX_NOTE_LENGTH),
})

export const vinCorrection = z.object({ vin, companyUUID: uuid, ticketId, newVin: rigVin, reason })

const claimRevocation = z.object({
  vin,
  /** The claim that was viewed; omitted: any active one. */
  claimId: uuid.optional(),
  reason,
})

const claim = z.object({
  claimId: uuid,
  claimedAt: z.date(),
  /** By a document's code, or by transfer. */
  how: z.enum(['code', 'transfer']),
  /** The company of the original document. */
  companyUUID: uuid,
  companyName: z.string().nullable(),
  ticketId: z.number().int(),
  /** The owner sees only public data of earlier visits; null: the whole history. */
  openedFrom: z.date().nullable(),
})

export const reasonInput = z.object({ reason })

const founderProcedure = (permission: Action, path: `/${string}`, summary: string) =>
  procedure({ permission, rateLimit: 'none' }).route({
    method: 'POST',
    path: `/founders/${path.slice(1)}`,
    summary,
  })

const auditDetail = z
  .object({
    companyName: z.string(),
    reason: z.string(),
    note: z.string(),
    month: z.object({ before: month.nullable(), after: month.nullable() }),
    pendingStatus: z.boolean(),
    before: z.string(),
    after: z.string(),
    tickets: z.int(),
    accounts: z.int(),
  })
  .partial()

export const platformAdmin = {
  listCompanies: procedure({ permission: 'platform.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/founders/companies',
      summary: 'Search all companies, including suspended ones, by name, city or (with an @) email',
    })
    .input(z.object({ q: text(MAX_QUERY_LENGTH).optional(), after: z.string().max(1000).optional() }))
    .output(z.object({ companies: z.array(adminCompany).readonly(), next: nextCursor })),
  getCompany: procedure({ permission: 'platform.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/founders/companies/{companyUUID}',
      summary: 'Get a company with the details a founder needs',
    })
    .input(byCompany)
    .output(
      adminCompany.extend({
        /** Whether the owner has confirmed the email. */
        isEmailConfirmed: z.boolean(),
        registeredAt: z.date(),
        /** The month behind Verified. */
        month: month.extend({ note: z.string() }).nullable(),
        suspendedBecause: z.string().nullable(),
        trust,
        counts: z.object({ employees: z.number().int(), tickets: z.number().int() }),
      }),
    ),
  listReviews: procedure({ permission: 'platform.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/founders/companies/{companyUUID}/reviews',
      summary: 'List the reviews of a company, including removed ones, newest first',
    })
    .input(byCompany.extend({ after: z.string().max(200).optional() }))
    .output(
      z.object({
        reviews: z
          .array(
            review.extend({
              ticketId: z.number().int(),
              removed: z.object({ at: z.date(), by: z.string(), because: z.string() }).nullable(),
              uncountedBecause,
            }),
          )
          .readonly(),
        next: nextCursor,
      }),
    ),
  verify: founderProcedure(
    'company.verify',
    '/companies/{companyUUID}/verify',
    'Mark a company Verified: the days of the month it spent with the founders, and a note',
  )
    .input(companyVerification)
    .output(done),
  unverify: founderProcedure(
    'company.verify',
    '/companies/{companyUUID}/unverify',
    'Remove Verified from a company',
  )
    .input(byCompanyWithReason)
    .output(done),
  setPending: founderProcedure(
    'company.verify',
    '/companies/{companyUUID}/pending',
    'Set whether a company is pending',
  )
    .input(byCompany.extend({ pendingStatus: z.boolean() }))
    .output(done),
  suspend: founderProcedure(
    'company.suspend',
    '/companies/{companyUUID}/suspend',
    'Suspend a company: it is hidden and its staff are logged out; nothing is deleted',
  )
    .input(byCompanyWithReason)
    .output(done),
  restore: founderProcedure(
    'company.suspend',
    '/companies/{companyUUID}/restore',
    'Restore a suspended company',
  )
    .input(byCompanyWithReason)
    .output(done),
  removeReview: founderProcedure(
    'review.remove',
    '/companies/{companyUUID}/reviews/{ticketId}/remove',
    'Remove a review: it is neither shown nor counted',
  )
    .input(byReviewWithReason)
    .output(done),
  restoreReview: founderProcedure(
    'review.remove',
    '/companies/{companyUUID}/reviews/{ticketId}/restore',
    'Restore a removed review',
  )
    .input(byReviewWithReason)
    .output(done),
  getHistory: procedure({ permission: 'platform.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/founders/history/{vin}',
      summary: 'List a work history with its companies and ticket numbers, newest first',
    })
    .input(z.object({ vin, before: z.string().max(300).optional() }))
    .output(
      z.object({
        vin: z.string(),
        entries: z
          .array(
            z.object({
              companyUUID: uuid,
              /** Null if the company has left the list. */
              companyName: z.string().nullable(),
              ticketId: z.number().int(),
              completedTimestamp: z.date(),
              timeZone: z.string(),
              technician: z.string(),
            }),
          )
          .readonly(),
        /** The rig's active claim; null without one. */
        claim: claim.nullable(),
        next: nextCursor,
      }),
    ),
  correctVin: founderProcedure(
    'work-history.correct',
    '/history/{vin}/correct',
    'Move one work history entry and its ticket to the correct VIN',
  )
    .input(vinCorrection)
    .output(done),
  endClaim: founderProcedure('claim.end', '/history/{vin}/end-claim', 'End the claim on a rig')
    .input(claimRevocation)
    .output(done),
  listDisputes: procedure({ permission: 'platform.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/founders/disputes',
      summary: 'List disputes by rig owners, newest first',
    })
    .input(z.object({ before: z.string().max(300).optional() }))
    .output(
      z.object({
        disputes: z
          .array(
            dispute.extend({
              vin: z.string(),
              companyUUID: uuid,
              companyName: z.string().nullable(),
              ticketId: z.number().int(),
              claimId: uuid,
            }),
          )
          .readonly(),
        next: nextCursor,
      }),
    ),
  listAuditEntries: procedure({ permission: 'platform.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/founders/activity', summary: 'List founder activity, newest first' })
    .input(z.object({ before: z.string().max(300).optional() }))
    .output(
      z.object({
        entries: z
          .array(
            z.object({
              entryId: uuid,
              at: z.date(),
              by: z.object({ id: z.string(), name: z.string() }),
              verb: z.enum(ADMIN_VERBS),
              companyUUID: uuid.nullable(),
              ticketId: z.number().int().nullable(),
              vin: z.string().nullable(),
              detail: auditDetail.nullable(),
            }),
          )
          .readonly(),
        next: nextCursor,
      }),
    ),
  listBackgroundJobs: procedure({ permission: 'platform.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/founders/background-jobs',
      summary: 'List the background jobs, with when they ran and run next, and their last error',
    })
    .output(
      z.object({
        /** Whether the server has a mail server to send with. */
        isEmailSetUp: z.boolean(),
        jobs: z
          .array(
            z.object({
              name: z.enum(JOB_NAMES),
              /** Null if it has not run yet. */
              lastRunAt: z.date().nullable(),
              lastSucceededAt: z.date().nullable(),
              /** Null for what runs as soon as something is queued. */
              nextRunAt: z.date().nullable(),
              /** In a row. */
              failures: z.number().int(),
              /** Null after a success. */
              lastError: z.string().nullable(),
            }),
          )
          .readonly(),
      }),
    ),
}
