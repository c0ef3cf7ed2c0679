// What the booking form begins with: nothing that its viewer is not shown elsewhere, and nothing in place of what they
// typed.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { may } from '#domain/account/permission.ts'
import { BOOKED_BY } from '#domain/bookings/booking.ts'
import { textsOf } from '#domain/lib/texts-of.ts'
import { RIG_FIELDS, type RigField } from '#domain/rigs/rig-fields.ts'
import { normalizeVin } from '#domain/rigs/vin.ts'
import { api } from '#web/api/client.ts'
import { ownTicketsQuery } from '#web/api/paged-queries.ts'
import { meQuery } from '#web/api/session.ts'
import type { BookingFormValues } from './booking-form.ts'

type KnownCustomer = { readonly [Field in (typeof BOOKED_BY)[number]]?: string }
export type KnownRig = { readonly vin: string } & { readonly [Field in RigField]?: string | null }

type Known = {
  /** The RV owner who is logged in; null without one. */
  readonly account: KnownCustomer | null
  /** Those on their list. */
  readonly rigs: readonly KnownRig[]
  /** The earlier visit, as its link shows it: without email and phone. */
  readonly ticket: { readonly customer: KnownCustomer; readonly customerRV: KnownRig } | null
  /** The earlier visit's rig, as My Rigs shows it; null without one. */
  readonly rig: KnownRig | null
}

export type BookingPrefill = Pick<BookingFormValues, 'customerDetails' | 'customerRV'>

function knownRig({ rigs, ticket, rig }: Known): KnownRig | null {
  if (ticket !== null) return ticket.customerRV
  if (rig !== null) return rigs.find(({ vin }) => vin === rig.vin) ?? rig
  return rigs.length === 1 ? (rigs[0] ?? null) : null
}

export const prefillOf = (known: Known): BookingPrefill => ({
  customerDetails: textsOf(BOOKED_BY, known.account ?? known.ticket?.customer ?? null),
  customerRV: textsOf(RIG_FIELDS, knownRig(known)),
})

const isBlank = (texts: Readonly<Record<string, string>>): boolean =>
  Object.values(texts).every(text => text === '')

/** A draft with the person or the rig that it has nothing of. */
export const withPrefill = (draft: BookingFormValues, prefill: BookingPrefill): BookingFormValues => ({
  ...draft,
  ...(isBlank(draft.customerDetails) && { customerDetails: prefill.customerDetails }),
  ...(isBlank(draft.customerRV) && { customerRV: prefill.customerRV }),
})

/** The earlier visit: the token of its link, its ticket at the company, or its rig. */
type EarlierVisit = { readonly follow?: string; readonly ticket?: number; readonly vin?: string }

/**
 * What the form begins with, for an earlier visit, and the rigs to choose from. Undefined while it loads;
 * what cannot be read stays blank.
 */
export function useBookingPrefill(companyId: string, { follow, ticket: ticketId, vin = '' }: EarlierVisit) {
  const { data: actor, isLoading: isActorLoading } = useQuery(meQuery)
  const isOwner = actor !== undefined && may(actor, 'rv-owner.see')
  const account = useQuery(api.rvOwners.getDetails.queryOptions({ enabled: isOwner }))
  const rigs = useQuery(api.rigClaims.list.queryOptions({ enabled: isOwner }))
  const ticket = useQuery(
    api.customerView.get.queryOptions({ input: { token: follow ?? '' }, enabled: follow !== undefined }),
  )
  const tickets = useInfiniteQuery({ ...ownTicketsQuery, enabled: isOwner && ticketId !== undefined })
  if (isActorLoading || tickets.isLoading || account.isLoading || rigs.isLoading || ticket.isLoading)
    return undefined
  const ownTicket = tickets.data?.pages
    .flatMap(page => page.tickets)
    .find(each => each.companyUUID === companyId && each.ticketId === ticketId)
  const known = {
    account: account.data ?? null,
    rigs: rigs.data ?? [],
    ticket: ticket.data?.company.companyUUID === companyId ? ticket.data : null,
    rig: ownTicket?.customerRV ?? (vin === '' ? null : { vin: normalizeVin(vin) }),
  }
  return { rigs: known.rigs, prefill: prefillOf(known) }
}
