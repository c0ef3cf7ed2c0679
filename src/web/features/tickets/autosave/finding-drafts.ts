import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { meQuery } from '#web/api/session.ts'
import type { JobView } from '#web/features/tickets/ticket-queries.ts'
import { hearKept, isSame, type KeptText, keptText, keptUnder } from './text-drafts.ts'

export type Finding = 'cause' | 'correction'

/** The account under which words are kept now. */
export function writerIn(queries: QueryClient): string {
  const actor = queries.getQueryData(meQuery.queryKey)
  return actor !== undefined && 'id' in actor ? actor.id : 'visitor'
}

/** The same, read and not followed: nobody else comes to a page that stands. */
export const useWriter = (): string => writerIn(useQueryClient())

/** The field's name among all texts that are kept in this browser. */
export const placeOfField = (writer: string, ticketId: number, jobNumber: number, field: Finding): string =>
  `${writer} ${ticketId} ${jobNumber} ${field}`

/** Whether something was typed into a job line's fields that has not reached the server yet. */
export const hasKeptText = (writer: string, ticketId: number, job: JobView): boolean =>
  (['cause', 'correction'] as const).some(field => {
    const kept = keptText(placeOfField(writer, ticketId, job.jobNumber, field))
    return kept !== null && !isSame(kept.text, job[field])
  })

export type UnsentWords = KeptText & {
  readonly place: string
  readonly ticketId: number
  readonly jobNumber: number
  readonly field: Finding
}

function unsentIn([place, kept]: readonly [string, KeptText]): UnsentWords {
  const [ticketId, jobNumber, field] = place.split(' ').slice(-3)
  return { ...kept, place, ticketId: Number(ticketId), jobNumber: Number(jobNumber), field: field as Finding }
}

/** What this account typed into job lines of one ticket, or of all, that has not arrived; follows each key. */
export function useUnsentWords(ticketId?: number): readonly UnsentWords[] {
  const writer = useWriter()
  const prefix = ticketId === undefined ? `${writer} ` : `${writer} ${ticketId} `
  const json = useSyncExternalStore(
    hearKept,
    () => JSON.stringify(keptUnder(prefix)),
    () => '[]',
  )
  return (JSON.parse(json) as (readonly [string, KeptText])[]).map(unsentIn)
}
