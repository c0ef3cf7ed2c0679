import { expect, test } from 'vitest'
import { toUploadError } from './upload-image.ts'

const shown = (status: number, text: string) => {
  const { error, isNetworkError } = toUploadError(status, text)
  return { ...error, isUnreached: isNetworkError }
}

test("an upload shows the server's message about the image", () => {
  const message = 'That file isn’t an image.'
  const body = { code: 'INVALID', message, fields: { 'photos.0': message }, requestId: 'r-1' }
  expect(shown(400, JSON.stringify(body))).toEqual({
    code: 'INVALID',
    message,
    fields: body.fields,
    isUnreached: false,
  })
})

test("an upload shows an unexpected error's request id", () => {
  const body = { code: 'INTERNAL_SERVER_ERROR', message: 'Something failed.', requestId: 'r-2' }
  expect(shown(500, JSON.stringify(body))).toMatchObject({ requestId: 'r-2', isUnreached: false })
})

test.each([0, 502, 503, 504])('an upload that failed with %i can be retried', status => {
  expect(shown(status, '<html>Bad gateway</html>')).toMatchObject({ code: 'OFFLINE', isUnreached: true })
})

test("an upload being retried shows the server's message about the database", () => {
  const message = 'We can’t reach our database right now. Nothing was changed. Try again in a moment.'
  const body = { code: 'SERVICE_UNAVAILABLE', message, retryAfterSeconds: 2, requestId: 'r-3' }
  expect(shown(503, JSON.stringify(body))).toEqual({
    code: 'SERVICE_UNAVAILABLE',
    message,
    fields: {},
    isUnreached: true,
  })
})

test("an upload over a proxy's limit has our message", () => {
  expect(shown(413, '<html>413 Request Entity Too Large</html>')).toMatchObject({
    message: 'This image is larger than 20 MB.',
    isUnreached: false,
  })
})
