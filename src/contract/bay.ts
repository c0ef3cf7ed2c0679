// Technicians' phones: what they have not sent, and what they could not send and handed to the desk.

import * as z from 'zod'
import { MAX_JOB_NUMBER } from '#domain/tickets/job.ts'
import { STATES } from '#domain/tickets/ticket.ts'
import { time } from './clocks.ts'
import { photo } from './photos.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { done, requiredLine, requiredText, text, ticketId, uuid } from './shared-schemas.ts'

const procedure = proceduresTagged('Bay')

const jobNumber = z.number().int().min(1).max(MAX_JOB_NUMBER).nullable()

const handOver = z.object({
  handOverId: uuid,
  ticketId: z.number().int(),
  /** The ticket's state; null if it is gone. */
  state: z.enum(STATES).nullable(),
  jobNumber: z.number().int().nullable(),
  technicianId: uuid,
  technician: z.string(),
  /** What was tapped: `Clock In, job 2: Roof leak`. */
  label: z.string(),
  /** What was written; empty for a tap. */
  text: z.string(),
  /** Why it was refused. */
  reason: z.string(),
  tappedAt: z.date(),
  handedOverAt: z.date(),
  /** The photo that was handed over; null for taps and text. */
  photo: photo.omit({ addedAt: true }).nullable(),
})

/** What comes with a photo in the address. `label` names its job line as it was on the phone. */
export const handedOverPhotoQuery = z.object({
  label: requiredLine(200).describe(
    'What it is of, ending with the name of its job line: `Photo, job 2. Roof leak`.',
  ),
  reason: requiredText(1000).describe('Why it was refused.'),
  tappedAt: time.describe('When it was added, by the server’s clock.'),
})

export const handOverResult = z.object({ handOverId: uuid })

export const bay = {
  report: procedure({
    permission: 'bay.see',
    rateLimit: rateLimit(
      'server',
      limit('account', 600, HOUR, 'Ten a minute: what waits on two phones, as it is sent.'),
    ),
  })
    .route({ method: 'POST', path: '/bay/report', summary: 'Report how much waits on your phone to be sent' })
    .input(
      z.object({
        /** Made once by the phone. */
        deviceId: uuid,
        notSent: z.number().int().min(0).max(100_000),
        /** When the oldest of it was tapped, by the server's clock. */
        oldestTappedAt: time.nullable(),
      }),
    )
    .output(done),
  devices: procedure({ permission: 'bay.oversee', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/bay/devices',
      summary: 'List when technicians’ phones were last heard of, and how much waits on them',
    })
    .output(
      z.object({
        /** Those clocked in or with something unsent; all phones of one technician together. */
        technicians: z
          .array(
            z.object({
              technicianId: uuid,
              technician: z.string(),
              /** Of the phone that holds something and was silent for longest; without one, of the latest. */
              lastHeardAt: z.date(),
              notSent: z.number().int(),
              oldestTappedAt: z.date().nullable(),
              isClockedIn: z.boolean(),
            }),
          )
          .readonly(),
      }),
    ),
  dismissDevices: procedure({ permission: 'bay.oversee', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/bay/devices/dismiss',
      summary:
        'Forget what waits on a technician’s phones, such as a lost one; a phone in use reports it again',
    })
    .input(z.object({ technicianId: uuid }))
    .output(done),
  handOver: procedure({
    permission: 'bay.see',
    rateLimit: rateLimit('server', limit('account', 300, HOUR, 'A phone full of what was refused.')),
  })
    .route({ method: 'POST', path: '/bay/hand-overs', summary: 'Hand what could not be sent to the desk' })
    .input(
      z.object({
        ticketId,
        jobNumber,
        label: requiredLine(200),
        text: text(10_000),
        reason: requiredText(1000),
        tappedAt: time,
      }),
    )
    .output(handOverResult),
  handOvers: procedure({ permission: 'bay.oversee', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/bay/hand-overs',
      summary: 'List what was handed to the desk and is not done, oldest first',
    })
    .output(z.object({ handOvers: z.array(handOver).readonly() })),
  settleHandOver: procedure({ permission: 'bay.oversee', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/bay/hand-overs/{handOverId}/settle',
      summary: 'Mark what was handed to the desk as done; a photo is deleted',
    })
    .input(z.object({ handOverId: uuid }))
    .output(done),
  // Of its ticket, the command asks for `photo.add` as well.
  addHandedOverPhoto: procedure({ permission: 'bay.oversee', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/bay/hand-overs/{handOverId}/add-photo',
      summary: 'Add a photo that was handed to the desk to its job line',
    })
    .input(z.object({ handOverId: uuid }))
    .output(done),
}
