import { june } from '#server/seed/demo-accounts.ts'
import {
  BAY,
  byId,
  completed,
  DESK,
  type Examples,
  finalized,
  type Input,
  OWN_BOARD,
  OWN_DESK,
  onTicket,
  own,
} from '../../../../test/support/examples/example.ts'
import { CANARY, part, VIN } from '../../../../test/support/examples/secret-fixtures.ts'

const { perPartAmount: _, ...unpriced } = part

const onPart = (input: Input = {}) =>
  byId(DESK, async shop => {
    const ticketId = await shop.ticket()
    const { partId } = await shop.app.as('dana').tickets.addPart({ ticketId, ...part })
    shop.addSecret(partId)
    return { ticketId, partId, ...input }
  })

export const examples: Examples = {
  'tickets.board': own(OWN_BOARD),
  'tickets.balances': own(OWN_DESK, async shop => ({ ticketIds: String(await shop.ticket()) })),
  'tickets.list': own(OWN_BOARD, { q: CANARY }),
  'tickets.create': own(OWN_DESK, { ...june, customerRV: { ...june.customerRV, vin: VIN }, jobs: [] }),
  'tickets.get': onTicket(BAY),
  'tickets.activity': onTicket(BAY),
  'tickets.changeDetails': onTicket(DESK, { customerDetails: { firstName: `Juno ${CANARY}` } }),
  'tickets.changeRigVisit': onTicket(BAY, { odometer: 45_210 }),
  'tickets.getEarlierReadings': onTicket(BAY),
  'tickets.askApproval': onTicket(BAY),
  'tickets.approve': onTicket(DESK, {}, ({ app }, ticketId) =>
    app.as('dana').tickets.askApproval({ ticketId }),
  ),
  'tickets.finalize': onTicket(DESK),
  'tickets.complete': onTicket(DESK, {}, finalized),
  'tickets.addAddendum': onTicket(DESK, { text: CANARY }, completed),
  'tickets.close': onTicket(DESK, { reason: 'no-show' }),
  'tickets.reopen': onTicket(DESK, {}, finalized),
  'tickets.assign': byId(DESK, async ({ app, ticket }) => ({
    ticketId: await ticket(),
    employeeId: app.ids.sam,
  })),
  'tickets.release': onTicket(DESK),
  'tickets.addJob': onTicket(DESK, { problem: `Rust ${CANARY}` }),
  'tickets.removeJob': onTicket(DESK, { jobNumber: 1 }),
  'tickets.changeJob': onTicket(BAY, { jobNumber: 1, cause: `Cracked ${CANARY}` }),
  'tickets.approveTime': onTicket(DESK, { jobNumber: 1 }, ({ app }, ticketId) =>
    app.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, suggestedTime: 2 }),
  ),
  'tickets.addPart': onTicket(BAY, unpriced),
  'tickets.changePart': onPart({ perPartAmount: 9.8 }),
  'tickets.removePart': onPart(),
}
