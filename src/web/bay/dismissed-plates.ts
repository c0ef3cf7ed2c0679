// Which plates this device no longer asks for: the person said so on that ticket. No more is kept than of the last tickets.

import { COMPONENT_KIND_LIST, type ComponentKind } from '#domain/components/component.ts'

const KEY = 'rigwright dismissed-plates'
const MAX_TICKETS = 100

type Dismissed = readonly (readonly [ticketId: number, kinds: readonly ComponentKind[]])[]

function readDismissed(): Dismissed {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? (stored as Dismissed) : []
  } catch {
    return []
  }
}

/** The kinds of components of whose plates a ticket no longer asks. */
export const dismissedPlates = (ticketId: number): readonly ComponentKind[] =>
  readDismissed()
    .flatMap(([id, kinds]) => (id === ticketId ? kinds : []))
    .filter(kind => COMPONENT_KIND_LIST.includes(kind))

/** Notes that a ticket no longer asks for this plate; returns all of the ticket. */
export function dismissPlate(ticketId: number, kind: ComponentKind): readonly ComponentKind[] {
  const kinds = [...new Set([...dismissedPlates(ticketId), kind])]
  const others = readDismissed().filter(([id]) => id !== ticketId)
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [ticketId, kinds]].slice(-MAX_TICKETS)))
  } catch {
    // Full or blocked storage: it asks again after a reload.
  }
  return kinds
}
