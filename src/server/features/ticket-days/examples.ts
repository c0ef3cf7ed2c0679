import { DESK, type Examples, onTicket } from '../../../../test/support/examples/example.ts'

export const examples: Examples = { 'ticketDays.get': onTicket(DESK) }
