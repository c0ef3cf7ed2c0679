// What operations of the OpenAPI document share: errors as they are sent, headers, sign-in and the resources.

import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import * as z from 'zod'
import { ERRORS } from '#contract/procedure/procedure.ts'
import { moneySchemas } from '#contract/shared-schemas.ts'
import { exampleOf, type JsonSchema } from './examples.ts'

/** A file as the bytes of a form's field, and money in dollars. */
export const CONVERTER = new ZodToJsonSchemaConverter({
  interceptors: [
    ({ schema, next }) =>
      schema instanceof z.ZodFile ? [true, { type: 'string', format: 'binary' }] : next(),
    ({ schema, next }) => {
      if (moneySchemas.get(schema) === undefined) return next()
      const [, { minimum, maximum }] = schema instanceof z.ZodNumber ? next() : [true, {}]
      return [
        true,
        {
          type: 'number',
          ...(minimum !== undefined && { minimum: minimum / 100 }),
          ...(maximum !== undefined && { maximum: maximum / 100 }),
        },
      ]
    },
  ],
})

/** A schema of the contract as JSON Schema: what is sent to the server, or what it answers. */
export const toJsonSchema = (schema: z.ZodType, strategy: 'input' | 'output'): JsonSchema =>
  CONVERTER.convert(schema, { strategy })[1] as JsonSchema

type ErrorCode = keyof typeof ERRORS

/** `NOT_FOUND` as `NotFound`. */
const componentName = (code: string): string =>
  code.replaceAll(/_?([A-Z])([A-Z]*)/g, (_, first: string, rest: string) => first + rest.toLowerCase())

const codes = Object.keys(ERRORS) as ErrorCode[]

/** In every error. */
const errorFields = { code: z.string(), message: z.string(), requestId: z.uuid() }

const anyError = z.object({
  ...errorFields,
  fields: ERRORS.INVALID.data.shape.fields.optional(),
  obstacles: ERRORS.REFUSED.data.shape.obstacles.optional(),
  retryAfterSeconds: ERRORS.TOO_MANY.data.shape.retryAfterSeconds.optional(),
})

const errorSchemas = Object.fromEntries(
  codes.map(code => [
    `${componentName(code)}Error`,
    toJsonSchema(z.object({ ...ERRORS[code].data.shape, ...errorFields, code: z.literal(code) }), 'output'),
  ]),
)

const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }

const errorResponses = Object.fromEntries(
  codes.map(code => {
    const { message, data } = ERRORS[code]
    const schema = { $ref: `#/components/schemas/${componentName(code)}Error` }
    const example = {
      ...(exampleOf(errorSchemas[`${componentName(code)}Error`] ?? {}, {}) as object),
      message,
    }
    return [
      componentName(code),
      {
        description: message,
        ...('retryAfterSeconds' in data.shape ? { headers: RETRY_AFTER } : {}),
        content: { 'application/json': { schema, example } },
      },
    ]
  }),
)

const ERROR_RESPONSE = '#/components/responses/Error'

/** The response of each status that the contract declares. */
const RESPONSES_BY_STATUS = new Map<number, string>(
  codes.map(code => [ERRORS[code].status, `#/components/responses/${componentName(code)}`]),
)

/** The errors of an operation, by status, and all others. */
export const errorResponsesFor = (
  statuses: readonly number[],
): Readonly<Record<string, { $ref: string }>> => ({
  ...Object.fromEntries(
    statuses.map(status => [status, { $ref: RESPONSES_BY_STATUS.get(status) ?? ERROR_RESPONSE }]),
  ),
  default: { $ref: ERROR_RESPONSE },
})

/** An error with a description of its own. */
export const describedError = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

export const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/Idempotency-Key' }
export const LAST_EVENT_ID = { $ref: '#/components/parameters/Last-Event-ID' }

export const COMPONENTS = {
  schemas: {
    Error: toJsonSchema(anyError, 'output'),
    ...errorSchemas,
  } as Record<string, object>,
  responses: {
    Error: describedError('Any other error, in the same form.'),
    ...errorResponses,
  },
  headers: {
    'Retry-After': {
      description: 'Seconds until trying again makes sense.',
      schema: { type: 'integer', minimum: 1 },
    },
  },
  parameters: {
    'Idempotency-Key': {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'A UUID that you create for a command. Sent again with the same body, it gets the first answer and does nothing; with another body it is 409. The answer is kept for 7 days; with a UUID of version 7, which carries its time, for 90 days, and one that is older than that is refused with `tap.too-old`, before anything is done.',
      schema: { type: 'string', format: 'uuid' },
      example: '6f6f0f4e-5b1e-4c64-9a0c-0a2d9a1b2c3d',
    },
    'Last-Event-ID': {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'The id of the last event you have; the stream goes on after it.',
      schema: { type: 'string' },
    },
  },
  securitySchemes: {
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'For scripts: the `token` in the answer to signing in. One that opens no session is 401.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'rigwright.session_token',
      description: 'For browsers; over HTTPS its name begins with `__Host-`.',
    },
  },
}

export const TAGS = [
  { name: 'Account', description: 'Your own sign-in, sessions and security.' },
  { name: 'Approvals', description: 'What customers are asked to approve, and their answers.' },
  { name: 'Bay', description: 'What waits on technicians’ phones, and what they handed to the desk.' },
  { name: 'Billing', description: 'Invoices, tax, and what was paid.' },
  { name: 'Bookings', description: 'Appointments that customers ask for.' },
  { name: 'Clocks', description: 'Running clocks, and corrections of their times.' },
  { name: 'Companies', description: 'The public list, and your own company.' },
  { name: 'Customer links', description: 'What a customer sees and does by the link of their ticket.' },
  { name: 'Customers', description: 'The company’s records of its customers, and their tickets.' },
  { name: 'Documents', description: 'Estimates and bills as PDF.' },
  { name: 'Downloads', description: 'The apps.' },
  { name: 'Employees', description: 'The people of your company.' },
  { name: 'Founders', description: 'For the people who run the platform.' },
  { name: 'Images', description: 'Images of companies, customers, rigs and job lines.' },
  { name: 'Live', description: 'Streams of what changed.' },
  { name: 'Messages', description: 'Between a ticket’s customer and its company.' },
  { name: 'My rigs', description: 'For owners of RVs: their rigs, tickets and details.' },
  { name: 'On hold', description: 'Why a ticket waits.' },
  { name: 'Places', description: 'Address suggestions and the map.' },
  { name: 'Purchase orders', description: 'Vendors, what is on order from them, and what came.' },
  { name: 'Reviews', description: 'Of completed visits, and the company’s answers.' },
  { name: 'Rigs', description: 'Rigs on file, and what a VIN says.' },
  { name: 'Server', description: 'Whether it can serve, and this description.' },
  { name: 'Sign-in', description: 'Logging in and out, passwords and second steps.' },
  { name: 'Stock', description: 'What is on the shelves and in the vans, and how it moved.' },
  { name: 'Tickets', description: 'Service tickets with their job lines and parts.' },
  { name: 'Work history', description: 'Completed work by VIN.' },
]
