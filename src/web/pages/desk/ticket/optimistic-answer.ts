// A ticket's questions to its customer as they will be once a press has done its work.

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

/** The answer that `by` has written down: to the open question, or to one that is asked with it. */
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

/** What may have been asked before it, the server says. */
export const approvalRequestRemoved = (
  view: ApprovalsView,
  { jobNumber }: { readonly jobNumber: unknown },
): ApprovalsView => withLine(view, jobNumber, line => ({ ...line, question: null }))
