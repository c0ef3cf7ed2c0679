// Every input refuses fields that it does not declare, however deep: a misspelled field would silently do nothing. And
// it says which type a value must have, where a form's own sentence would only say that something is missing.

import { type AnyContractProcedure, ContractProcedure, isContractProcedure } from '@orpc/contract'
import * as z from 'zod'
import { typeSentence } from './validation-sentences.ts'

type Definition = z.core.$ZodTypes['_zod']['def']

/** The same schema with another definition; its checks, errors and metadata stay. */
const withDefinition = (schema: z.core.$ZodType, definition: object): z.core.$ZodType =>
  z.core.clone(schema, { ...schema._zod.def, ...definition }, { parent: true })

function sayType({ error }: Definition) {
  if (error === undefined) return {}
  return {
    error: (issue: z.core.$ZodRawIssue) => {
      const isWrongType = issue.code === 'invalid_type' && issue.input !== undefined && issue.input !== null
      return isWrongType ? typeSentence(issue) : (error as z.core.$ZodErrorMap)(issue)
    },
  }
}

function strict(schema: z.core.$ZodType): z.core.$ZodType {
  const definition = schema._zod.def as Definition
  switch (definition.type) {
    case 'object': {
      const fields = Object.entries(definition.shape).map(([name, field]) => [name, strict(field)])
      return withDefinition(schema, {
        ...sayType(definition),
        shape: Object.fromEntries(fields),
        // What is declared to hold anything still does.
        catchall: definition.catchall ?? z.never(),
      })
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return withDefinition(schema, { innerType: strict(definition.innerType) })
    case 'array':
      return withDefinition(schema, { ...sayType(definition), element: strict(definition.element) })
    case 'pipe':
      return withDefinition(schema, { in: strict(definition.in), out: strict(definition.out) })
    case 'string':
    case 'number':
    case 'boolean':
    case 'tuple':
      return withDefinition(schema, sayType(definition))
    default:
      return schema
  }
}

/** The same schema, which refuses fields that it or an object in it does not declare. */
export const strictInput = <Schema extends z.ZodType>(schema: Schema): Schema => strict(schema) as Schema

const NO_INPUT = z.strictObject({}).optional()

/** The same contract, each of whose inputs refuses fields that it does not declare. */
export function withStrictInputs<Branch extends object>(branch: Branch): Branch {
  const entries = Object.entries(branch).map(([name, below]: [string, object]) => {
    if (!isContractProcedure(below)) return [name, withStrictInputs(below)]
    const definition = (below as AnyContractProcedure)['~orpc']
    const inputSchema = definition.inputSchema as z.ZodType | undefined
    return [
      name,
      new ContractProcedure({
        ...definition,
        inputSchema: inputSchema === undefined ? NO_INPUT : strictInput(inputSchema),
      }),
    ]
  })
  return Object.fromEntries(entries) as Branch
}
