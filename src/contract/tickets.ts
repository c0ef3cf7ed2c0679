// Tickets, from the desk's form to the rig's history. Each step of a ticket has its own procedure.

import * as z from 'zod'
import type { Action } from '#domain/account/permission.ts'
import { OPEN_MONEY_STATES } from '#domain/billing/ledger.ts'
import { SELECT_TECHNICIAN } from '#domain/refusals/page-blocker.ts'
import { MAX_ADDENDUM_LENGTH } from '#domain/tickets/addendum.ts'
import { CLOSE_REASONS, MAX_CLOSE_NOTE_LENGTH } from '#domain/tickets/closing.ts'
import { MAX_JOBS } from '#domain/tickets/job.ts'
import { MAX_GENERATOR_HOURS, MAX_ODOMETER } from '#domain/tickets/rig-visit.ts'
import type { RigVisit } from '#domain/tickets/rig-visit-fields.ts'
import { VERBS } from '#domain/tickets/state/transition.ts'
import { type CheckIn, MAX_CHECK_IN_LENGTH, STATES } from '#domain/tickets/ticket.ts'
import { SEARCHED_FIELDS } from '#domain/tickets/ticket-search-terms.ts'
import { activity } from './activity.ts'
import { tap } from './clocks.ts'
import { customer, typedCustomer, withEmailOrNone } from './customer.ts'
import { job, newJob, typedJob } from './job.ts'
import { hold, holdSummary } from './on-hold.ts'
import { newPart, part, partChanges, typedSublet } from './part.ts'
import { photo } from './photos.ts'
import { proceduresTagged } from './procedure/procedure.ts'
import { installedComponent, rig, typedRig } from './rig.ts'
import { dispute } from './rig-claims.ts'
import {
  coordinates,
  day,
  done,
  emailOutcome,
  invoicedAmountsOut,
  jobNumber,
  line,
  moneyOut,
  numberError,
  qualificationOut,
  requiredText,
  serviceBayNote,
  signatureOut,
  suppliesRuleOut,
  text,
  ticketId,
  uuid,
} from './shared-schemas.ts'

const state = z.enum(STATES)

export const newTicket = z.object({
  customerDetails: withEmailOrNone(
    typedCustomer.extend({
      address: typedCustomer.shape.address.default(''),
      coordinates: coordinates.optional(),
    }),
  ),
  customerRV: typedRig.extend({
    make: typedRig.shape.make.default(''),
    model: typedRig.shape.model.default(''),
    year: typedRig.shape.year.default(''),
  }),
  jobs: z
    .array(newJob)
    .max(MAX_JOBS, { error: `Add at most ${MAX_JOBS} job lines.` })
    .default([]),
  /** The company's customer that it is of; without it, one with exactly this name, email and phone, else a new one. */
  customerId: uuid.optional(),
})

/** A correction of an active ticket's details; omitted fields stay. */
export const detailChanges = z.object({
  customerDetails: withEmailOrNone(typedCustomer.partial()).optional(),
  customerRV: typedRig.partial().optional(),
})

/** Who works on a ticket besides its assigned technician, with their names. */
const helpers = z.array(z.object({ id: uuid, name: z.string() })).readonly()

/** Where its rig is, or will be; null for no bay. */
const serviceBayOfTicket = z.object({ id: uuid, name: z.string() }).nullable()

/** A ticket's card for lists and live streams: no money, no contact details. */
export const ticketSummary = z.object({
  ticketId: z.number().int(),
  state,
  ...customer.pick({ firstName: true, lastName: true }).shape,
  ...rig.pick({ make: true, model: true, year: true }).shape,
  assignedTechnician: uuid.nullable(),
  /** The technician's name. */
  technician: z.string().nullable(),
  helpers: helpers.default([]),
  jobCount: z.number().int(),
  /** When it entered its state. */
  since: z.coerce.date(),
  // Cards from before these facts have none of them.
  /** What it waits for; null if it does not. */
  hold: holdSummary.extend({ since: z.iso.datetime() }).nullable().default(null),
  isClockRunning: z.boolean().default(false),
  /** Job lines with an unanswered request, and with each answer. */
  askedCount: z.number().int().default(0),
  approvedCount: z.number().int().default(0),
  declinedCount: z.number().int().default(0),
  /** The day of the appointment or, without one, the next planned day. */
  bookedDay: z.string().nullable().default(null),
  /** When the appointment is; null without one. */
  appointmentAt: z.iso.datetime().nullable().default(null),
  /** When the company agreed to the booking, which stays pending until Check In; null without one. */
  confirmedAt: z.iso.datetime().nullable().default(null),
  /** The next day that a technician is planned for, unless it is that of the appointment. */
  plannedDay: z.string().nullable().default(null),
  serviceBay: serviceBayOfTicket.default(null),
})

/** A ticket in a list; what was found by words also says where it has them. */
const foundTicket = ticketSummary.extend({
  found: z
    .object({
      phone: z.string(),
      vin: z.string(),
      matches: z.array(z.object({ field: z.enum(SEARCHED_FIELDS), text: z.string() })).readonly(),
    })
    .optional(),
})

/** What was added to a completed ticket, as its customer sees it too. */
export const addendum = z.object({
  addendumId: uuid,
  addedAt: z.date(),
  text: z.string(),
  photos: z.array(photo).readonly(),
})

/** What was noted when the rig came. */
const checkInNotes = z.object({
  broughtBy: line(MAX_CHECK_IN_LENGTH),
  keys: line(MAX_CHECK_IN_LENGTH),
  lot: line(MAX_CHECK_IN_LENGTH),
} satisfies Record<keyof CheckIn, z.ZodType>)

/** Meters of the rig, and when the shop had it. */
export const rigVisit = z.object({
  odometer: z
    .number({ error: numberError })
    .min(0, { error: 'Enter 0 or more.' })
    .max(MAX_ODOMETER, { error: `Enter ${MAX_ODOMETER.toLocaleString('en-US')} miles or less.` })
    .multipleOf(1, { error: 'Enter whole miles.' })
    .nullable(),
  generatorHours: z
    .number({ error: numberError })
    .min(0, { error: 'Enter 0 or more.' })
    .max(MAX_GENERATOR_HOURS, {
      error: `Enter ${MAX_GENERATOR_HOURS.toLocaleString('en-US')} hours or less.`,
    })
    .refine(hours => Math.abs(hours * 10 - Math.round(hours * 10)) < 1e-6, {
      error: 'Use no more than 1 decimal place.',
    })
    .nullable(),
  arrivedOn: day.nullable(),
  departedOn: day.nullable(),
} satisfies Record<keyof RigVisit, z.ZodType>)

const earlierReading = z.object({ value: z.number(), day: z.string() }).nullable()

/** What is typed at Check In. */
export const typedCheckIn = z.object({
  /** What is missing of the rig; omitted fields stay. */
  customerRV: typedRig.partial().optional(),
  ...checkInNotes.partial().shape,
  ...rigVisit.pick({ odometer: true, generatorHours: true }).partial().shape,
})

/** The ticket's totals. */
export const ticketTotals = z.object({
  laborRate: moneyOut.nullable(),
  /** How labor adds up: `1h15m × $145.00/hr`. */
  laborHint: z.string(),
  totalPartsAmount: moneyOut,
  shopSupplies: moneyOut,
  /** The company's own rule for them; null for 10 % of the parts. */
  suppliesRule: suppliesRuleOut.nullable(),
  /** How parts and supplies add up: `Parts + 10% shop supplies`. */
  suppliesHint: z.string(),
  totalLaborBalance: moneyOut,
  totalBalance: moneyOut,
  /** What it does not include, once there is an invoice or a tax that will be added; null for nothing. */
  balanceHint: z.string().nullable(),
  /** Null without an open invoice, and while billing is off. */
  invoiced: invoicedAmountsOut.nullable(),
  /** The balance that it was imported with; null for any other ticket. */
  importedBalance: moneyOut.nullable(),
})

const ticket = z.object({
  ticketId: z.number().int(),
  state,
  customerDetails: customer.extend({ profileImageUrl: z.string().nullable() }),
  /** Whose record of the company it belongs to; null for a technician, and once the customer was forgotten. */
  customerId: uuid.nullable(),
  customerRV: rig.extend({ rvImage: z.string().nullable() }),
  jobs: z.array(job).readonly(),
  parts: z.array(part).readonly(),
  assignedTechnician: uuid.nullable(),
  assignedTechs: z
    .array(
      z.object({
        date: z.string(),
        uuid,
        firstName: z.string(),
        lastName: z.string(),
        assignedAt: z.date(),
        /** Who else was assigned on that day before, by id. */
        replaced: z.array(uuid).readonly(),
      }),
    )
    .readonly(),
  helpers,
  serviceBay: serviceBayOfTicket,
  /** Those of its technicians of whom customers read the first name alone. */
  firstNameOnly: z.array(z.object({ employeeId: uuid, firstName: z.string() })).readonly(),
  /** What those of them entered that their names rest on. */
  qualifications: z.array(qualificationOut.extend({ employeeId: uuid })).readonly(),
  /** What the desk added after it was completed, oldest first. */
  addenda: z.array(addendum.extend({ by: z.string() })).readonly(),
  /** Why it ended without work, and where reopening leads; null unless it is closed. */
  closing: z
    .object({
      reason: z.enum(CLOSE_REASONS),
      note: z.string(),
      stateBefore: z.enum(['pending', 'active', 'approval']),
    })
    .nullable(),
  /** What it waits for; null if it does not. */
  hold,
  /** When its booking is for, and that day for the company; null without one. */
  appointment: z.object({ at: z.date(), day: z.string() }).nullable(),
  /** Planned technicians on later days. */
  plannedTechs: z.array(z.object({ date: z.string(), uuid })).readonly(),
  pendingTimestamp: z.date().nullable(),
  /** When the company agreed to a booking; null without one. */
  confirmedAt: z.date().nullable(),
  activeTimestamp: z.date().nullable(),
  /** Null before Check In, and for a ticket that was created at the desk. */
  checkIn: checkInNotes.nullable(),
  rigVisit,
  /** Whether Check In asks for its meters. */
  asksForMeters: z.boolean(),
  /** Whether the company records what the rig is like when it comes in. */
  recordsWalkarounds: z.boolean(),
  /** What its customer signed, oldest first; null for a company that does not ask for signatures. */
  signed: z
    .array(signatureOut.pick({ signatureId: true, occasion: true, signedAt: true, signerName: true }))
    .readonly()
    .nullable(),
  /** What its RV is made of now; null for a company that does not list that. */
  components: z.array(installedComponent).readonly().nullable(),
  completedTimestamp: z.date().nullable(),
  lastTransition: z.object({
    verb: z.enum(VERBS),
    by: z.object({ id: z.string(), name: z.string() }),
    at: z.date(),
  }),
  /** The ticket's totals; null without permission to see prices. */
  totals: ticketTotals.nullable(),
  timeZone: z.string(),
})

/** The order of cards: by when they entered their state, or by their next planned day or appointment, soonest first. */
const cardOrder = z.enum(['newest', 'oldest', 'day'])

/** An employee's id, or `none` for tickets without a technician. */
const technicianFilter = z.union([uuid, z.literal('none')])

const section = z.object({ cards: z.array(ticketSummary).readonly(), total: z.number().int() })

export const newClosing = z.object({
  ticketId,
  reason: z.enum(CLOSE_REASONS, { error: 'Choose a reason.' }),
  /** For the company alone. */
  note: text(MAX_CLOSE_NOTE_LENGTH).default(''),
  /** Whether the customer is emailed. Default: unless it was a duplicate or a mistake, or there is no email. */
  emailCustomer: z.boolean().optional(),
})

export const newAddendum = z.object({ ticketId, text: requiredText(MAX_ADDENDUM_LENGTH) })

const procedure = proceduresTagged('Tickets')
const id = z.object({ ticketId })
const jobId = id.extend({ jobNumber })
const helper = id.extend({ employeeId: z.uuid({ error: SELECT_TECHNICIAN }) })
/** `email`: whether the customer was emailed, for steps that do that. */
const transitionResult = z.object({ ticketId: z.number().int(), state, email: emailOutcome.optional() })

const transition = (permission: Action, path: `/${string}`, summary: string) =>
  procedure({ permission, rateLimit: 'none' })
    .route({ method: 'POST', path: `/tickets/{ticketId}${path}`, summary })
    .input(id)
    .output(transitionResult)

export const tickets = {
  board: procedure({ permission: 'ticket.list', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/board',
      summary: "List the dashboard's four sections: how many tickets, and the first 200 cards",
    })
    .input(
      z
        .object({
          /** `mine` excludes tickets assigned to others, also for users who see all. */
          whose: z.enum(['all', 'mine']).default('all'),
          sort: cardOrder.default('newest'),
          technician: technicianFilter.optional(),
          /** Only tickets with these words; see `GET /tickets`. At most the 1,000 newest of a section. */
          q: text(200).optional(),
        })
        .optional(),
    )
    .output(z.object({ pending: section, active: section, approval: section, completed: section })),
  list: procedure({ permission: 'ticket.list', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets',
      summary:
        'List tickets of one state (active, if none is given); with `q`, find tickets of any state by words',
    })
    .input(
      z.object({
        /** Omitted: active tickets, or with `q` tickets of every state. */
        state: state.optional(),
        /** Parts of a ticket's number, customer, phone, VIN, year, make, model or problem, in any order. */
        q: text(200).optional(),
        sort: cardOrder.default('newest'),
        technician: technicianFilter.optional(),
        after: z.string().max(60).optional(),
        /** Skips this many of the first, for scrolling to the middle. */
        skip: z.coerce.number().int().min(0).max(1_000_000).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(60),
      }),
    )
    .output(z.object({ cards: z.array(foundTicket).readonly(), next: z.string().nullable() })),
  balances: procedure({ permission: 'money.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/balances', summary: 'Get what tickets come to' })
    .input(
      z.object({
        /** Up to 200 ticket numbers, separated by commas. */
        ticketIds: z
          .string()
          .regex(/^[1-9]\d{5}(,[1-9]\d{5}){0,199}$/, { error: 'Enter up to 200 ticket numbers.' }),
      }),
    )
    .output(
      z
        .array(
          z.object({
            ticketId: z.number().int(),
            totalBalance: moneyOut,
            /** What is owed on its invoice; null without one, and while billing is off. */
            moneyState: z.enum(OPEN_MONEY_STATES).nullable(),
            invoiced: invoicedAmountsOut.nullable(),
          }),
        )
        .readonly(),
    ),
  create: procedure({ permission: 'ticket.create', rateLimit: 'none' })
    .route({ method: 'POST', path: '/tickets', successStatus: 201, summary: 'Create a ticket' })
    .input(newTicket)
    .output(z.object({ ticketId: z.number().int() })),
  get: procedure({ permission: 'ticket.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/tickets/{ticketId}', summary: 'Get a ticket' })
    .input(id)
    .output(ticket),
  activity,
  disputes: procedure({ permission: 'dispute.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/disputes',
      summary: 'List owner disputes of a visit, newest first',
    })
    .input(id)
    .output(z.array(dispute).readonly()),
  getCustomerData: procedure({ permission: 'customer.erase', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/customer-data',
      summary: "List what the company has of a ticket's customer, before removing it",
    })
    .input(id)
    .output(
      z.object({
        /** Everyone with the email of the ticket's customer, or the phone number without one: people may share it. */
        customers: z
          .array(
            z.object({
              /** Empty for what has no name. */
              name: z.string(),
              isOfTicket: z.boolean(),
              tickets: z.array(z.object({ ticketId: z.number().int(), state })).readonly(),
              /** Booking requests without a confirmed email; they are deleted. */
              unconfirmedBookings: z.number().int(),
              /** Rows of imported customers; they are deleted. */
              importedCustomers: z.number().int(),
              /** Issued invoices and credit notes, which keep their payer's name and address for the owner. */
              invoices: z.number().int(),
            }),
          )
          .readonly(),
      }),
    ),
  eraseCustomer: procedure({ permission: 'customer.erase', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/tickets/{ticketId}/customer-data',
      summary: "Remove who a ticket's customer is from all of the company's rows; work and money stay",
    })
    .input(
      id.extend({
        /** Of those with the same contact, whose details go, by name. Default: the ticket's customer alone. */
        names: z.array(line(201)).min(1, { error: 'Choose a customer.' }).max(100).optional(),
      }),
    )
    .output(done),
  changeDetails: procedure({ permission: 'ticket.change-details', rateLimit: 'none' })
    .route({
      method: 'PATCH',
      path: '/tickets/{ticketId}',
      summary: "Update the customer's or the RV's details on an open ticket",
    })
    .input(detailChanges.extend({ ticketId }))
    .output(done),
  accept: transition('ticket.accept', '/accept', 'Accept a booking: it stays pending until Check In'),
  checkIn: procedure({ permission: 'ticket.check-in', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/check-in',
      summary: 'Check in an appointment: pending becomes active',
    })
    // When it was tapped without a connection. If the rig was checked in meanwhile, that stands, and this succeeds.
    .input(
      id.extend({
        ...typedCheckIn.shape,
        ...tap.shape,
        /** The bay it comes into; null for none. Only for those who assign tickets; omitted, it stays. */
        serviceBayId: uuid.nullable().optional(),
      }),
    )
    .output(transitionResult.extend({ serviceBayNote })),
  changeCheckIn: procedure({ permission: 'ticket.check-in', rateLimit: 'none' })
    .route({
      method: 'PATCH',
      path: '/tickets/{ticketId}/check-in',
      summary: 'Change who brought the RV, its keys or where it stands; omitted fields stay',
    })
    .input(id.extend(checkInNotes.partial().shape))
    .output(done),
  changeRigVisit: procedure({ permission: 'ticket.check-in', rateLimit: 'none' })
    .route({
      method: 'PATCH',
      path: '/tickets/{ticketId}/rig-visit',
      summary:
        "Change the RV's meters, or when it arrived and departed; omitted fields stay, null empties one",
    })
    .input(id.extend(rigVisit.partial().shape))
    .output(done),
  getEarlierReadings: procedure({ permission: 'ticket.see', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/earlier-readings',
      summary: "Get what the RV's meters showed on its ticket before this one",
    })
    .input(id)
    .output(z.object({ odometer: earlierReading, generatorHours: earlierReading })),
  decline: procedure({ permission: 'ticket.decline', rateLimit: 'none' })
    .route({ method: 'POST', path: '/tickets/{ticketId}/decline', summary: 'Decline a booking' })
    .input(
      id.extend({
        /** Shown to the customer. */
        reason: text(500).optional(),
      }),
    )
    .output(transitionResult),
  askApproval: transition('ticket.ask-approval', '/ask-approval', 'Send an active ticket for approval'),
  approve: transition('ticket.approve', '/approve', 'Approve a ticket: it returns to active'),
  finalize: transition('ticket.finalize', '/finalize', 'Finalize an active ticket: it becomes completed'),
  complete: transition(
    'ticket.complete',
    '/complete',
    'Complete a finalized ticket: it is recorded in the work history',
  ),
  close: procedure({ permission: 'ticket.close', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/close',
      summary: 'Close a ticket without work, with a reason',
    })
    .input(newClosing)
    .output(transitionResult),
  reopen: transition(
    'ticket.reopen',
    '/reopen',
    'Reopen a finalized ticket, or a closed one: that returns to where it was',
  ),
  addAddendum: procedure({ permission: 'ticket.add-addendum', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/addenda',
      successStatus: 201,
      summary: 'Add to a completed ticket; its lines and money stay as they are',
    })
    .input(newAddendum)
    .output(z.object({ addendumId: uuid })),
  assign: procedure({ permission: 'ticket.assign', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/tickets/{ticketId}/technician',
      summary: 'Assign a technician, or schedule one for a later day',
    })
    .input(
      id.extend({
        employeeId: z.uuid({ error: SELECT_TECHNICIAN }),
        /** Default: today. */
        date: day.optional(),
      }),
    )
    .output(done),
  release: procedure({ permission: 'ticket.release', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/tickets/{ticketId}/technician',
      summary: 'Release the technician, or cancel a planned assignment',
    })
    .input(id.extend({ date: day.optional() }))
    .output(done),
  addHelper: procedure({ permission: 'ticket.assign', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/tickets/{ticketId}/helpers/{employeeId}',
      summary: 'Add a helper: a technician who works on it besides the assigned one',
    })
    .input(helper)
    .output(done),
  removeHelper: procedure({ permission: 'ticket.release', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/tickets/{ticketId}/helpers/{employeeId}',
      summary: 'Remove a helper; their clock on it stops',
    })
    .input(helper)
    .output(done),
  stopHelping: procedure({ permission: 'bay.see', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/stop-helping',
      summary: 'Stop helping; your clock on it stops',
    })
    .input(id)
    .output(done),
  addJob: procedure({ permission: 'job.change', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/jobs',
      successStatus: 201,
      summary: 'Add a job line',
    })
    .input(newJob.extend({ ticketId }))
    .output(z.object({ jobNumber: z.number().int() })),
  removeJob: procedure({ permission: 'job.change', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/tickets/{ticketId}/jobs/{jobNumber}',
      summary: 'Delete a job line without time, photos or parts',
    })
    .input(jobId)
    .output(done),
  clockIn: procedure({ permission: 'clock.run', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/jobs/{jobNumber}/clock-in',
      summary: 'Clock in on a job line; your clock on another job stops',
    })
    .input(jobId.extend(tap.shape))
    .output(
      z.object({
        sessionId: uuid,
        /** Where a running clock was stopped for this one. */
        stopped: z.object({ ticketId: z.number().int(), jobNumber: z.number().int() }).nullable(),
      }),
    ),
  clockOut: procedure({ permission: 'clock.run', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/jobs/{jobNumber}/clock-out',
      summary: 'Clock out of a job line',
    })
    .input(jobId.extend(tap.shape))
    .output(done),
  // The command checks which fields may be changed.
  changeJob: procedure({ permission: 'ticket.see', rateLimit: 'none' })
    .route({ method: 'PATCH', path: '/tickets/{ticketId}/jobs/{jobNumber}', summary: 'Update a job line' })
    .input(
      jobId.extend({
        ...typedJob.partial().shape,
        /** The text that this replaces: refused if it has changed. Without it the last save wins. */
        over: typedJob.pick({ cause: true, correction: true }).partial().optional(),
      }),
    )
    .output(done.extend({ serviceBayNote })),
  approveTime: procedure({ permission: 'job.approve-time', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/jobs/{jobNumber}/approve-time',
      summary: 'Approve the suggested time',
    })
    .input(jobId)
    .output(done.extend({ serviceBayNote })),
  addPart: procedure({ permission: 'part.add', rateLimit: 'none' })
    .route({ method: 'POST', path: '/tickets/{ticketId}/parts', successStatus: 201, summary: 'Add a part' })
    .input(
      newPart.extend({
        ticketId,
        sublet: typedSublet.optional(),
        /** What it is taken from; what is omitted of description and price is then the stock item’s. */
        stockItemId: uuid.optional(),
      }),
    )
    .output(z.object({ partId: uuid })),
  changePart: procedure({ permission: 'part.price', rateLimit: 'none' })
    .route({ method: 'PATCH', path: '/tickets/{ticketId}/parts/{partId}', summary: 'Update or price a part' })
    .input(partChanges.extend({ ticketId, partId: uuid }))
    .output(done),
  removePart: procedure({ permission: 'part.price', rateLimit: 'none' })
    .route({ method: 'DELETE', path: '/tickets/{ticketId}/parts/{partId}', summary: 'Remove a part' })
    .input(z.object({ ticketId, partId: uuid }))
    .output(done),
}
