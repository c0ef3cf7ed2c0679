import {
  byId,
  DESK,
  type Examples,
  onTicket,
  TECHNICIANS,
} from '../../../../test/support/examples/example.ts'

export const examples: Examples = {
  'tickets.addHelper': byId(DESK, async ({ app, ticket }) => ({
    ticketId: await ticket(),
    employeeId: app.ids.sam,
  })),
  'tickets.removeHelper': byId(DESK, async ({ app, ticket }) => {
    const input = { ticketId: await ticket(), employeeId: app.ids.sam }
    await app.as('dana').tickets.addHelper(input)
    return input
  }),
  'tickets.stopHelping': onTicket(TECHNICIANS, {}, async ({ app }, ticketId) => {
    await app.as('dana').tickets.release({ ticketId })
    for (const employeeId of [app.ids.rosa, app.ids.sam])
      await app.as('dana').tickets.addHelper({ ticketId, employeeId })
  }),
}
