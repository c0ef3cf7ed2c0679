import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'

type Outputs = InferContractRouterOutputs<Contract>['reports']

export type ReportView = Outputs['get']
export type ReportTicketsView = Outputs['listTickets']
