import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const event = {
  uid: 'b1@rigwright.example',
  sequence: 0,
  isCanceled: false,
  writtenAt: new Date('2025-11-20T19:00:00.250Z'),
  at: new Date('2025-11-24T15:30:00Z'),
  title: 'RV appointment at Bluebonnet RV',
  location: 'Sunny Pines, site 14',
  description: 'Call (574) 555-0142.\nhttps://rigwright.example/follow/x',
  url: 'https://rigwright.example/follow/x',
}

test('an appointment is an event of an hour at its instant', () => {
  expect(calendarFile(event).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Rigwright//Appointments//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:b1@rigwright.example',
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    'DTSTAMP:20251120T190000Z',
    'DTSTART:20251124T153000Z',
    'DURATION:PT1H',
    'SUMMARY:RV appointment at Bluebonnet RV',
    'LOCATION:Sunny Pines\\, site 14',
    'DESCRIPTION:Call (574) 555-0142.\\nhttps://rigwright.example/follow/x',
    'URL:https://rigwright.example/follow/x',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('a canceled appointment takes the same event out of the calendar', () => {
  const first = calendarFile(event).split('\r\n')
  const canceled = calendarFile({ ...event, sequence: 2, isCanceled: true }).split('\r\n')
  expect(canceled.filter(line => !first.includes(line))).toEqual([
    'METHOD:CANCEL',
    'SEQUENCE:2',
    'STATUS:CANCELLED',
  ])
  expect(canceled).toHaveLength(first.length)
})

test('a name cannot add a line, and no line is longer than 75 octets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
      const name = text.toWellFormed()
      const lines = calendarFile({ ...event, title: `${name}\r\nATTENDEE:x` }).split('\r\n')
      expect(lines.filter(line => /^(ATTENDEE|SUMMARY)/.test(line))).toHaveLength(1)
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const unfolded = lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n')
      expect(unfolded).toHaveLength(18)
    }),
  )
})
