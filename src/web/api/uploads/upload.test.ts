import { expect, test } from 'vitest'
import { toUploadError } from './upload.ts'

const shown = (status: number, text: string) => {
  const { error, isNetworkError } = toUploadError(status, text)
  return { ...error, isUnreached: isNetworkError }
}

test('what the server says of a picture is what the person reads', () => {
  const message = 'That file isn’t an image.'
  const body = { code: 'INVALID', message, fields: { 'photos.0': message }, requestId: 'r-1' }
  expect(shown(400, JSON.stringify(body))).toEqual({
    code: 'INVALID',
    message,
    fields: body.fields,
    isUnreached: false,
  })
})

test('a fault nobody expected carries the id it is found by', () => {
  const body = { code: 'INTERNAL_SERVER_ERROR', message: 'Something failed.', requestId: 'r-2' }
  expect(shown(500, JSON.stringify(body))).toMatchObject({ requestId: 'r-2', isUnreached: false })
})

test.each([0, 502, 503, 504])('with status %i it is worth another try', status => {
  expect(shown(status, '<html>Bad gateway</html>')).toMatchObject({ code: 'OFFLINE', isUnreached: true })
})

test('what the server says of its database is what the person reads while it is tried again', () => {
  const message = 'We can’t reach our database right now. Nothing was changed. Try again in a moment.'
  const body = { code: 'SERVICE_UNAVAILABLE', message, retryAfterSeconds: 2, requestId: 'r-3' }
  expect(shown(503, JSON.stringify(body))).toEqual({
    code: 'SERVICE_UNAVAILABLE',
    message,
    fields: {},
    isUnreached: true,
  })
})

test("a proxy's own limit is said in our words", () => {
  expect(shown(413, '<html>413 Request Entity Too Large</html>')).toMatchObject({
    message: 'This image is larger than 20 MB.',
    isUnreached: false,
  })
})
