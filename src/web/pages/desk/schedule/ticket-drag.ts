// Dragging tickets onto the boards of a day and of a week.

import { type DragEvent, useState } from 'react'

/** The type of drags onto the board. */
const TICKET_DRAG = 'application/x-rigwright-ticket'

/** Starts to drag an entry, by its id, or a ticket without one, by its number. */
export function startTicketDrag({ dataTransfer, currentTarget, clientX }: DragEvent, id: string) {
  const grabbedAt = clientX - currentTarget.getBoundingClientRect().left
  dataTransfer.setData(TICKET_DRAG, JSON.stringify({ id, grabbedAt }))
  dataTransfer.effectAllowed = 'move'
}

export type TicketDrop = {
  readonly id: string
  /** Where the left edge of what was dragged is now, in pixels of the window. */
  readonly left: number
  readonly pointer: number
  readonly target: HTMLElement
}

/** Props for an element that tickets are dropped on. */
export function useTicketDrop(onDrop: (drop: TicketDrop) => void) {
  const [isDropTarget, setDropTarget] = useState(false)
  return {
    'data-drop-target': isDropTarget || undefined,
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!event.dataTransfer.types.includes(TICKET_DRAG)) return
      event.preventDefault()
      setDropTarget(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setDropTarget(false)
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault()
      setDropTarget(false)
      const { dataTransfer, clientX: pointer, currentTarget: target } = event
      const { id, grabbedAt }: { id: string; grabbedAt: number } = JSON.parse(
        dataTransfer.getData(TICKET_DRAG),
      )
      onDrop({ id, left: pointer - grabbedAt, pointer, target })
    },
  }
}
