// Founders' queries: every company, its reviews, a work history with its companies, and their own log.

import * as z from 'zod'
import { ticketId } from '#contract/shared-schemas.ts'
import { countEmployees, getCompany } from '#server/features/companies/store.ts'
import { countTrust, listReviews } from '#server/features/reviews/store.ts'
import { decodeCursor, paginate } from '#server/lib/pagination.ts'
import { getOwnerMailbox } from '#server/mail/owner-mail.ts'
import { query } from '#server/rpc/procedures.ts'
import { findActiveClaim } from './claim-store.ts'
import { countTickets, listAllCompanies, listEntries, listPlatformAuditRows, sessionIdOf } from './store.ts'

export const listAllCompanyPages = query.platformAdmin.listCompanies.handler(async ({ input, context }) => {
  const { work } = context
  const { q = '', after } = input
  return listAllCompanies(work, sessionIdOf(context), { q, after })
})

export const getCompanyDetail = query.platformAdmin.getCompany.handler(
  async ({ input, context: { work } }) => {
    work.enterCompany(input.companyUUID)
    const { companySettings, month, suspension, ...company } = await getCompany(work)
    const { trusted, verified, pendingStatus } = companySettings
    return {
      ...company,
      isEmailConfirmed: (await getOwnerMailbox(work)).isConfirmed,
      trusted,
      verified,
      pendingStatus,
      month,
      suspendedAt: suspension?.at ?? null,
      suspendedBecause: suspension?.because ?? null,
      trust: await countTrust(work),
      counts: { employees: await countEmployees(work), tickets: await countTickets(work) },
    }
  },
)

const REVIEWS_PAGE_SIZE = 20
const reviewCursor = z.tuple([z.iso.datetime(), ticketId])

export const listCompanyReviews = query.platformAdmin.listReviews.handler(
  async ({ input, context: { work } }) => {
    work.enterCompany(input.companyUUID)
    await getCompany(work)
    const [at, id] = input.after === undefined ? [null, 0] : decodeCursor(input.after, reviewCursor)
    const after = at === null ? null : { at: new Date(at), ticketId: id }
    const found = await listReviews(work, after, REVIEWS_PAGE_SIZE, 'all')
    const { page, next } = paginate(found, REVIEWS_PAGE_SIZE, review => [
      review.writtenAt.toISOString(),
      review.ticketId,
    ])
    return { reviews: page, next }
  },
)

const ENTRIES_PAGE_SIZE = 50
const entryCursor = z.tuple([z.iso.datetime(), ticketId, z.uuid()])

export const getRigHistory = query.platformAdmin.getHistory.handler(
  async ({ input: { vin, before }, context }) => {
    const { work } = context
    const cursor = before === undefined ? null : decodeCursor(before, entryCursor, 'before')
    const older = cursor && { at: new Date(cursor[0]), ticketId: cursor[1], companyUUID: cursor[2] }
    const found = await findActiveClaim(work, sessionIdOf(context), vin)
    const claim = found && { ...found, companyUUID: found.companyUuid }
    const entries = await listEntries(work, vin, older, ENTRIES_PAGE_SIZE + 1)
    const { page, next } = paginate(entries, ENTRIES_PAGE_SIZE, entry => [
      entry.completedTimestamp.toISOString(),
      entry.ticketId,
      entry.companyUUID,
    ])
    return { vin, entries: page, claim, next }
  },
)

const AUDIT_PAGE_SIZE = 50
const auditCursor = z.tuple([z.iso.datetime(), z.uuid()])

export const listPlatformEntries = query.platformAdmin.listAuditEntries.handler(
  async ({ input, context }) => {
    const { work } = context
    const [at, entryId] = input.before === undefined ? [] : decodeCursor(input.before, auditCursor, 'before')
    const before = at === undefined || entryId === undefined ? null : { at, entryId }
    const found = await listPlatformAuditRows(work, sessionIdOf(context), before, AUDIT_PAGE_SIZE + 1)
    const { page, next } = paginate(found, AUDIT_PAGE_SIZE, entry => [entry.at.toISOString(), entry.entryId])
    const entries = page.map(({ actor, actorName, companyUuid, ...entry }) => ({
      ...entry,
      by: { id: actor, name: actorName },
      companyUUID: companyUuid,
    }))
    return { entries, next }
  },
)
