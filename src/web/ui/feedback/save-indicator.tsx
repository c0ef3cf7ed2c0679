import { IconAlertTriangle, IconCheck, IconCloudUp, IconPencil } from '@tabler/icons-react'
import styles from './feedback.module.css'

export type SaveState = 'idle' | 'typing' | 'saving' | 'saved' | 'waiting' | 'failed'

const STATE_LABELS: Record<SaveState, string> = {
  idle: '',
  typing: 'Not saved yet',
  saving: 'Saving…',
  saved: 'Saved',
  waiting: 'Not sent yet. Your text is kept on this device.',
  failed: 'Not saved. Your text is kept on this device.',
}

/** Beside an autosaved field. Keeps its space, so that nothing moves. */
export function SaveIndicator({ state }: { state: SaveState }) {
  return (
    <span className={styles.indicator} data-state={state} role="status">
      {state === 'saved' && <IconCheck size={14} aria-hidden />}
      {state === 'waiting' && <IconCloudUp size={14} aria-hidden />}
      {state === 'failed' && <IconAlertTriangle size={14} aria-hidden />}
      {(state === 'typing' || state === 'saving') && <IconPencil size={14} aria-hidden />}
      {STATE_LABELS[state]}
    </span>
  )
}
