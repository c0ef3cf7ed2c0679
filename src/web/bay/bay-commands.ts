// What the bay stores before it sends it: how each command is sent, how its ticket looks until the server has answered,
// and what lists call it.

import { formatHours } from '#domain/lib/hours.ts'
import { isIdFromKey } from '#domain/lib/uuid.ts'
import { PHOTO_STAGE_LABELS, type PhotoStage } from '#domain/photos/photo.ts'
import { RIG_FIELDS, type RigField } from '#domain/rigs/rig-fields.ts'
import { OCCASION_LABELS } from '#domain/signatures/bay-signature.ts'
import { isConfirmed } from '#domain/tickets/confirmation.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { type ClientContext, client } from '#web/api/client.ts'
import type { OutboxCommand, OutboxEntry, OutboxRefusal } from '#web/bay/outbox/outbox-types.ts'
import { CHECK_IN_NOTES } from '#web/features/bookings/check-in-notes.ts'
import { clockIn, clockOut } from '#web/features/clocks/clock-calls.ts'
import { partAdded } from '#web/features/tickets/optimistic/optimistic-parts.ts'
import {
  clockedIn,
  clockedOut,
  clocksStopped,
  detailsChanged,
  photoRemoved,
  timeSuggested,
  withJob,
} from '#web/features/tickets/optimistic/optimistic-ticket.ts'
import { addTypedPart, inCents, type TypedPart } from '#web/features/tickets/parts/typed-part.ts'
import type {
  BayCommandName,
  JobView,
  PartView,
  TicketView,
  UnsentTap,
} from '#web/features/tickets/ticket-view.ts'
import {
  COMPONENT_LABELS,
  type ComponentInputs,
  componentEntered,
  textOfComponent,
} from './bay-components.ts'

type TicketKey = { readonly ticketId: number }
type JobKey = TicketKey & { readonly jobNumber: number }

/** Each command's input. */
export type BayInputs = ComponentInputs & {
  clockIn: JobKey
  clockOut: JobKey
  addPart: TypedPart
  suggestTime: JobKey & { readonly suggestedTime: number | null }
  addPhoto: JobKey & { readonly moment: PhotoStage }
  removePhoto: JobKey & { readonly photoId: string }
  askApproval: TicketKey
  setOut: TicketKey & { readonly minutes: number }
  checkIn: Parameters<typeof client.tickets.checkIn>[0]
  sign: Parameters<typeof client.signatures.takeInBay>[0]
  /** Handed to the desk, it is a photo of the job line. */
  addPlate: JobKey & { readonly componentId: string }
}

/** The account whose device this is. */
export type Person = { readonly id: string; readonly name: string }

type Sending = {
  readonly options: { readonly context: ClientContext; readonly signal: AbortSignal }
  /** For a time that counts when it was tapped. */
  readonly tap: { readonly tappedAt: Date; readonly clockOffset: number }
  readonly photo: Blob | null
  readonly onProgress: (share: number) => void
}

type BayCommand<Input> = {
  /** What was tapped: `Clock In`. */
  readonly label: string
  /** What was written with it, for the one who wrote it; empty if nothing was. */
  readonly text: (input: Input) => string
  /** It moves the ticket: everything before it is sent first. */
  readonly isTransition?: true
  /** It starts or stops a clock, of which there is one for all tickets. */
  readonly isSequential?: true
  readonly send: (input: Input, sending: Sending) => Promise<unknown>
  /** The ticket as if it had arrived. */
  readonly show: (ticket: TicketView, input: Input, tap: UnsentTap, user: Person) => TicketView
}

const nothing = (): string => ''

const RIG_LABELS: Readonly<Record<RigField, string>> = {
  vin: 'VIN',
  make: 'Make',
  model: 'Model',
  year: 'Year',
  axleAmount: 'Axle Amount',
}

/** The path of each field of a check-in, with its label. */
const CHECK_IN_LABELS = [
  ...RIG_FIELDS.map(field => [`customerRV.${field}`, RIG_LABELS[field]] as const),
  ...CHECK_IN_NOTES.map(({ field, label }) => [field, label] as const),
  ['odometer', 'Odometer'] as const,
  ['generatorHours', 'Generator'] as const,
]

/** Those of these texts by path that are not empty, each with its label. */
const labeledTexts = (
  texts: Readonly<Record<string, string | number | null | undefined>>,
  labels: readonly (readonly [string, string])[] = CHECK_IN_LABELS,
): string[] =>
  labels.flatMap(([path, label]) => {
    const text = String(texts[path] ?? '')
    return text === '' ? [] : [`${label}: ${text}`]
  })

/** `VIN: 5ZT2CXYBXNB9X0317 · Axle Amount: 2 · Keys: Hook 12` */
const textOfCheckIn = (input: BayInputs['checkIn']): string => {
  const { customerRV = {}, broughtBy, keys, lot, odometer, generatorHours } = input
  return labeledTexts({
    ...{ broughtBy, keys, lot, odometer, generatorHours },
    ...Object.fromEntries(RIG_FIELDS.map(field => [`customerRV.${field}`, customerRV[field]])),
  }).join(' · ')
}

/** The clock session that a tap with this key started, if the server has done that. */
export const sessionOf = ({ jobs }: Pick<TicketView, 'jobs'>, key: string) =>
  jobs.flatMap(({ sessions }) => sessions).find(({ sessionId }) => isIdFromKey(sessionId, key))

const withUnsent = (ticket: TicketView, { jobNumber }: JobKey, tap: UnsentTap): TicketView =>
  withJob(ticket, jobNumber, job => ({ ...job, unsent: [...(job.unsent ?? []), tap] }))

export const BAY_COMMANDS: { readonly [Name in BayCommandName]: BayCommand<BayInputs[Name]> } = {
  clockIn: {
    label: 'Clock In',
    text: nothing,
    isSequential: true,
    send: (input, { options, tap }) => clockIn(input, options, tap),
    show: (ticket, input, tap, user) => {
      const isDone = sessionOf(ticket, tap.key) !== undefined
      const shown = isDone ? ticket : clockedIn(ticket, input, user, tap.tappedAt, tap.key)
      return withUnsent(shown, input, tap)
    },
  },
  clockOut: {
    label: 'Clock Out',
    text: nothing,
    isSequential: true,
    send: (input, { options, tap }) => clockOut(input, options, tap),
    show: (ticket, input, tap, user) => withUnsent(clockedOut(ticket, input, user, tap.tappedAt), input, tap),
  },
  addPart: {
    label: 'Add Part',
    text: ({ quantity, description = '' }) => `${quantity} × ${description.trim() || 'No description'}`,
    send: (input, { options }) => addTypedPart(input, options),
    show: (ticket, input, tap) => {
      const isOwn = ({ partId }: PartView): boolean => isIdFromKey(partId, tap.key)
      const { parts, ...rest } = ticket.parts.some(isOwn)
        ? ticket
        : partAdded(ticket, inCents(input), tap.key)
      // It can be read as any: it waits for hours, not for a moment.
      return {
        ...rest,
        parts: parts.map(({ optimistic, ...part }) =>
          isOwn(part)
            ? { ...part, unsent: [tap] }
            : optimistic === undefined
              ? part
              : { ...part, optimistic },
        ),
      }
    },
  },
  suggestTime: {
    label: 'Suggested Time',
    text: ({ suggestedTime }) => (suggestedTime === null ? 'None' : formatHours(suggestedTime)),
    send: (input, { options }) => client.tickets.changeJob(input, options),
    show: (ticket, input, tap) => withUnsent(timeSuggested(ticket, input), input, tap),
  },
  addPhoto: {
    label: 'Photo',
    text: ({ moment }) => PHOTO_STAGE_LABELS[moment],
    send: async ({ ticketId, jobNumber, moment }, { options, photo, onProgress }) => {
      const { sendPhotoInPieces } = await import('#web/bay/outbox/send-photo.ts')
      const url = `/api/tickets/${ticketId}/jobs/${jobNumber}/photos/${options.context.idempotencyKey}`
      return sendPhotoInPieces({ url, moment, photo, onProgress, signal: options.signal })
    },
    // Its tile shows it with its picture, which is in the outbox, until its answer has come.
    show: (ticket, { jobNumber }, { key }) => {
      const job = ticket.jobs.find(other => other.jobNumber === jobNumber)
      const added = job?.photos.find(({ photoId }) => isIdFromKey(photoId, key))
      return added === undefined ? ticket : photoRemoved(ticket, { jobNumber, photoId: added.photoId })
    },
  },
  removePhoto: {
    label: 'Remove Photo',
    text: nothing,
    send: async (input, { options }) => {
      const { deletePhoto } = await import('#web/api/uploads/delete-image.ts')
      return deletePhoto(input, options)
    },
    show: (ticket, input, tap) => withUnsent(photoRemoved(ticket, input), input, tap),
  },
  askApproval: {
    label: 'Send for Approval',
    text: nothing,
    isTransition: true,
    send: (input, { options }) => client.tickets.askApproval(input, options),
    show: (ticket, _, tap, user) =>
      // The server may have done it, and the desk more since.
      ticket.state === 'active'
        ? {
            ...ticket,
            state: 'approval',
            lastTransition: { verb: 'askApproval', by: { id: user.id, name: user.name }, at: tap.tappedAt },
            unsent: tap,
          }
        : { ...ticket, unsent: tap },
  },
  setOut: {
    label: 'On My Way',
    text: ({ minutes }) => `${minutes} minutes`,
    send: (input, { options, tap }) => client.bookings.setOut({ ...input, ...tap }, options),
    // Its list of stops says it: shown.ts.
    show: ticket => ticket,
  },
  // No transition for the outbox: what was typed after it must wait for it, not go before it.
  checkIn: {
    label: 'Arrived',
    text: textOfCheckIn,
    send: (input, { options, tap }) => client.tickets.checkIn({ ...input, ...tap }, options),
    show: (ticket, { customerRV = {}, broughtBy = '', keys = '', lot = '', ...meters }, tap, user) => {
      // Whoever else has checked it in meanwhile, it still waits.
      if (!isConfirmed(ticket)) return ticket.state === 'active' ? { ...ticket, unsent: tap } : ticket
      return {
        ...detailsChanged(ticket, { customerRV }),
        state: 'active',
        activeTimestamp: tap.tappedAt,
        checkIn: { broughtBy, keys, lot },
        rigVisit: {
          ...ticket.rigVisit,
          odometer: meters.odometer ?? null,
          generatorHours: meters.generatorHours ?? null,
        },
        lastTransition: { verb: 'checkIn', by: { id: user.id, name: user.name }, at: tap.tappedAt },
        unsent: tap,
      }
    },
  },
  sign: {
    label: 'Signature',
    text: ({ occasion, typedName }) => `${OCCASION_LABELS[occasion]}: ${typedName}`,
    send: (input, { options, tap }) => client.signatures.takeInBay({ ...input, ...tap }, options),
    show: (ticket, { occasion, typedName: signerName }, tap) => {
      const signed = (ticket.signed ?? []).filter(({ signatureId }) => !isIdFromKey(signatureId, tap.key))
      const own = { signatureId: tap.key, occasion, signerName, signedAt: tap.tappedAt, unsent: tap }
      return ticket.signed === null ? ticket : { ...ticket, signed: [...signed, own] }
    },
  },
  addComponent: {
    label: 'Component',
    text: textOfComponent,
    send: (input, { options }) => client.components.add(input, options),
    show: componentEntered,
  },
  correctComponent: {
    label: 'Corrected Component',
    text: textOfComponent,
    send: (input, { options }) => client.components.correct(input, options),
    show: componentEntered,
  },
  addPlate: {
    label: 'Photo of a Plate',
    text: nothing,
    send: async ({ ticketId, componentId }, { options, photo, onProgress }) => {
      const { plateUrl, sendPhotoInPieces } = await import('#web/bay/outbox/send-photo.ts')
      const url = plateUrl(ticketId, componentId, options.context.idempotencyKey ?? '')
      return sendPhotoInPieces({ url, photo, onProgress, signal: options.signal })
    },
    // Its component shows it, from the outbox.
    show: ticket => ticket,
  },
}

// The input of an entry is what its command stored: the table and the entries are of the same build.
const commandOf = (name: string): BayCommand<JobKey> | undefined =>
  (BAY_COMMANDS as unknown as Readonly<Record<string, BayCommand<JobKey>>>)[name]

const inputOf = ({ input }: OutboxEntry): JobKey => input as JobKey

/** For the outbox: how each command is sent. */
export const OUTBOX_COMMANDS: Readonly<Record<string, OutboxCommand>> = Object.fromEntries(
  Object.entries(BAY_COMMANDS).map(([name, { isTransition = false, isSequential = false }]) => [
    name,
    {
      isTransition,
      isSequential,
      send: async (entry, photo, onProgress, signal) =>
        commandOf(name)?.send(inputOf(entry), {
          options: { context: { idempotencyKey: entry.key }, signal },
          tap: { tappedAt: new Date(entry.tappedAt), clockOffset: entry.clockOffset },
          photo,
          onProgress,
        }),
    } satisfies OutboxCommand,
  ]),
)

export const queueOf = (ticketId: number): string => `ticket ${ticketId}`

export const ticketIdOf = ({ queue }: Pick<OutboxEntry, 'queue'>): number => Number(queue.split(' ')[1])

/**
 * With which key an entry is handed to the desk, also after a reload or Send Again. Without its time, a UUID of version 4:
 * a tap may be handed over when it is too old to be sent.
 */
export const handOverKeyOf = ({ key, firstKey = key }: OutboxEntry): string =>
  `${firstKey.slice(0, 14)}4${firstKey.slice(15)}`

/** The number of its job line; null without one. */
export const jobNumberOf = (entry: OutboxEntry): number | null => inputOf(entry).jobNumber ?? null

/** What was written with it; empty if nothing was. */
export const textOf = (entry: OutboxEntry): string => commandOf(entry.name)?.text(inputOf(entry)) ?? ''

/** Which fields were refused, and why: `Make: Required. Year: Required.`; empty if that is said of none. */
export const refusedFieldsOf = ({ fields = {} }: Pick<OutboxRefusal, 'fields'>): string =>
  labeledTexts(fields, [...CHECK_IN_LABELS, ...COMPONENT_LABELS]).join(' ')

/** `Clock In, job 2. Roof leak`: the line may be gone when it is read. */
export function labelOf(
  name: BayCommandName,
  job: Pick<JobView, 'jobNumber' | 'problem'> | undefined,
): string {
  const { label } = BAY_COMMANDS[name]
  return job === undefined ? label : `${label}, job ${jobLabel(job)}`
}

/** A ticket with one entry done, of whatever ticket. What was refused is not shown. */
export function withEntry(ticket: TicketView, entry: OutboxEntry, user: Person): TicketView {
  if (entry.refusal !== null) return ticket
  const name = entry.name as BayCommandName
  const tap = { key: entry.key, name, tappedAt: new Date(entry.tappedAt) }
  if (ticketIdOf(entry) === ticket.ticketId)
    return commandOf(name)?.show(ticket, inputOf(entry), tap, user) ?? ticket
  // One clock at a time, on whichever ticket.
  return name === 'clockIn' ? clocksStopped(ticket, user.id, tap.tappedAt) : ticket
}
