// Shop supplies: 10 % of the parts (specification 9), until a company that bills sets a rule of its own.

import { type Cents, cents, formatMoney, sum } from '#domain/lib/money.ts'
import { formatPercentage, PERCENTAGE_SCALE, percentageOf } from '#domain/lib/percentage.ts'

/** A company's own rule; without one, null stands for specification 9. */
export type SuppliesRule = {
  /** Of the parts, in ten-thousandths of a percent. */
  readonly percentage: number
  /** The most for one ticket; null for no limit. */
  readonly cap: Cents | null
}

export const STANDARD_SUPPLIES: SuppliesRule = { percentage: 10 * PERCENTAGE_SCALE, cap: null }

/** Of these parts, half up to a cent, and no more than the cap. */
export function shopSuppliesOf(partsAmount: Cents, rule: SuppliesRule | null): Cents {
  const { percentage, cap } = rule ?? STANDARD_SUPPLIES
  const share = percentageOf(partsAmount, percentage)
  return cap === null ? share : cents(Math.min(share, cap))
}

/** `8.25% of parts, at most $50.00`. */
export const describeSupplies = ({ percentage, cap }: SuppliesRule): string =>
  `${formatPercentage(percentage)} of parts${cap === null ? '' : `, at most ${formatMoney(cap)}`}`

/** What the customer approved for a line: its parts, and its share of the ticket's shop supplies. */
export type ApprovedSupplies = { readonly parts: Cents; readonly supplies: Cents }

/** The parts of a job line, or all that are on none. */
export type SuppliesGroup = {
  readonly parts: Cents
  /** As the customer approved it for these parts, or as it was billed; null while that is open. */
  readonly fixed: Cents | null
}

/** Each group's part of what the rule gives for all of them: what it adds to the groups before it. */
function sharesInOrder(groups: readonly SuppliesGroup[], rule: SuppliesRule | null): Cents[] {
  let parts = 0
  let before = 0
  return groups.map(group => {
    parts += group.parts
    const upTo = shopSuppliesOf(cents(parts), rule)
    const share = cents(upTo - before)
    before = upTo
    return share
  })
}

/**
 * What groups without a fixed share bear together: the rule's amount for the ticket, less what is fixed. Where that
 * is off by more than roundings, because a line was declined or the rule was changed since, they bear what the
 * rule gives for their own parts, within what is left of the cap.
 */
function openSuppliesOf(groups: readonly SuppliesGroup[], rule: SuppliesRule | null): Cents {
  const { percentage, cap } = rule ?? STANDARD_SUPPLIES
  const open = groups.filter(({ fixed }) => fixed === null)
  const openParts = sum(open.map(({ parts }) => parts))
  if (openParts === 0) return cents(0)
  const fixed = sum(groups.map(group => group.fixed ?? cents(0)))
  const own = percentageOf(openParts, percentage)
  const left = shopSuppliesOf(sum(groups.map(({ parts }) => parts)), rule) - fixed
  const isRounding = Math.abs(left - own) <= groups.length - open.length
  return cents(Math.max(0, isRounding ? left : Math.min(own, (cap ?? Number.POSITIVE_INFINITY) - fixed)))
}

/**
 * Divides a ticket's shop supplies among its groups of parts, in their order. They are rounded once for the ticket, and
 * the cap counts once. A fixed share stays as it is; what rounding or the cap leaves falls on the other groups, the last
 * ones first. So the shares add up to what the ticket is charged.
 */
export function suppliesShares(groups: readonly SuppliesGroup[], rule: SuppliesRule | null): Cents[] {
  const { percentage } = rule ?? STANDARD_SUPPLIES
  const shares = sharesInOrder(groups, rule).map((share, index) => groups[index]?.fixed ?? share)
  const open = groups.flatMap(({ parts, fixed }, index) =>
    fixed === null && parts > 0 ? [{ index, own: percentageOf(parts, percentage) }] : [],
  )
  let left = openSuppliesOf(groups, rule) - sum(open.map(({ index }) => shares[index] ?? cents(0)))
  const add = (index: number, amount: number): void => {
    shares[index] = cents((shares[index] ?? 0) + amount)
    left -= amount
  }
  for (const { index, own } of open.toReversed()) {
    const share = shares[index] ?? 0
    add(index, left < 0 ? Math.max(left, -share) : Math.min(left, Math.max(0, own - share)))
  }
  const last = open.at(-1)
  // Cents that rounding left.
  if (last !== undefined) add(last.index, left)
  return shares
}
