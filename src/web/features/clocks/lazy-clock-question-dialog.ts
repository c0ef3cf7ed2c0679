import { lazy } from 'react'
import { lazyPage } from '#web/api/lazy-page.ts'

/** The dialog's code, which loads when a clock would stop, or with a ticket on hold: most are not. */
export const loadClockQuestion = lazyPage(() => import('./clock-question-dialog.tsx'))

export const ClockQuestionDialog = lazy(() =>
  loadClockQuestion().then(({ ClockQuestionDialog }) => ({ default: ClockQuestionDialog })),
)
