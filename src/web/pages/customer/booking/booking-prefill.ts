// What the booking form begins with: nothing that its viewer is not shown elsewhere, and nothing in place of what they
// typed.

import { useQuery } from '@tanstack/react-query'
import { may } from '#domain/account/permission.ts'
import { BOOKED_BY } from '#domain/bookings/booking.ts'
import { textsOf } from '#domain/lib/texts-of.ts'
import { RIG_FIELDS, type RigField } from '#domain/rigs/rig-fields.ts'
import { normalizeVin } from '#domain/rigs/vin.ts'
import { api } from '#web/api/client.ts'
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
  /** Of the earlier visit's rig, as My Rigs shows it; empty without one. */
  readonly vin: string
}

export type BookingPrefill = Pick<BookingFormValues, 'customerDetails' | 'customerRV'>

function knownRig({ rigs, ticket, vin }: Known): KnownRig | null {
  if (ticket !== null) return ticket.customerRV
  if (vin !== '') return rigs.find(rig => rig.vin === vin) ?? { vin }
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

/**
 * What the form begins with, for the earlier visit's link or rig, and the rigs to choose from. Undefined while it loads;
 * what cannot be read stays blank.
 */
export function useBookingPrefill(companyId: string, follow: string | undefined, vin = '') {
  const { data: actor, isLoading: isActorLoading } = useQuery(meQuery)
  const isOwner = actor !== undefined && may(actor, 'rv-owner.see')
  const account = useQuery(api.rvOwners.getDetails.queryOptions({ enabled: isOwner }))
  const rigs = useQuery(api.rigClaims.list.queryOptions({ enabled: isOwner }))
  const ticket = useQuery(
    api.customerView.get.queryOptions({ input: { token: follow ?? '' }, enabled: follow !== undefined }),
  )
  if (isActorLoading || account.isLoading || rigs.isLoading || ticket.isLoading) return undefined
  const known = {
    account: account.data ?? null,
    rigs: rigs.data ?? [],
    ticket: ticket.data?.company.companyUUID === companyId ? ticket.data : null,
    vin: normalizeVin(vin),
  }
  return { rigs: known.rigs, prefill: prefillOf(known) }
}
