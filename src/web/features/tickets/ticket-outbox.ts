// In the bay a tap is stored on the device before it is sent. The components that the bay shares with the desk ask
// this context; at the desk it is null, and commands are sent directly.

import { type ComponentType, createContext } from 'react'
import type { Finding } from '#domain/tickets/job.ts'
import type { AppError } from '#web/api/client.ts'
import type { ShowError } from '#web/api/use-mutation-once.ts'
import type { BayCommandName, PartView } from './ticket-view.ts'

export type TapEvents<Output> = {
  /** It is on the device: a form can close. */
  readonly onStored?: (() => void) | undefined
  /** It arrived at once. */
  readonly onDone?: ((output: Output) => void) | undefined
  /** It did not arrive at once, and waits. */
  readonly onWaiting?: () => void
  /** It could not be stored, and is nowhere. A refusal of the server is kept in the outbox. */
  readonly onError?: ((error: AppError, showError: ShowError) => void) | undefined
}

/** A cause or correction that the server has. */
export type SavedText = {
  readonly ticketId: number
  readonly jobNumber: number
  readonly field: Finding
  readonly text: string
}

type TicketOutbox = {
  readonly tap: <Input, Output>(
    ticketId: number,
    name: BayCommandName,
    input: Input,
    events: TapEvents<Output>,
    /** `tappedAt`: milliseconds since 1970, by this device's clock; now, unless it was tapped before. */
    details?: { readonly tappedAt?: number | undefined; readonly photo?: Blob },
  ) => void
  /** Whether a tap on that ticket can only be stored now: the server is out of reach, or earlier taps wait. */
  readonly mustStore: (ticketId: number) => boolean
  /** Beside a part: that it is not sent yet. */
  readonly PartMark: ComponentType<{ part: PartView }>
}

export const TicketOutboxContext = createContext<TicketOutbox | null>(null)
