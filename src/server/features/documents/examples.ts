import { byLink, DESK, type Examples, onTicket } from '../../../../test/support/examples/example.ts'

export const examples: Examples = { ticketDocument: onTicket(DESK), linkDocument: byLink() }
