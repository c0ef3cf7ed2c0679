// A ticket as its customer sees it, and its queries. Each event of the live stream refetches it. It is not persisted
// in the browser: the next person to use the browser could read it without answering the question.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { api } from '#web/api/client.ts'

type Outputs = InferContractRouterOutputs<Contract>['customerView']

export type TrackedTicket = Outputs['get']
export type CompanyView = TrackedTicket['company']
export type TrackedJob = TrackedTicket['jobs'][number]

export const previewQuery = (token: string) => api.customerView.preview.queryOptions({ input: { token } })

export const trackedTicketQuery = (token: string) => api.customerView.get.queryOptions({ input: { token } })
