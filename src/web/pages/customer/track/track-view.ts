// A ticket as its customer is told of it, and where the cache keeps that. It is asked again at each sign of the
// live stream; and it is not among what `worth-keeping` keeps: whoever opens this browser next, without an
// account as well, is not asked the question again by what lies in it.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { api } from '#web/api/client.ts'

type Outputs = InferContractRouterOutputs<Contract>['customerView']

export type TrackedTicket = Outputs['get']
export type CompanyView = TrackedTicket['company']
export type TrackedJob = TrackedTicket['jobs'][number]

export const previewQuery = (token: string) => api.customerView.preview.queryOptions({ input: { token } })

export const trackQuery = (token: string) => api.customerView.get.queryOptions({ input: { token } })
