// Everyday actions as operations: what the change log will say, and how each is requested.

import sharp from 'sharp'
import type { Client } from '../../support/test-app.ts'
import type { RetryingClient } from './retrying-client.ts'
import type { SeededRandom } from './seeded-random.ts'

export type Operation = {
  /** Its verb in the change log. */
  readonly verb: string
  /** Null for operations without a ticket, or that create one. */
  readonly ticketId: number | null
  /** Part of the written text, if there is any. */
  readonly marker: string
  readonly execute: (key: string) => Promise<unknown>
}

type Ticket = Awaited<ReturnType<Client['tickets']['get']>>

type OperationContext = {
  readonly caller: RetryingClient
  readonly random: SeededRandom
  readonly ticket: Ticket
  readonly technicians: readonly string[]
  readonly marker: string
}

type OperationFactory = (context: OperationContext) => Operation | null

const under = (key: string) => ({ context: { idempotencyKey: key } })

const TRANSITIONS = ['accept', 'decline', 'askApproval', 'approve', 'finalize', 'reopen', 'complete'] as const

const transition =
  (name: (typeof TRANSITIONS)[number]): OperationFactory =>
  ({ caller, ticket: { ticketId }, marker }) => ({
    verb: `ticket.${name}`,
    ticketId,
    marker,
    execute: key => caller.client.tickets[name]({ ticketId }, under(key)),
  })

/** An operation on one of the ticket's own, or none if it has none. */
function onJob<T>(
  list: readonly T[],
  { random, ticket: { ticketId }, marker }: OperationContext,
  verb: string,
  ask: (one: T, key: string) => Promise<unknown>,
): Operation | null {
  if (list.length === 0) return null
  const one = random.pick(list)
  return { verb: `ticket.${verb}`, ticketId, marker, execute: key => ask(one, key) }
}

async function formOf(field: string, random: SeededRandom): Promise<() => FormData> {
  const background = { r: random.below(256), g: random.below(256), b: random.below(256) }
  const bytes = await sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .png()
    .toBuffer()
  return () => {
    const form = new FormData()
    form.append(field, new Blob([new Uint8Array(bytes)]), 'picture.png')
    return form
  }
}

const addPhoto: OperationFactory = context => {
  const form = formOf('photos', context.random)
  const { ticketId } = context.ticket
  return onJob(context.ticket.jobs, context, 'add-photo', async ({ jobNumber }, key) =>
    context.caller.fetch(`/api/tickets/${ticketId}/jobs/${jobNumber}/photos`, {
      method: 'POST',
      body: (await form)(),
      headers: { 'Idempotency-Key': key },
    }),
  )
}

const removePhoto: OperationFactory = context => {
  const all = context.ticket.jobs.flatMap(({ jobNumber, photos }) =>
    photos.map(({ photoId }) => ({ jobNumber, photoId })),
  )
  return onJob(all, context, 'remove-photo', ({ jobNumber, photoId }, key) =>
    context.caller.fetch(`/api/tickets/${context.ticket.ticketId}/jobs/${jobNumber}/photos/${photoId}`, {
      method: 'DELETE',
      headers: { 'Idempotency-Key': key },
    }),
  )
}

const changeImage: OperationFactory = ({ caller, random, ticket: { ticketId }, marker }) => {
  const image = random.pick(['customer-image', 'rig-image'])
  const form = formOf('image', random)
  return {
    verb: `ticket.change-${image}`,
    ticketId,
    marker,
    execute: async key =>
      caller.fetch(`/api/tickets/${ticketId}/${image}`, {
        method: 'PUT',
        body: (await form)(),
        headers: { 'Idempotency-Key': key },
      }),
  }
}

const writeField =
  (field: 'cause' | 'correction'): OperationFactory =>
  context =>
    onJob(context.ticket.jobs, context, 'change-job', ({ jobNumber }, key) =>
      context.caller.client.tickets.changeJob(
        { ticketId: context.ticket.ticketId, jobNumber, [field]: context.marker },
        under(key),
      ),
    )

const addPart =
  (perPartAmount?: number): OperationFactory =>
  ({ caller, ticket: { ticketId }, marker }) => ({
    verb: 'ticket.add-part',
    ticketId,
    marker,
    execute: key =>
      caller.client.tickets.addPart(
        {
          ticketId,
          quantity: 2,
          description: marker,
          ...(perPartAmount === undefined ? {} : { perPartAmount }),
        },
        under(key),
      ),
  })

const clockOperation =
  (name: 'clockIn' | 'clockOut'): OperationFactory =>
  context =>
    onJob(context.ticket.jobs, context, name === 'clockIn' ? 'clock-in' : 'clock-out', ({ jobNumber }, key) =>
      context.caller.client.tickets[name]({ ticketId: context.ticket.ticketId, jobNumber }, under(key)),
    )

const assign: OperationFactory = ({ caller, random, ticket: { ticketId }, technicians, marker }) => {
  const employeeId = random.pick(technicians)
  return {
    verb: 'ticket.assign',
    ticketId,
    marker,
    execute: key => caller.client.tickets.assign({ ticketId, employeeId }, under(key)),
  }
}

const release: OperationFactory = ({ caller, ticket: { ticketId }, marker }) => ({
  verb: 'ticket.release',
  ticketId,
  marker,
  execute: key => caller.client.tickets.release({ ticketId }, under(key)),
})

const addJob: OperationFactory = ({ caller, ticket: { ticketId }, marker }) => ({
  verb: 'ticket.add-job',
  ticketId,
  marker,
  execute: key => caller.client.tickets.addJob({ ticketId, problem: marker, estimatedTime: 0.5 }, under(key)),
})

const removeJob: OperationFactory = context =>
  onJob(context.ticket.jobs, context, 'remove-job', ({ jobNumber }, key) =>
    context.caller.client.tickets.removeJob({ ticketId: context.ticket.ticketId, jobNumber }, under(key)),
  )

/** A different price each time, so that each is a change. */
const pricePart: OperationFactory = context =>
  onJob(context.ticket.parts, context, 'change-part', ({ partId }, key) =>
    context.caller.client.tickets.changePart(
      {
        ticketId: context.ticket.ticketId,
        partId,
        perPartAmount: Number(context.marker.replace(/\D/g, '')) / 100,
      },
      under(key),
    ),
  )

const removePart: OperationFactory = context =>
  onJob(context.ticket.parts, context, 'remove-part', ({ partId }, key) =>
    context.caller.client.tickets.removePart({ ticketId: context.ticket.ticketId, partId }, under(key)),
  )

const changeDetails: OperationFactory = ({ caller, ticket: { ticketId }, marker }) => ({
  verb: 'ticket.change-details',
  ticketId,
  marker,
  execute: key =>
    caller.client.tickets.changeDetails({ ticketId, customerDetails: { firstName: marker } }, under(key)),
})

const correctClock: OperationFactory = context => {
  const ended = context.ticket.jobs.flatMap(({ sessions }) =>
    sessions.filter(({ clockOutTime }) => clockOutTime !== null),
  )
  return onJob(ended, context, 'correct-clock', ({ sessionId }, key) =>
    context.caller.client.clocks.correct(
      { ticketId: context.ticket.ticketId, sessionId, reason: context.marker },
      under(key),
    ),
  )
}

/** The desk's operations, frequent ones more than once. */
export const DESK_OPERATIONS: readonly OperationFactory[] = [
  ...TRANSITIONS.map(transition),
  transition('finalize'),
  transition('reopen'),
  transition('approve'),
  transition('complete'),
  transition('accept'),
  assign,
  assign,
  release,
  addJob,
  addJob,
  removeJob,
  addPart(13.75),
  pricePart,
  pricePart,
  removePart,
  changeDetails,
  correctClock,
  addPhoto,
  removePhoto,
  changeImage,
  clockOperation('clockIn'),
  clockOperation('clockOut'),
  writeField('correction'),
]

export const BAY_OPERATIONS: readonly OperationFactory[] = [
  clockOperation('clockIn'),
  clockOperation('clockIn'),
  clockOperation('clockOut'),
  clockOperation('clockOut'),
  writeField('cause'),
  writeField('correction'),
  addPart(),
  addPhoto,
  addPhoto,
  removePhoto,
  transition('askApproval'),
]
