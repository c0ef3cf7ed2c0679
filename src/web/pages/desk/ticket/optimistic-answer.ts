// Optimistic changes of a ticket's approval requests.

import type { ApprovalLine, DeskApprovals } from './approval-request-text.ts'

const withLine = (
  view: DeskApprovals,
  jobNumber: unknown,
  change: (line: ApprovalLine) => ApprovalLine,
): DeskApprovals => ({
  ...view,
  lines: view.lines.map(line => (line.jobNumber === jobNumber ? change(line) : line)),
})

type RecordedAnswer = {
  readonly jobNumber: unknown
  readonly answer: 'approved' | 'declined'
  readonly name?: string | undefined
  readonly phone?: string | undefined
}

/** The answer recorded by `by`: to the open request, or to one created with it. */
export const answerRecorded = (
  view: DeskApprovals,
  { jobNumber, answer, name, phone }: RecordedAnswer,
  by: string,
  now: Date,
): DeskApprovals =>
  withLine(view, jobNumber, line => {
    const request = line.request?.state === 'open' ? line.request : { note: '', askedAt: now, askedBy: by }
    const response = {
      state: answer,
      how: 'phone',
      answeredAt: now,
      answeredBy: by,
      spokeWith: name || null,
      phone: phone || null,
      isChanged: false,
    } as const
    return { ...line, answer, changedSince: null, isRaised: false, request: { ...request, ...response } }
  })

/** An earlier request, if any, comes from the server. */
export const approvalRequestRemoved = (
  view: DeskApprovals,
  { jobNumber }: { readonly jobNumber: unknown },
): DeskApprovals => withLine(view, jobNumber, line => ({ ...line, request: null }))
