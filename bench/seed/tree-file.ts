// A tree of one company as a file: open tickets, and rigs with the visits they made.

import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ticketDetailsOf } from './ticket-details.ts'

const COMPANY = 'bench-company'
const TECHNICIANS = 20
const FIRST_ID = 100_000
const VISITS_PER_RIG = 4
/** One ticket of so many is open. */
const OPEN = 5
const START_MS = Date.parse('2019-01-07T14:00:00Z')
const HOUR_MS = 3_600_000

const technicianOf = (number: number): string => `technician-${number % TECHNICIANS}`

function ticketOf(number: number) {
  const { customerDetails, customerRV, jobs } = ticketDetailsOf(number)
  // Nobody works on two tickets at once.
  const startMs = START_MS + Math.floor(number / TECHNICIANS) * HOUR_MS
  const uuid = technicianOf(number)
  const [date = ''] = new Date(startMs).toISOString().split('T')
  return {
    customerDetails,
    customerRV,
    activeTimestamp: startMs,
    pendingTimestamp: `${date} 12:30:00`,
    ticketSettings: { completedServiceTickets: false },
    Jobs: Object.fromEntries(
      jobs.map(({ problem }, index) => [
        index + 1,
        {
          problem,
          cause: 'The seal is worn and lets water in at the seam.',
          correction: 'Cleaned, dried, sealed again and tested with water for a quarter of an hour.',
          estimatedTime: 0.5,
          estimate: index === 1,
          sessions: {
            [`-N${number}-${index}`]: {
              clockInTime: startMs + (index * HOUR_MS) / 2,
              clockOutTime: startMs + (index * HOUR_MS) / 2 + HOUR_MS / 3,
            },
          },
        },
      ]),
    ),
    assignedTechnician: uuid,
    assignedTechs: { [date]: { uuid, firstName: 'Nora', lastName: 'Hale', assignedAt: startMs } },
    Parts: {
      [`-P${number}`]: { quantity: 2, description: 'Sealant', perPartAmount: 13.75, totalAmount: 27.5 },
      TotalPartsAmount: 27.5,
      ShopSupplies: 2.75,
    },
  }
}

function visitOf(number: number) {
  const { activeTimestamp, ...ticket } = ticketOf(number)
  const at = activeTimestamp + 2 * HOUR_MS
  // An hour at the rate below, its part and its supplies.
  return { ...ticket, activeTimestamp, completedTimestamp: at, TotalBalance: 130.25 }
}

const EMPLOYEES = Object.fromEntries(
  Array.from({ length: TECHNICIANS }, (_, index) => [
    technicianOf(index),
    {
      firstName: 'Nora',
      lastName: `Hale ${index}`,
      email: `technician${index}@mail.example`,
      roles: { isServiceWriter: false, isTechnician: true },
    },
  ]),
)

function* pieces(tickets: number): Generator<string> {
  const details = { companyName: 'Bench', email: 'import@bench.example', laborRate: 100 }
  const comma = (index: number) => (index === 0 ? '' : ',')
  yield `{"users":{"companies":{"${COMPANY}":{"companyDetails":${JSON.stringify(details)},`
  yield `"Employees":${JSON.stringify(EMPLOYEES)},"ticketManager":{"activeServiceTickets":{`
  const open = Math.floor(tickets / OPEN)
  for (let number = 0; number < open; number += 1)
    yield `${comma(number)}"${FIRST_ID + number}":${JSON.stringify(ticketOf(number))}`
  yield '}}}},"RVPool":{'
  const rigs = Math.ceil((tickets - open) / VISITS_PER_RIG)
  for (let rig = 0; rig < rigs; rig += 1) {
    const { customerRV } = ticketDetailsOf(tickets + rig)
    const visits = Array.from({ length: VISITS_PER_RIG }, (_, index) => {
      const number = open + rig * VISITS_PER_RIG + index
      return [FIRST_ID + number, { ...visitOf(number), customerRV }]
    })
    const customer = { customerUUID: `customer-${rig}`, assigned: true }
    const pooled = { ...customerRV, ...customer, workHistory: Object.fromEntries(visits) }
    yield `${comma(rig)}"${customerRV.vin}":${JSON.stringify(pooled)}`
  }
  yield '},"customers":{'
  for (let rig = 0; rig < rigs; rig += 1) {
    const { customerDetails } = ticketDetailsOf(open + rig * VISITS_PER_RIG)
    yield `${comma(rig)}"customer-${rig}":${JSON.stringify({ customerDetails })}`
  }
  yield '}}}\n'
}

/** As many tickets as fit into about this size. */
export async function writeTreeFile(file: string, bytes: number): Promise<void> {
  const perTicket = JSON.stringify(visitOf(FIRST_ID)).length + 150
  await pipeline(Readable.from(pieces(Math.floor(bytes / perTicket))), createWriteStream(file))
}
