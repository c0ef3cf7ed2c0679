import { expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import { noteSaved } from './write-note.tsx'

const at = new Date('2025-11-20T15:00:00Z')
const visit = {
  companyUUID: 'one',
  companyName: 'Bluebonnet RV',
  ticketId: 100_001,
  technician: 'Rosa Díaz',
  completedTimestamp: at,
  timeZone: 'America/Chicago',
  totalBalance: cents(145_00),
  imported: null,
  isOpen: true,
  work: [],
  qualifications: [],
  addenda: [],
}
const note = { kind: 'note' as const, words: 'Dry again', writtenAt: at, isMine: true }
const former = { ...note, words: 'It was wet', isMine: false }
const dispute = { ...note, kind: 'dispute' as const, words: 'It still drips' }
const rig = {
  rig: { vin: 'TEST', year: '2021', make: 'Jayco', model: 'Jay Flight', axleAmount: '2' },
  claimedAt: at,
  state: 'confirmed' as const,
  openedFrom: null,
  reports: [],
  transferUntil: null,
  bookAgainAt: null,
  visits: [
    { ...visit, notes: [former, note, dispute] },
    { ...visit, ticketId: 100_002, notes: [] },
    { ...visit, companyUUID: 'other', notes: [note] },
  ],
}
const written = { vin: 'TEST', companyUUID: 'one', ticketId: 100_001, kind: 'note' as const }

test('a note replaces the one before, and leaves a former owner’s and a dispute unchanged', () => {
  const [first, ...others] = noteSaved(rig, { ...written, words: ' Wet since. ' }, at).visits
  const coming = { ...note, words: 'Wet since.', isSaving: true }
  expect(first?.notes).toEqual([former, coming, dispute])
  expect(others).toEqual(rig.visits.slice(1))
})

test('the first note of a visit is added after existing ones', () => {
  const { visits } = noteSaved(rig, { ...written, ticketId: 100_002, words: 'New tires' }, at)
  expect(visits[1]?.notes).toEqual([{ ...note, words: 'New tires', isSaving: true }])
  expect(visits[0]).toBe(rig.visits[0])
})
