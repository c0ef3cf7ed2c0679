import { byLink, DESK, type Examples, onTicket } from '../../../../test/support/example.ts'

export const examples: Examples = { ticketDocument: onTicket(DESK), linkDocument: byLink() }
