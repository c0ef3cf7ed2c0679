// What a value must be like, from the contract: an import takes nothing that a form would refuse.

import type { Coordinates } from '#domain/customers/customer.ts'
import type { Cents } from '#domain/lib/money.ts'
import { hasWebAddress, withoutWebAddress } from '#domain/lib/web-address.ts'
import type { ClockRule } from '#domain/pricing/clock-rule.ts'
import type { AxleAmount } from '#domain/rigs/rig.ts'
import type { RigVisit } from '#domain/tickets/rig-visit-fields.ts'
import type { Check, TreeNode } from './tree-node.ts'

export type TreeChecks = {
  readonly line: (maxLength: number) => Check<string>
  readonly text: (maxLength: number) => Check<string>
  readonly email: Check<string>
  readonly phone: Check<string>
  readonly coordinates: Check<Coordinates>
  readonly axleAmount: Check<AxleAmount>
  /** Dollars; more than 0 for a part. */
  readonly money: Check<Cents>
  readonly price: Check<Cents>
  readonly quantity: Check<number>
  /** Decimal hours with two decimals. */
  readonly hours: Check<number>
  /** Without the time zone. */
  readonly clockRule: Check<ClockRule>
  readonly mobileRange: Check<number>
  readonly days: Check<readonly [number, number]>
  readonly openHours: Check<readonly [number, number]>
  readonly timeZone: Check<string>
  /** `YYYY-MM-DD` */
  readonly day: Check<string>
  readonly rigVisit: { readonly [Field in keyof RigVisit]: Check<RigVisit[Field]> }
  readonly uuid: Check<string>
}

export type TreeContext = {
  readonly checks: TreeChecks
  /** The id here of something that has this one there: the same each time. */
  readonly idOf: (key: string) => string
  readonly now: Date
}

export const MAX_LENGTHS = {
  companyName: 120,
  name: 80,
  address: 300,
  licenseNumber: 60,
  problem: 2000,
  finding: 4000,
  description: 300,
  rig: 80,
  year: 10,
} as const

const hasDecimals = (value: number, decimals: number): boolean => {
  const shifted = value * 10 ** decimals
  return Math.abs(shifted - Math.round(shifted)) > 1e-6
}

/** A number rounded to what can be stored, and then checked. */
function readRounded<T>(node: TreeNode, check: Check<T>, decimals: number): T | null {
  const value = node.number()
  if (value === null) return null
  const rounded = Math.round(value * 10 ** decimals) / 10 ** decimals
  const used = hasDecimals(value, decimals)
    ? node.fix(`More than ${decimals} decimal places; rounded.`, rounded)
    : rounded
  return node.checked(check, used, null)
}

export const readMoney = (node: TreeNode, check: Check<Cents>): Cents | null => readRounded(node, check, 2)
export const readHours = (node: TreeNode, { hours }: TreeChecks): number | null => readRounded(node, hours, 2)
export const readQuantity = (node: TreeNode, { quantity }: TreeChecks): number | null =>
  readRounded(node, quantity, 3)

/** An email, without its capitals; empty if it is none. */
export const readEmail = (node: TreeNode, { email }: TreeChecks): string =>
  node.checked(email, node.text(), '')

export const readPhone = (node: TreeNode, { phone }: TreeChecks): string =>
  node.checked(phone, node.text(), '')

export const readLine = (node: TreeNode, { line }: Pick<TreeChecks, 'line'>, maxLength: number): string =>
  node.checkedText(line(maxLength), maxLength)

/** The name of a company or a person, in which a form refuses a web address. */
export function readName(node: TreeNode, checks: Pick<TreeChecks, 'line'>, maxLength: number): string {
  const name = readLine(node, checks, maxLength)
  return hasWebAddress(name)
    ? node.fix('A name holds no web address; left what makes it one out.', withoutWebAddress(name))
    : name
}

export const readText = (node: TreeNode, { text }: TreeChecks, maxLength: number): string =>
  node.checkedText(text(maxLength), maxLength)

/** Coordinates as `latitude` and `longitude`, or as maps call them: `lat` and `lng`. */
export function readCoordinates(node: TreeNode, { coordinates }: TreeChecks): Coordinates | null {
  if (node.isMissing) return null
  const [latitude, longitude] = (
    [
      ['latitude', 'lat'],
      ['longitude', 'lng'],
    ] as const
  ).map(([name, short]) => {
    const named = node.child(name)
    return (named.isMissing ? node.child(short) : named).number()
  })
  return node.checked(coordinates, { latitude, longitude }, null)
}
