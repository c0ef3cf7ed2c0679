import {
  type Icon,
  IconCalendarX,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconFlag,
  IconHourglassHigh,
  IconInbox,
  IconTool,
} from '@tabler/icons-react'
import type { Progress } from '#domain/customer-view/progress.ts'
import type { ColorTone } from '#web/ui/theme.ts'

type ProgressDisplay = {
  readonly word: string
  readonly icon: Icon
  readonly tone: ColorTone
  /** What it means for the customer. */
  readonly sentence: (companyName: string) => string
}

type Visit = { readonly at: Date; readonly isAccepted: boolean } | null

/** What the status means for the customer, also before the visit that they booked. */
export function progressSentence(progress: Progress, companyName: string, visit: Visit, now: Date): string {
  if (progress === 'received' && visit !== null && !visit.isAccepted)
    return `${companyName} has your booking and will answer it.`
  if (progress === 'received' && visit !== null && visit.at > now)
    return `${companyName} accepted your booking.`
  return PROGRESS_DISPLAY[progress].sentence(companyName)
}

/** How each status looks: label, icon and color together. */
export const PROGRESS_DISPLAY: Readonly<Record<Progress, ProgressDisplay>> = {
  received: {
    word: 'Received',
    icon: IconInbox,
    tone: 'slate',
    sentence: companyName => `${companyName} has checked in your RV. Work hasn’t started.`,
  },
  'in-work': {
    word: 'In work',
    icon: IconTool,
    tone: 'pine',
    sentence: () => 'Work on your RV is in progress.',
  },
  'waiting-for-you': {
    word: 'Waiting for you',
    icon: IconHourglassHigh,
    tone: 'amber',
    sentence: companyName => `${companyName} needs to hear from you to continue.`,
  },
  ready: {
    word: 'Ready',
    icon: IconCircleCheck,
    tone: 'lake',
    sentence: companyName =>
      `The work is finished and your RV is ready. ${companyName} will contact you about the rest.`,
  },
  done: {
    word: 'Done',
    icon: IconFlag,
    tone: 'plum',
    sentence: () => 'All done. Thank you for your trust.',
  },
  declined: {
    word: 'Declined',
    icon: IconCircleX,
    tone: 'brick',
    sentence: companyName =>
      `${companyName} cannot take this job. Call them if you have a question, or look for another company.`,
  },
  canceled: {
    word: 'Canceled',
    icon: IconCalendarX,
    tone: 'slate',
    sentence: companyName => `You canceled this appointment. Call ${companyName} to find another time.`,
  },
  closed: {
    word: 'Closed',
    icon: IconCircleMinus,
    tone: 'slate',
    sentence: companyName =>
      `${companyName} closed this ticket without doing the work. Call them if you have a question.`,
  },
}
