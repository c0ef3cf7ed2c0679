// What people do all day, as wishes: what the trail will say of it, and how it is asked for.

import sharp from 'sharp'
import type { Client } from '../../support/test-app.ts'
import type { Caller } from './retrying-client.ts'
import type { Chance } from './seeded-random.ts'

export type Wish = {
  /** As the trail names it once it is done. */
  readonly verb: string
  /** Null for what concerns no ticket, or makes one. */
  readonly ticketId: number | null
  /** Stands in what is written, where anything is. */
  readonly mark: string
  readonly ask: (key: string) => Promise<unknown>
}

type Ticket = Awaited<ReturnType<Client['tickets']['get']>>

export type Scene = {
  readonly caller: Caller
  readonly chance: Chance
  readonly ticket: Ticket
  readonly technicians: readonly string[]
  readonly mark: string
}

type Deed = (scene: Scene) => Wish | null

const under = (key: string) => ({ context: { idempotencyKey: key } })

const STEPS = ['accept', 'decline', 'askApproval', 'approve', 'finalize', 'reopen', 'complete'] as const

const step =
  (name: (typeof STEPS)[number]): Deed =>
  ({ caller, ticket: { ticketId }, mark }) => ({
    ...{ verb: `ticket.${name}`, ticketId, mark },
    ask: key => caller.client.tickets[name]({ ticketId }, under(key)),
  })

/** A wish for one of the ticket's own, or none where it has none. */
function about<T>(
  list: readonly T[],
  { chance, ticket: { ticketId }, mark }: Scene,
  verb: string,
  ask: (one: T, key: string) => Promise<unknown>,
): Wish | null {
  if (list.length === 0) return null
  const one = chance.pick(list)
  return { verb: `ticket.${verb}`, ticketId, mark, ask: key => ask(one, key) }
}

async function formOf(field: string, chance: Chance): Promise<() => FormData> {
  const background = { r: chance.below(256), g: chance.below(256), b: chance.below(256) }
  const bytes = await sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .png()
    .toBuffer()
  return () => {
    const form = new FormData()
    form.append(field, new Blob([new Uint8Array(bytes)]), 'picture.png')
    return form
  }
}

const addPhoto: Deed = scene => {
  const form = formOf('photos', scene.chance)
  const { ticketId } = scene.ticket
  return about(scene.ticket.jobs, scene, 'add-photo', async ({ jobNumber }, key) =>
    scene.caller.fetch(`/api/tickets/${ticketId}/jobs/${jobNumber}/photos`, {
      ...{ method: 'POST', body: (await form)(), headers: { 'Idempotency-Key': key } },
    }),
  )
}

const removePhoto: Deed = scene => {
  const all = scene.ticket.jobs.flatMap(({ jobNumber, photos }) =>
    photos.map(({ photoId }) => ({ jobNumber, photoId })),
  )
  return about(all, scene, 'remove-photo', ({ jobNumber, photoId }, key) =>
    scene.caller.fetch(`/api/tickets/${scene.ticket.ticketId}/jobs/${jobNumber}/photos/${photoId}`, {
      ...{ method: 'DELETE', headers: { 'Idempotency-Key': key } },
    }),
  )
}

const changeImage: Deed = ({ caller, chance, ticket: { ticketId }, mark }) => {
  const image = chance.pick(['customer-image', 'rig-image'])
  const form = formOf('image', chance)
  return {
    ...{ verb: `ticket.change-${image}`, ticketId, mark },
    ask: async key =>
      caller.fetch(`/api/tickets/${ticketId}/${image}`, {
        ...{ method: 'PUT', body: (await form)(), headers: { 'Idempotency-Key': key } },
      }),
  }
}

const write =
  (field: 'cause' | 'correction'): Deed =>
  scene =>
    about(scene.ticket.jobs, scene, 'change-job', ({ jobNumber }, key) =>
      scene.caller.client.tickets.changeJob(
        { ticketId: scene.ticket.ticketId, jobNumber, [field]: scene.mark },
        under(key),
      ),
    )

const addPart =
  (perPartAmount?: number): Deed =>
  ({ caller, ticket: { ticketId }, mark }) => ({
    ...{ verb: 'ticket.add-part', ticketId, mark },
    ask: key =>
      caller.client.tickets.addPart(
        {
          ticketId,
          quantity: 2,
          description: mark,
          ...(perPartAmount === undefined ? {} : { perPartAmount }),
        },
        under(key),
      ),
  })

const clock =
  (name: 'clockIn' | 'clockOut'): Deed =>
  scene =>
    about(scene.ticket.jobs, scene, name === 'clockIn' ? 'clock-in' : 'clock-out', ({ jobNumber }, key) =>
      scene.caller.client.tickets[name]({ ticketId: scene.ticket.ticketId, jobNumber }, under(key)),
    )

const assign: Deed = ({ caller, chance, ticket: { ticketId }, technicians, mark }) => {
  const employeeId = chance.pick(technicians)
  return {
    ...{ verb: 'ticket.assign', ticketId, mark },
    ask: key => caller.client.tickets.assign({ ticketId, employeeId }, under(key)),
  }
}

const release: Deed = ({ caller, ticket: { ticketId }, mark }) => ({
  ...{ verb: 'ticket.release', ticketId, mark },
  ask: key => caller.client.tickets.release({ ticketId }, under(key)),
})

const addJob: Deed = ({ caller, ticket: { ticketId }, mark }) => ({
  ...{ verb: 'ticket.add-job', ticketId, mark },
  ask: key => caller.client.tickets.addJob({ ticketId, problem: mark, estimatedTime: 0.5 }, under(key)),
})

const removeJob: Deed = scene =>
  about(scene.ticket.jobs, scene, 'remove-job', ({ jobNumber }, key) =>
    scene.caller.client.tickets.removeJob({ ticketId: scene.ticket.ticketId, jobNumber }, under(key)),
  )

/** To the cent another price each time, so that each is a change. */
const pricePart: Deed = scene =>
  about(scene.ticket.parts, scene, 'change-part', ({ partId }, key) =>
    scene.caller.client.tickets.changePart(
      { ticketId: scene.ticket.ticketId, partId, perPartAmount: Number(scene.mark.replace(/\D/g, '')) / 100 },
      under(key),
    ),
  )

const removePart: Deed = scene =>
  about(scene.ticket.parts, scene, 'remove-part', ({ partId }, key) =>
    scene.caller.client.tickets.removePart({ ticketId: scene.ticket.ticketId, partId }, under(key)),
  )

const changeDetails: Deed = ({ caller, ticket: { ticketId }, mark }) => ({
  ...{ verb: 'ticket.change-details', ticketId, mark },
  ask: key =>
    caller.client.tickets.changeDetails({ ticketId, customerDetails: { firstName: mark } }, under(key)),
})

const correctClock: Deed = scene => {
  const ended = scene.ticket.jobs.flatMap(({ sessions }) =>
    sessions.filter(({ clockOutTime }) => clockOutTime !== null),
  )
  return about(ended, scene, 'correct-clock', ({ sessionId }, key) =>
    scene.caller.client.clocks.correct(
      { ticketId: scene.ticket.ticketId, sessionId, reason: scene.mark },
      under(key),
    ),
  )
}

/** What the desk does, the frequent things more than once. */
export const AT_THE_DESK: readonly Deed[] = [
  ...STEPS.map(step),
  ...[step('finalize'), step('reopen'), step('approve'), step('complete'), step('accept')],
  ...[assign, assign, release, addJob, addJob, removeJob, addPart(13.75), pricePart, pricePart],
  ...[removePart, changeDetails, correctClock, addPhoto, removePhoto, changeImage, clock('clockIn')],
  ...[clock('clockOut'), write('correction')],
]

export const IN_THE_BAY: readonly Deed[] = [
  ...[clock('clockIn'), clock('clockIn'), clock('clockOut'), clock('clockOut'), write('cause')],
  ...[write('correction'), addPart(), addPhoto, addPhoto, removePhoto, step('askApproval')],
]
