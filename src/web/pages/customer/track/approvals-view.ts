// What a customer is asked, and has answered, as their link tells it.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'

export type ApprovalsView = InferContractRouterOutputs<Contract>['customerView']['listApprovals']
export type ApprovalLineView = ApprovalsView['lines'][number]
