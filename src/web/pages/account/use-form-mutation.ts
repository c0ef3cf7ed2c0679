import type { UseFormReturnType } from '@mantine/form'
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { submitWith } from '#web/api/validate-with-contract.ts'

/**
 * Sends a form to the sign-in server: once for each tap, and also while the browser believes that it is offline.
 */
export function useFormMutation<Values extends Record<string, unknown>, Result>(
  form: UseFormReturnType<Values>,
  options: Pick<UseMutationOptions<Result, Error, Values>, 'mutationFn' | 'onSuccess' | 'onError'>,
) {
  const mutation = useMutation({ ...options, networkMode: 'always' })
  const submit = submitWith(form, values => {
    if (!mutation.isPending) mutation.mutate(values)
  })
  return { ...mutation, submit }
}
