// A ticket's approval requests, as the desk sees them.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { describeAnswerer } from '#domain/approvals/approval.ts'
import { formatWhen } from '#domain/lib/company-time.ts'

export type DeskApprovals = InferContractRouterOutputs<Contract>['approvals']['get']
export type ApprovalLine = DeskApprovals['lines'][number]
type ApprovalRequestView = NonNullable<ApprovalLine['request']>

/** Who asked or answered, how and when: `Approved by June Park by link, 2:07 PM`. */
export function formatApprovalRequest(request: ApprovalRequestView, timeZone: string, now: Date): string {
  const { state, askedBy, askedAt, answeredAt, answeredBy, spokeWith, phone, how } = request
  if (state === 'open' || answeredAt === null || answeredBy === null || how === null)
    return `Requested by ${askedBy}, ${formatWhen(askedAt, timeZone, now)}. No answer yet.`
  const verb = state === 'approved' ? 'Approved' : 'Declined'
  const by = describeAnswerer({ how, typedName: spokeWith, phone, recordedBy: answeredBy })
  return `${verb} ${by}, ${formatWhen(answeredAt, timeZone, now)}.`
}
