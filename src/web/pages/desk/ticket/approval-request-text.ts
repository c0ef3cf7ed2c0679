// A ticket's approval requests, as the desk sees them.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { formatWhen } from '#domain/lib/company-time.ts'

export type DeskApprovals = InferContractRouterOutputs<Contract>['approvals']['get']
export type ApprovalLine = DeskApprovals['lines'][number]
type ApprovalRequestView = NonNullable<ApprovalLine['request']>

/** Who asked or answered, how and when: `Approved by June Park by link, 2:07 PM`. */
export function formatApprovalRequest(request: ApprovalRequestView, timeZone: string, now: Date): string {
  const { state, askedBy, askedAt, answeredAt, answeredBy, how } = request
  if (state === 'open' || answeredAt === null)
    return `Requested by ${askedBy}, ${formatWhen(askedAt, timeZone, now)}. No answer yet.`
  const verb = state === 'approved' ? 'Approved' : 'Declined'
  const by = how === 'phone' ? `by phone, recorded by ${answeredBy}` : `by ${answeredBy} by link`
  return `${verb} ${by}, ${formatWhen(answeredAt, timeZone, now)}.`
}
