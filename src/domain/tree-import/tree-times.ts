// The tree's four ways to write a time: epoch milliseconds, UTC text, stamps in the company's time zone, and dates.

import {
  isRepeatedTime,
  localTimeOf,
  localTimeOfStamp,
  timestampOfStamp,
  timestampOfUtcStamp,
} from '#domain/lib/company-time.ts'
import type { TreeNode } from './tree-node.ts'

const EARLIEST = new Date('2000-01-01T00:00:00Z')

type Clock = { readonly now: Date }
type LocalClock = Clock & { readonly timeZone: string }

/** A time that can have happened; null for any other. */
function plausible(node: TreeNode, at: Date, { now }: Clock): Date | null {
  if (Number.isNaN(at.getTime()) || at < EARLIEST)
    return node.fix('This is no time since the year 2000; left empty.', null)
  return at > now ? node.fix('This time is in the future; left empty.', null) : at
}

/** Epoch milliseconds; null without. */
export function readMilliseconds(node: TreeNode, clock: Clock): Date | null {
  const value = node.number()
  return value === null ? null : plausible(node, new Date(value), clock)
}

const isText = (node: TreeNode): boolean => typeof node.value === 'string' && !/^\d+$/.test(node.value.trim())

/** UTC text `YYYY-MM-DD HH:MM:SS`, or epoch milliseconds; null without. */
export function readUtcStamp(node: TreeNode, clock: Clock): Date | null {
  if (node.isMissing || !isText(node)) return readMilliseconds(node, clock)
  const text = node.text()
  if (text === '') return null
  const at = timestampOfUtcStamp(text)
  return at === null
    ? node.fix(`“${text}” is not a time of the form 2025-11-20 19:14:05; left empty.`, null)
    : plausible(node, at, clock)
}

/** `DD-MM-YYYY h:mm AM/PM` in the company's time zone, or epoch milliseconds; null without. */
export function readStamp(node: TreeNode, clock: LocalClock): Date | null {
  if (node.isMissing || !isText(node)) return readMilliseconds(node, clock)
  const text = node.text()
  if (text === '' || text === 'N/A') return null
  const at = timestampOfStamp(text, clock.timeZone)
  if (at === null)
    return node.fix(`“${text}” is not a time of the form 20-11-2025 2:14 PM; left empty.`, null)
  if (isRepeatedTime(at, clock.timeZone))
    return plausible(
      node,
      node.fix('The clocks were set back, so this time came twice; took the first.', at),
      clock,
    )
  if (!localTimeOfStamp(text)?.startsWith(localTimeOf(at, clock.timeZone)))
    return plausible(
      node,
      node.fix('The clocks were set forward over this time; took the one after.', at),
      clock,
    )
  return plausible(node, at, clock)
}
