import { expect, test } from 'vitest'
import { withRecord } from './with-record.ts'

const MERGED_ID = '0f0e0d0c-0000-4000-8000-000000000001'
const CUSTOMER_ID = '0f0e0d0c-0000-4000-8000-000000000002'

const onTicket = {
  firstName: 'Jun',
  lastName: 'Park',
  email: 'june@old.example',
  phone: '(574) 555-0100',
  address: 'Lot 12, Eby’s Pines',
  coordinates: { latitude: 41.7, longitude: -85.8 },
  profileImageUrl: '/images/june.webp',
}
const ticket = { ticketId: 100_001, customerId: MERGED_ID, customerDetails: onTicket }
const record = {
  customerId: CUSTOMER_ID,
  firstName: 'June',
  lastName: 'Park',
  email: 'june.park@mail.example',
  phone: '(574) 555-0201',
  address: null,
  coordinates: null,
  // Of the record alone.
  note: 'Gate code 12',
}

test('a new visit is of the customer as they are known by now, not as on the earlier ticket', () => {
  const { note: _, customerId, ...contact } = record
  expect(withRecord(ticket, record)).toEqual({
    ...{ ticketId: 100_001, customerId },
    customerDetails: { ...contact, profileImageUrl: '/images/june.webp' },
  })
})

test('without a record it is of whom the ticket names', () => {
  expect(withRecord(ticket, undefined)).toBe(ticket)
})
