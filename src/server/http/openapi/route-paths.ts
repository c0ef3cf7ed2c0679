// The contract's routes, which are no procedures, for the OpenAPI document.

import type { OpenAPI } from '@orpc/openapi'
import type * as z from 'zod'
import { ROUTES } from '#contract/index.ts'
import type { Route } from '#contract/procedure/route.ts'
import { isPublic } from './allowed-callers.ts'
import {
  describedError,
  errorResponsesFor,
  IDEMPOTENCY_KEY,
  LAST_EVENT_ID,
  toJsonSchema,
} from './components.ts'

const BYTES = { type: 'string', format: 'binary' } as const

const parametersIn = (place: 'path' | 'query' | 'header', schema: z.ZodObject | undefined) => {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }))
}

function requestBody({ description, fields }: NonNullable<Route['body']>) {
  if (fields === undefined)
    return { required: true, content: { 'application/octet-stream': { schema: BYTES } } }
  const schema = toJsonSchema(fields, 'input')
  const objects = Object.entries(schema.properties ?? {}).filter(([, { type }]) => type === 'object')
  const encoding = Object.fromEntries(objects.map(([name]) => [name, { contentType: 'application/json' }]))
  const media = { schema, ...(objects.length > 0 && { encoding }) }
  return { required: true, description, content: { 'multipart/form-data': media } }
}

function response({ description, type, schema, event }: Route['answers'][number]) {
  if (type === undefined) return { description }
  const change = event && {
    contentMediaType: 'application/json',
    contentSchema: { $ref: `#/components/schemas/${event}` },
  }
  const text = type.startsWith('text/') ? { type: 'string', ...change } : BYTES
  return { description, content: { [type]: { schema: schema ? toJsonSchema(schema, 'output') : text } } }
}

function toOperation(operationId: string, route: Route): OpenAPI.OperationObject {
  const { method, summary, description, tags, params, query, headers, body, answers } = route
  const isKeyed = method !== 'GET' && !route.hasKeyInPath
  const parameters = [
    ...parametersIn('path', params),
    ...parametersIn('query', query),
    ...parametersIn('header', headers),
    ...(isKeyed ? [IDEMPOTENCY_KEY] : []),
    ...(route.resumes ? [LAST_EVENT_ID] : []),
  ]
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [...tags],
    ...(isPublic(operationId) && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: requestBody(body) }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, response(answer)])),
      ...errorResponsesFor(route.errors),
      ...Object.fromEntries(
        Object.entries(route.describedErrors ?? {}).map(([status, text]) => [status, describedError(text)]),
      ),
    },
  } as OpenAPI.OperationObject
}

/** By path and method. */
export function routePaths(): OpenAPI.PathsObject {
  const paths: OpenAPI.PathsObject = {}
  for (const [name, route] of Object.entries(ROUTES))
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: toOperation(name, route) }
  return paths
}
