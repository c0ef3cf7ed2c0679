// Optimistic changes of a ticket's approval requests.

import type { ApprovalLine, ApprovalsView } from './approvals-view.ts'

const withLine = (
  view: ApprovalsView,
  jobNumber: unknown,
  change: (line: ApprovalLine) => ApprovalLine,
): ApprovalsView => ({
  ...view,
  lines: view.lines.map(line => (line.jobNumber === jobNumber ? change(line) : line)),
})

type RecordedAnswer = { readonly jobNumber: unknown; readonly answer: 'approved' | 'declined' }

/** The answer recorded by `by`: to the open request, or to one created with it. */
export const answerRecorded = (
  view: ApprovalsView,
  { jobNumber, answer }: RecordedAnswer,
  by: string,
  now: Date,
): ApprovalsView =>
  withLine(view, jobNumber, line => {
    const request =
      line.question?.standing === 'open' ? line.question : { note: '', askedAt: now, askedBy: by }
    const response = {
      standing: answer,
      how: 'phone',
      answeredAt: now,
      answeredBy: by,
      isChanged: false,
    } as const
    return { ...line, answer, changedSince: null, question: { ...request, ...response } }
  })

/** An earlier request, if any, comes from the server. */
export const approvalRequestRemoved = (
  view: ApprovalsView,
  { jobNumber }: { readonly jobNumber: unknown },
): ApprovalsView => withLine(view, jobNumber, line => ({ ...line, question: null }))
