import { useQueryClient } from '@tanstack/react-query'
import { api, type ClientContext, type Fault } from '#web/api/client.ts'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { notify } from '#web/ui/feedback/notify.ts'

type Act<Input> = (input: Input, options: { context: ClientContext }) => Promise<{ done: true }>

type Options<Input> = {
  /** What is said once it is done. */
  readonly said: string
  /** See `useCommand`. */
  readonly foresee?: (input: Input) => (() => void) | undefined
  readonly onDone?: () => void
  readonly onFault?: (fault: Fault) => void
}

/** A founder's act: once it is done, everything here is looked at again. */
export function useAct<Input>(act: Act<Input>, { said, foresee, onDone, onFault }: Options<Input>) {
  const queries = useQueryClient()
  return useCommand(act, {
    foresee,
    onDone: async () => {
      notify.clear()
      notify.success(said)
      onDone?.()
      await Promise.all(
        [api.founders.key(), api.companies.key(), api.workHistory.key()].map(queryKey =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
    ...(onFault === undefined ? {} : { onFault }),
  })
}
