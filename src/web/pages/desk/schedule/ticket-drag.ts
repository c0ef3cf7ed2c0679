// Dragging tickets onto the boards of a day and of a week.

import { type DragEvent, useState } from 'react'

/** The type of drags onto the board. */
const TICKET_DRAG = 'application/x-rigwright-ticket'

/** Starts to drag an entry, by its id, or a ticket without one, by its number. */
export function startTicketDrag({ dataTransfer }: DragEvent, id: string) {
  dataTransfer.setData(TICKET_DRAG, id)
  dataTransfer.effectAllowed = 'move'
}

/** Props for an element that tickets are dropped on. */
export function useTicketDrop(onDrop: (id: string, event: DragEvent<HTMLElement>) => void) {
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
      onDrop(event.dataTransfer.getData(TICKET_DRAG), event)
    },
  }
}
