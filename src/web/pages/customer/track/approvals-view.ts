// A customer's open and answered approvals, as their link shows them.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'

export type ApprovalsView = InferContractRouterOutputs<Contract>['customerView']['listApprovals']
export type ApprovalLineView = ApprovalsView['lines'][number]
