// Forms ask the contract itself what it would refuse, so that the sentence beside a field is the
// same whether it was found here or at the server.

import { type FormErrors, schemaResolver, type UseFormReturnType } from '@mantine/form'
import type * as z from 'zod'
import { notify } from '#web/ui/feedback/notify.ts'
import type { AppError } from './client.ts'

/**
 * For Mantine's `validate`: field path (`jobs.0.problem`) to sentence. `toInput` makes of the typed
 * values what will be sent, where the two differ (an empty number field is left out, say).
 */
export function validateWithContract<Values>(
  schema: z.ZodType,
  toInput: (values: Values) => unknown = values => values,
): (values: Values) => FormErrors {
  const resolve = schemaResolver(schema, { sync: true })
  return values => resolve(toInput(values) as Record<string, unknown>)
}

type Form<Values> = Pick<UseFormReturnType<Values>, 'getInputNode' | 'setErrors'>

/** The fields with a sentence beside them, in the order of the page, which need not be the schema's. */
function nodesOf<Values>(form: Pick<Form<Values>, 'getInputNode'>, paths: readonly string[]): HTMLElement[] {
  const nodes = paths.flatMap(path => form.getInputNode<HTMLElement, never>(path as never) ?? [])
  return nodes.sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
  )
}

const labelOf = (node: HTMLElement): string =>
  (node as HTMLInputElement).labels?.[0]?.textContent || (node.getAttribute('aria-label') ?? '')

/** Names them all: those further down are out of sight. One alone has the cursor, and needs no more words. */
function summaryOf(nodes: readonly HTMLElement[]): string | null {
  const names = nodes.map(labelOf).filter(name => name !== '')
  return names.length < 2 ? null : `Please fix these fields: ${new Intl.ListFormat('en-US').format(names)}.`
}

const FIELDS_TOPIC = 'fields'

/** Puts the cursor into the first field that has a sentence beside it. For `onSubmit`'s second argument. */
export const focusFirstError =
  <Values>(form: Pick<Form<Values>, 'getInputNode'>) =>
  (errors: FormErrors): void => {
    const nodes = nodesOf(form, Object.keys(errors))
    const summary = summaryOf(nodes)
    if (summary !== null) notify.failure(summary, { topic: FIELDS_TOPIC })
    // What was said of more fields before is true no longer.
    else notify.clear(FIELDS_TOPIC)
    nodes[0]?.focus()
  }

/**
 * `form.onSubmit` for a form that names its faults: one more attempt takes away what was said of the one before, which
 * would stand beside its success.
 */
export const submitWith = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => void,
) =>
  form.onSubmit(values => {
    notify.clear(FIELDS_TOPIC)
    send(values as Values)
  }, focusFirstError(form))

/** What the server refused: its sentences beside their fields, and its message as an alert. */
export const setFormErrors =
  <Values>(form: Form<Values>) =>
  ({ message, fields, requestId }: AppError): void => {
    form.setErrors({ ...fields })
    const nodes = nodesOf(form, Object.keys(fields))
    notify.failure(summaryOf(nodes) ?? message, { requestId, topic: FIELDS_TOPIC })
    nodes[0]?.focus()
  }
