// What is said about a value that no schema has a sentence of its own for, in place of the validator's English.

import * as z from 'zod'

const TYPE_SENTENCES: Readonly<Record<string, string>> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Enter true or false.',
  date: 'Enter a date.',
  array: 'Send a list.',
  tuple: 'Send a list.',
  object: 'Send an object.',
  record: 'Send an object.',
}

const FORMAT_SENTENCES: Readonly<Record<string, string>> = {
  uuid: 'Not a valid id.',
  email: 'Enter a valid email address.',
  date: 'Enter a date.',
  datetime: 'Enter a valid time.',
}

const NOT_VALID = 'Not valid.'

const count = (limit: number | bigint): string => limit.toLocaleString('en-US')

const isMissing = (input: unknown): boolean => input === undefined || input === null

/** The sentence for a missing value or one of the wrong type. */
export const typeSentence = ({ expected, input }: { expected: string; input?: unknown }): string =>
  isMissing(input) ? 'Required.' : (TYPE_SENTENCES[expected] ?? NOT_VALID)

function limitSentence(origin: string, limit: number | bigint, kind: 'least' | 'most'): string {
  if (origin === 'string')
    return kind === 'least' && limit === 1 ? 'Required.' : `Use at ${kind} ${count(limit)} characters.`
  if (origin === 'array') return `Send at ${kind} ${count(limit)} items.`
  return `Enter ${count(limit)} or ${kind === 'least' ? 'more' : 'less'}.`
}

/** The sentence for an unknown field. */
export const unknownFieldSentence = (name: string): string => `There is no field “${name.slice(0, 80)}”.`

function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeSentence(issue)
    case 'invalid_value':
      return isMissing(issue.input) ? 'Required.' : `Choose one of: ${issue.values.map(String).join(', ')}.`
    case 'invalid_union':
      return isMissing(issue.input) ? 'Required.' : NOT_VALID
    case 'invalid_format':
      return FORMAT_SENTENCES[issue.format] ?? NOT_VALID
    case 'too_small':
      return limitSentence(issue.origin, issue.minimum, 'least')
    case 'too_big':
      return limitSentence(issue.origin, issue.maximum, 'most')
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`
    case 'unrecognized_keys':
      return issue.keys.map(unknownFieldSentence).join(' ')
    default:
      return NOT_VALID
  }
}

z.config({ localeError: sentenceOf })
