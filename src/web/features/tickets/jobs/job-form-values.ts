// A job line as typed, on a new or an active ticket.

import type * as z from 'zod'
import type { deferredJob } from '#contract/rigs.ts'
import { typedCents, typedDollars } from '#domain/lib/typed-money.ts'

type PartFormValues = {
  description: string
  quantity: number | string
  /** Dollars; empty if it has no price yet. */
  perPartAmount: number | string
}

export type JobFormValues = {
  problem: string
  estimatedTime: number | string
  estimate: boolean
  /** Dollars; empty for hours times the rate. */
  flatPrice?: number | string
  /** The rest only of a job that was declined before. */
  laborRateId?: string
  parts?: PartFormValues[]
}

export const EMPTY_JOB: JobFormValues = { problem: '', estimatedTime: 0, estimate: false }

type DeferredJob = z.output<typeof deferredJob>

/** A job that was declined before, as it was quoted. */
export const fromDeferred = ({
  problem,
  estimatedTime,
  estimate,
  laborRateId,
  flatPrice,
  parts,
}: DeferredJob): JobFormValues => ({
  problem,
  estimatedTime,
  estimate,
  ...(laborRateId !== null && { laborRateId }),
  ...(flatPrice !== null && { flatPrice: typedDollars(flatPrice) }),
  parts: parts.map(({ perPartAmount, ...part }) => ({ ...part, perPartAmount: typedDollars(perPartAmount) })),
})

/** The input to send: an empty time means no estimate. */
export const toNewJob = ({
  problem,
  estimatedTime,
  estimate,
  flatPrice = '',
  laborRateId,
  parts,
}: JobFormValues) => ({
  problem,
  estimatedTime: estimatedTime === '' ? 0 : estimatedTime,
  estimate,
  ...(flatPrice !== '' && { flatPrice: typedCents(flatPrice) }),
  ...(laborRateId !== undefined && { laborRateId }),
  // It comes back at the hours that it was quoted with.
  ...(parts !== undefined && { isByClock: false }),
  ...(parts !== undefined && {
    parts: parts.map(({ perPartAmount, ...part }) =>
      perPartAmount === '' ? part : { ...part, perPartAmount: typedCents(perPartAmount) },
    ),
  }),
})
