import { useQueryClient } from '@tanstack/react-query'
import { api, type ClientContext, type Fault } from '#web/api/client.ts'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { notify } from '#web/ui/feedback/notify.ts'

type Options<Input> = {
  /** See `useCommand`. */
  readonly foresee?: (input: Input) => (() => void) | undefined
}

type Call<Input, Output> = (input: Input, options: { context: ClientContext }) => Promise<Output>

/** A command on a rig; once it is done, what is shown of one's rigs is looked at again. */
export function useRigCommand<Input, Output>(
  call: Call<Input, Output>,
  onDone: (output: Output) => void | Promise<void>,
  { foresee }: Options<Input> = {},
) {
  const queries = useQueryClient()
  return useCommand(call, {
    foresee,
    onDone: async output => {
      // First, as whoever lets a rig go leaves its page: it would be asked for once more.
      await onDone(output)
      await queries.invalidateQueries({ queryKey: api.myRigs.key() })
    },
    onFault: ({ code, message, requestId }: Fault) => {
      notify.failure(message, { requestId })
      // It may be somebody else's by now: nothing of it stays on the page.
      if (code === 'NOT_FOUND') void queries.invalidateQueries({ queryKey: api.myRigs.key() })
    },
  })
}
