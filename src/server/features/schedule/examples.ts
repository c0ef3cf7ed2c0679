import { type Examples, OWN_DESK, own } from '../../../../test/support/examples/example.ts'

export const examples: Examples = { 'schedule.week': own(OWN_DESK, { from: '2026-03-16' }) }
