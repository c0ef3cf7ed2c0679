// What founders read: every company, its reviews, a history with whose entries they are, and their own trail.

import * as z from 'zod'
import { ticketId } from '#contract/schema.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { countEmployees, getCompany } from '#server/features/companies/store.ts'
import { countTrust, listReviews } from '#server/features/reviews/store.ts'
import { cutPage, readBookmark } from '#server/lib/pagination.ts'
import { query } from '#server/rpc/procedures.ts'
import { findClaim } from './claims.ts'
import { countTickets, heldBy, listAllCompanies, listEntries, listFounderDeeds } from './store.ts'

export const seeCompanies = query.founders.companies.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'platform.see')
  const { q = '', after } = input
  return listAllCompanies(work, heldBy(context), { q, after })
})

export const seeCompany = query.founders.company.handler(async ({ input, context: { work } }) => {
  allow(work, 'platform.see')
  await work.enter(input.companyUUID)
  const { companySettings, month, suspension, ...company } = await getCompany(work)
  const { trusted, verified, pendingStatus } = companySettings
  return {
    ...company,
    ...{ trusted, verified, pendingStatus, month },
    suspendedAt: suspension?.at ?? null,
    suspendedBecause: suspension?.because ?? null,
    trust: await countTrust(work),
    counts: { employees: await countEmployees(work), tickets: await countTickets(work) },
  }
})

const REVIEWS_ON_A_PAGE = 20
const placeOfReview = z.tuple([z.iso.datetime(), ticketId])

export const seeReviews = query.founders.reviews.handler(async ({ input, context: { work } }) => {
  allow(work, 'platform.see')
  await work.enter(input.companyUUID)
  await getCompany(work)
  const [at, id] = input.after === undefined ? [null, 0] : readBookmark(input.after, placeOfReview)
  const after = at === null ? null : { at: new Date(at), ticketId: id }
  const found = await listReviews(work, after, REVIEWS_ON_A_PAGE, 'all')
  const { page, next } = cutPage(found, REVIEWS_ON_A_PAGE, review => [
    ...[review.writtenAt.toISOString(), review.ticketId],
  ])
  return { reviews: page, next }
})

const ENTRIES_ON_A_PAGE = 50
const placeOfEntry = z.tuple([z.iso.datetime(), ticketId, z.uuid()])

export const seeHistory = query.founders.history.handler(async ({ input: { vin, before }, context }) => {
  const { work } = context
  allow(work, 'platform.see')
  const place = before === undefined ? null : readBookmark(before, placeOfEntry, 'before')
  const older = place && { at: new Date(place[0]), ticketId: place[1], companyUUID: place[2] }
  const found = await findClaim(work, heldBy(context), vin)
  const claim = found && { ...found, companyUUID: found.companyUuid }
  const entries = await listEntries(work, vin, older, ENTRIES_ON_A_PAGE + 1)
  const { page, next } = cutPage(entries, ENTRIES_ON_A_PAGE, entry => [
    ...[entry.completedTimestamp.toISOString(), entry.ticketId, entry.companyUUID],
  ])
  return { vin, entries: page, claim, next }
})

const LINES_ON_A_PAGE = 50
const placeOfDeed = z.tuple([z.iso.datetime(), z.uuid()])

export const seeDeeds = query.founders.deeds.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'platform.see')
  const [at, deedId] = input.before === undefined ? [] : readBookmark(input.before, placeOfDeed, 'before')
  const before = at === undefined || deedId === undefined ? null : { at, deedId }
  const found = await listFounderDeeds(work, heldBy(context), before, LINES_ON_A_PAGE + 1)
  const { page, next } = cutPage(found, LINES_ON_A_PAGE, deed => [deed.at.toISOString(), deed.deedId])
  const deeds = page.map(({ actor, actorName, companyUuid, ...deed }) => ({
    ...deed,
    by: { id: actor, name: actorName },
    companyUUID: companyUuid,
  }))
  return { deeds, next }
})
