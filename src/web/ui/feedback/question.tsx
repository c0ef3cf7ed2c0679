import { Button } from '@mantine/core'
import { onEscape } from '#web/ui/on-escape.ts'
import styles from './feedback.module.css'

type QuestionProps = {
  /** One sentence each. */
  sentences: readonly string[]
  /** What goes on in spite of it. */
  label: string
  onConfirm: () => void
  onClose: () => void
}

/** Asked in place of the button that was tapped; Escape takes it away. */
export const Question = ({ sentences, label, onConfirm, onClose }: QuestionProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the question from either button
  <div className={styles.question} onKeyDown={onEscape(onClose)}>
    <div role="alert">
      {sentences.map(sentence => (
        <p key={sentence} className={styles.asked}>
          {sentence}
        </p>
      ))}
    </div>
    <div className={styles.answers}>
      <Button autoFocus onClick={onClose}>
        Not Yet
      </Button>
      <Button
        variant="filled"
        onClick={() => {
          onClose()
          onConfirm()
        }}
      >
        {label}
      </Button>
    </div>
  </div>
)
