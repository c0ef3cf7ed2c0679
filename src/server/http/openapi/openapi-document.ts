// The REST API as an OpenAPI 3.1 document and as an HTML page.

import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import { html } from 'hono/html'
import type * as z from 'zod'
import { contract } from '#contract/index.ts'
import { companyChange, directoryChange } from '#contract/live-changes.ts'
import { photo } from '#contract/photos.ts'
import { review, trust } from '#contract/reviews.ts'
import { dispute } from '#contract/rig-claims.ts'
import { coordinates, done } from '#contract/shared-schemas.ts'
import { ticketSummary, ticketTotals } from '#contract/tickets.ts'
import { version } from '#contract/version.ts'
import { allowedCallers, isPublic } from './allowed-callers.ts'
import { AUTH_PATHS } from './auth-paths.ts'
import {
  COMPONENTS,
  CONVERTER,
  describedError,
  errorResponsesFor,
  IDEMPOTENCY_KEY,
  TAGS,
  toJsonSchema,
} from './components.ts'
import { exampleOf, type JsonSchema } from './examples.ts'
import { routePaths } from './route-paths.ts'

const INTRODUCTION = `Log in with \`POST /api/auth/sign-in/email\` (\`{email, password}\`): the response sets a session
cookie; scripts get the same session as \`token\`, to send as \`Authorization: Bearer …\`.
Money is in dollars with at most two decimals, times are ISO 8601 in UTC, hours are decimals.
Send an \`Idempotency-Key\` header (a UUID you create) with a command to retry it safely.
Fields that an operation does not declare are refused.
Errors are \`{code, message, requestId, fields?, obstacles?, retryAfterSeconds?}\`.`

const CHANGE_SCHEMAS: Readonly<Record<'CompanyChange' | 'DirectoryChange', object>> = {
  CompanyChange: toJsonSchema(companyChange, 'output'),
  DirectoryChange: toJsonSchema(directoryChange, 'output'),
}

const serverOperation = (operationId: string, summary: string, type: string, schema: object) => ({
  get: {
    operationId,
    summary,
    tags: ['Server'],
    security: [],
    responses: {
      200: { description: 'OK', content: { [type]: { schema } } },
      405: describedError('The address takes another method.'),
      ...errorResponsesFor([]),
    },
  },
})

const HEALTH = {
  type: 'object' as const,
  required: ['ok', 'version'],
  properties: {
    ok: { type: 'boolean' as const },
    version: { type: 'string' as const },
    database: { const: 'away' },
    disk: { const: 'full' },
    /** The machines of a distributed database that are away. */
    databaseNodesAway: { type: 'array' as const, items: { type: 'integer' as const } },
    /** Why the read replica is not used. */
    readReplica: { enum: ['behind', 'away'] },
  },
}

const { get: health } = serverOperation('health', 'Get whether it can serve', 'application/json', HEALTH)

const SERVER_PATHS = {
  '/health': {
    get: {
      ...health,
      responses: {
        ...health.responses,
        503: {
          description: 'It cannot serve: why.',
          content: {
            'application/json': { schema: HEALTH, example: { ok: false, version, database: 'away' } },
          },
        },
      },
    },
  },
  '/openapi.json': serverOperation('openapi', 'Get this document', 'application/json', { type: 'object' }),
  '/docs': serverOperation('docs', 'Get this document as a page', 'text/html', { type: 'string' }),
} satisfies OpenAPI.PathsObject

/** In more than one answer. */
const SHARED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Coordinates: coordinates,
  Dispute: dispute,
  Done: done,
  Photo: photo,
  Review: review,
  TicketSummary: ticketSummary,
  TicketTotals: ticketTotals,
  Trust: trust,
}

/** A procedure's operation as it is over REST: errors, its headers, and who may call it. */
function completeProcedure(method: string, operation: OpenAPI.OperationObject): OpenAPI.OperationObject {
  const { operationId = '', parameters = [], responses = {} } = operation
  const statuses = Object.keys(responses).map(Number)
  const isCommand = method !== 'get'
  return {
    ...operation,
    ...(isPublic(operationId) && { security: [] }),
    ...((isCommand || parameters.length > 0) && {
      parameters: [...parameters, ...(isCommand ? [IDEMPOTENCY_KEY] : [])],
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses)
          .filter(([status]) => Number(status) < 400)
          .map(([status, response]) => [status, status === '204' ? { description: 'Done.' } : response]),
      ),
      ...errorResponsesFor(statuses.filter(status => status >= 400)),
    },
  }
}

/** With an example of each JSON body, asked and answered. */
function withExamples(operation: OpenAPI.OperationObject, shared: Readonly<Record<string, JsonSchema>>) {
  const addTo = (content: Record<string, OpenAPI.MediaTypeObject> | undefined) => {
    const media = content?.['application/json']
    if (media?.schema === undefined || media.example !== undefined) return
    const example = exampleOf(media.schema as JsonSchema, shared)
    content = Object.assign(content ?? {}, { 'application/json': { ...media, example } })
  }
  const { requestBody, responses = {} } = operation
  if (requestBody !== undefined && 'content' in requestBody) addTo(requestBody.content)
  for (const [status, response] of Object.entries(responses))
    if (Number(status) < 400 && 'content' in response) addTo(response.content)
  return operation
}

/** A body must have the type that is declared. */
function withBodyType(operation: OpenAPI.OperationObject): OpenAPI.OperationObject {
  const { requestBody, responses = {} } = operation
  const isJson =
    requestBody !== undefined && 'content' in requestBody && 'application/json' in requestBody.content
  return isJson
    ? {
        ...operation,
        responses: { ...responses, 415: describedError('The body is not sent as `application/json`.') },
      }
    : operation
}

/** With who may call it at the end of its description. */
function withCallers(operation: OpenAPI.OperationObject): OpenAPI.OperationObject {
  const { operationId = '', description, security } = operation
  const callers = allowedCallers(operationId, security?.length === 0)
  return { ...operation, description: [description, callers].filter(Boolean).join(' ') }
}

/** Each operation of `paths`, changed. */
const mapOperations = (
  paths: OpenAPI.PathsObject,
  change: (method: string, operation: OpenAPI.OperationObject) => OpenAPI.OperationObject,
): OpenAPI.PathsObject =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods = {}]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          change(method, operation as OpenAPI.OperationObject),
        ]),
      ),
    ]),
  )

async function build(): Promise<OpenAPI.Document> {
  const document = await new OpenAPIGenerator({
    schemaConverters: [CONVERTER],
  }).generate(contract, {
    info: { title: 'Rigwright', version, description: INTRODUCTION },
    servers: [{ url: '/api' }],
    tags: TAGS,
    security: [{ token: [] }, { session: [] }],
    commonSchemas: Object.fromEntries(
      Object.entries(SHARED_SCHEMAS).map(([name, schema]) => [name, { schema, strategy: 'output' }]),
    ),
  })
  const schemas = { ...COMPONENTS.schemas, ...CHANGE_SCHEMAS, ...document.components?.schemas }
  const paths = {
    ...AUTH_PATHS,
    ...mapOperations(document.paths ?? {}, completeProcedure),
    ...routePaths(),
    ...SERVER_PATHS,
  }
  return {
    ...document,
    paths: mapOperations(paths, (_, operation) =>
      withExamples(withCallers(withBodyType(operation)), schemas as Record<string, JsonSchema>),
    ),
    components: { ...COMPONENTS, schemas } as OpenAPI.ComponentsObject,
  }
}

let documentPromise: Promise<OpenAPI.Document> | undefined

/** The OpenAPI 3.1 document, built on the first call. */
export function buildOpenApiDocument(): Promise<OpenAPI.Document> {
  documentPromise ??= build()
  return documentPromise
}

/** The methods that the document has for a path such as `/api/tickets/412873`; none for an unknown path. */
export async function methodsAt(path: string): Promise<readonly string[]> {
  const { paths = {} } = await buildOpenApiDocument()
  const methods = Object.entries(paths)
    .filter(([template]) => new RegExp(`^/api${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .flatMap(([, operations = {}]) => Object.keys(operations).map(method => method.toUpperCase()))
  return methods.includes('GET') ? ['HEAD', ...methods] : methods
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

function listOperations({ paths = {} }: OpenAPI.Document) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap(method => {
      const operation = methods?.[method]
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path: `/api${path}`, operation }]
    }),
  )
}

const schemaOf = (operation: OpenAPI.OperationObject): string => {
  const body = operation.requestBody
  const schema = body !== undefined && 'content' in body ? Object.values(body.content)[0]?.schema : undefined
  return schema === undefined ? '' : JSON.stringify(schema, null, 2)
}

/** An HTML page that lists every operation. */
export async function renderApiPage() {
  const document = await buildOpenApiDocument()
  const rows = listOperations(document).map(({ method, path, operation }) => {
    const schema = schemaOf(operation)
    return html`<section>
      <h2><code>${method} ${path}</code></h2>
      <p>${operation.summary ?? ''}</p>
      ${schema === '' ? '' : html`<details><summary>Request body</summary><pre>${schema}</pre></details>`}
    </section>`
  })
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Rigwright API</title>
        <link rel="stylesheet" href="/api-page.css" />
      </head>
      <body>
        <main>
          <h1>Rigwright API</h1>
          ${INTRODUCTION.split('\n').map(line => html`<p>${line}</p>`)}
          <p>Also available as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
          ${rows}
        </main>
      </body>
    </html>`
}
