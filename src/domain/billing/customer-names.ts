// Customers in files for bookkeeping are known by their names alone: two customers of one name need two names.

import { dialedDigits } from '#domain/lib/phone.ts'

/** A customer of an invoice or a payment, by payer's name and the record of them; without one, by their contact. */
export type NamedCustomer = {
  readonly name: string
  readonly customerId: string | null
  readonly email: string
  readonly phone: string
}

/** North American numbers are the same with and without their country code. */
const COMPARED_DIGITS = 10
const SUFFIX_DIGITS = 4

const comparedPhone = ({ phone }: NamedCustomer): string => dialedDigits(phone).slice(-COMPARED_DIGITS)

/** The same customer: with the same record or, if one has none, the same email and phone, as far as both have them. */
function isSame(one: NamedCustomer, other: NamedCustomer): boolean {
  if (one.customerId !== null && other.customerId !== null) return one.customerId === other.customerId
  const pairs = [
    [one.email.trim().toLowerCase(), other.email.trim().toLowerCase()],
    [comparedPhone(one), comparedPhone(other)],
  ]
  const both = pairs.filter(([a, b]) => a !== '' && b !== '')
  return (both.length === 0 ? pairs : both).every(([a, b]) => a === b)
}

/**
 * A name for each customer, by itself: as `format` writes it, at most `maxLength` characters. Of several customers with the
 * same one, the first keeps it, and the others get the last four digits of their phone, or a number. `known` are all
 * customers so far, oldest first, so that those who come later change no name.
 */
export function customerNames(
  known: readonly NamedCustomer[],
  format: (name: string) => string,
  maxLength: number,
): (customer: NamedCustomer) => string {
  const named: { readonly customer: NamedCustomer; readonly base: string; readonly name: string }[] = []
  const byBase = new Map<string, typeof named>()
  const taken = new Set<string>()
  const baseOf = ({ name }: NamedCustomer): string => format(name).slice(0, maxLength).trim()
  // Programs compare names without regard to case, and a shortened name is no other.
  const sameBase = (base: string) => byBase.get(base.toLowerCase()) ?? []
  const find = (customer: NamedCustomer): string | undefined =>
    sameBase(baseOf(customer)).find(
      each => isSame(each.customer, customer) && format(each.customer.name) === format(customer.name),
    )?.name
  const withSuffix = (base: string, suffix: string): string =>
    `${base.slice(0, maxLength - suffix.length - 1).trim()} ${suffix}`
  for (const customer of known) {
    if (find(customer) !== undefined) continue
    const base = baseOf(customer)
    const digits = dialedDigits(customer.phone).slice(-SUFFIX_DIGITS)
    const candidates = [base, ...(digits.length === SUFFIX_DIGITS ? [withSuffix(base, digits)] : [])]
    let name = candidates.find(each => !taken.has(each.toLowerCase()))
    for (let count = 2; name === undefined; count += 1) {
      const numbered = withSuffix(base, String(count))
      if (!taken.has(numbered.toLowerCase())) name = numbered
    }
    taken.add(name.toLowerCase())
    byBase.set(base.toLowerCase(), [...sameBase(base), { customer, base, name }])
  }
  return customer => find(customer) ?? baseOf(customer)
}
