// Forms validate with the contract, so that a field's error is the same here and on the server. The contract needs
// zod, which is larger than most pages: forms that a page shows from the start load their validation with the first key.

import { type FormErrors, schemaResolver, type UseFormReturnType } from '@mantine/form'
import type { FormEvent } from 'react'
import type * as z from 'zod'
import { notify } from '#web/ui/feedback/notify.ts'
import type { AppError } from './client.ts'
import { lazyPage } from './lazy-page.ts'

/**
 * For Mantine's `validate`: field path (`jobs.0.problem`) to message. `toInput` converts typed values to the input if
 * they differ (an empty number field is omitted, for example).
 */
export function validateWithContract<Values>(
  schema: z.ZodType,
  toInput: (values: Values) => unknown = values => values,
): (values: Values) => FormErrors {
  const resolve = schemaResolver(schema, { sync: true })
  return values => resolve(toInput(values) as Record<string, unknown>)
}

/** The errors of what a form has in one of its sections: of `email`, beside `customerDetails.email`. */
export const errorsIn = <Message>(section: string, errors: Readonly<Record<string, Message>>) =>
  Object.fromEntries(Object.entries(errors).map(([field, error]) => [`${section}.${field}`, error]))

/** How forms load their validation; a failure is shown, and nothing is sent. */
export function lazyValidation<Module>(importModule: () => Promise<Module>): () => Promise<Module> {
  const load = lazyPage(importModule)
  if (typeof document !== 'undefined')
    document.addEventListener('input', () => void importModule().catch(() => {}), { once: true })
  return () =>
    load().catch((error: Error) => {
      notify.failure(error.message)
      throw error
    })
}

type Form<Values> = Pick<UseFormReturnType<Values>, 'getInputNode' | 'setErrors'>

/** The fields with errors, in page order, which may differ from the schema's. */
function nodesOf<Values>(form: Pick<Form<Values>, 'getInputNode'>, paths: readonly string[]): HTMLElement[] {
  const nodes = paths.flatMap(path => form.getInputNode<HTMLElement, never>(path as never) ?? [])
  return nodes.sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
  )
}

const labelOf = (node: HTMLElement): string =>
  (node as HTMLInputElement).labels?.[0]?.textContent || (node.getAttribute('aria-label') ?? '')

const isInSight = (node: HTMLElement): boolean => {
  const { top, bottom } = node.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}

/** Lists all of them if some are out of sight: otherwise each says it itself, and a notice might cover one. */
function summaryOf(nodes: readonly HTMLElement[]): string | null {
  const names = nodes.map(labelOf).filter(name => name !== '')
  return names.length < 2 || nodes.every(isInSight)
    ? null
    : `Please fix these fields: ${new Intl.ListFormat('en-US').format(names)}.`
}

const FIELDS_TOPIC = 'fields'

/** Focuses the first field with an error. For `onSubmit`'s second argument. */
export const focusFirstError =
  <Values>(form: Pick<Form<Values>, 'getInputNode'>) =>
  (errors: FormErrors): void => {
    const nodes = nodesOf(form, Object.keys(errors))
    const summary = summaryOf(nodes)
    if (summary !== null) notify.failure(summary, { topic: FIELDS_TOPIC })
    // An earlier summary is out of date.
    else notify.clear(FIELDS_TOPIC)
    nodes[0]?.focus()
  }

/**
 * `form.onSubmit` for forms with such a summary: a new attempt removes the earlier one. While the validation is
 * loading, another tap is ignored.
 */
export const submitWith = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => void,
  onInvalid: (errors: FormErrors) => void = focusFirstError(form),
) => {
  const submit = form.onSubmit(values => {
    notify.clear(FIELDS_TOPIC)
    send(values as Values)
  }, onInvalid)
  return (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!form.submitting) submit(event)
  }
}

/** A refusal by the server: errors beside fields, and its message as an alert. What was typed is said to be kept. */
export const setFormErrors =
  <Values>(form: Form<Values>, draft?: { readonly showDraft: () => void }) =>
  ({ message, fields, requestId }: AppError): void => {
    draft?.showDraft()
    form.setErrors({ ...fields })
    const nodes = nodesOf(form, Object.keys(fields))
    notify.failure(summaryOf(nodes) ?? message, { requestId, topic: FIELDS_TOPIC })
    nodes[0]?.focus()
  }
