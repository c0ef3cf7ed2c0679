import { notify } from '#web/ui/feedback/notify.ts'

/** Says which other tickets are in the bay at that time. */
export function notifyServiceBay(note: string | null): void {
  if (note !== null) notify.failure(note)
}
