// The components that job lines are on.

import { type ComponentKind, type RigComponent, readComponents } from '#domain/components/component.ts'
import { makerModelKey } from '#domain/components/line-component.ts'
import { jobDetail } from '#domain/tickets/activity.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { saveJob } from '#server/features/tickets/job-store.ts'
import { recordActivity } from '#server/features/tickets/store.ts'
import { listComponents, moveEntries } from './store.ts'

/** What a ticket's RV is made of; nothing in a company that does not list it. */
export const listIfOn = async (work: UnitOfWork, ticket: Ticket): Promise<readonly RigComponent[]> =>
  (await getPreferences(work)).listsComponents ? listComponents(work, ticket) : []

const OWN_ENTRY = [
  ...(['entryId', 'componentId', 'how', 'kind', 'name', 'place', 'maker', 'model', 'serial'] as const),
  ...([
    'modelYear',
    'day',
    'warrantyUntil',
    'replaces',
    'ticketId',
    'enteredAt',
    'enteredByName',
    'platePhoto',
  ] as const),
]

type OwnLine = { readonly vin: string; readonly componentId: string }

/** These components by what the company itself entered of them; nothing in a company that does not list them. */
export async function readOwnComponents(
  work: UnitOfWork,
  lines: readonly OwnLine[],
): Promise<readonly RigComponent[]> {
  if (lines.length === 0 || !(await getPreferences(work)).listsComponents) return []
  const entries = await work
    .from('componentEntry')
    .select(OWN_ENTRY)
    .where('vin', 'in', [...new Set(lines.map(({ vin }) => vin))])
    .where(
      'componentId',
      'in',
      lines.map(({ componentId }) => componentId),
    )
    .orderBy('enteredAt')
    .orderBy('entryId')
    .$narrowType<{ kind: ComponentKind }>()
    .execute()
  const own = { isByOwner: false, isShared: false, dispute: null }
  return readComponents(entries.map(entry => ({ ...entry, ...own })))
}

/**
 * The components of a ticket's lines as papers have them. Commands email papers after they wrote to the ticket, when a cluster no
 * longer reads other companies' entries in the same transaction.
 */
export const listForDocuments = (
  work: UnitOfWork,
  { jobs, customerRV: { vin } }: Ticket,
): Promise<readonly RigComponent[]> =>
  readOwnComponents(
    work,
    jobs.flatMap(({ component }) => (component === null ? [] : { vin, componentId: component.componentId })),
  )

/** Lines of the company's that are on a corrected component are found by the model that it is now. */
export function saveModel(work: UnitOfWork, { componentId, entries }: RigComponent, model: string): void {
  const before = [...new Set(entries.map(makerModelKey))]
  const lines = work
    .update('job')
    .set({ componentModel: model })
    .where('componentId', '=', componentId)
    .where('componentModel', 'in', before)
  work.write(lines)
}

/** Moves what was entered on a ticket to its other VIN. A line on a component that stays with the VIN before is on none. */
export async function moveComponents(work: UnitOfWork, before: Ticket, after: Ticket): Promise<void> {
  const { ticketId } = after
  const moved = await moveEntries(work, ticketId, before.customerRV.vin, after.customerRV.vin)
  for (const job of after.jobs) {
    if (job.component === null || moved.has(job.component.componentId)) continue
    saveJob(work, ticketId, { ...job, component: null })
    recordActivity(work, after, 'change-job', { ...jobDetail(job), field: 'componentId' })
  }
}
