import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ENCODING_LABELS, type Reading, type TextEncoding } from '#domain/spreadsheet-import/text-encoding.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './imports.module.css'

type EncodingChoiceProps = {
  readonly fileName: string
  readonly readings: readonly Reading[]
  readonly onChoose: (encoding: TextEncoding) => void
}

/** Asks which reading of a file has the right letters: its bytes do not say. */
export function EncodingChoice({ fileName, readings, onChoose }: EncodingChoiceProps) {
  const intro = useRef<HTMLParagraphElement>(null)
  // The file was chosen; what comes next is here.
  useEffect(() => intro.current?.focus(), [])
  return (
    <Panel title="Which Letters Are Right?">
      <p ref={intro} tabIndex={-1} className={`${styles.text} ${styles.file} ${styles.intro}`}>
        The letters of {fileName} can be read in {readings.length} ways. Compare the same lines, and choose
        the reading with the right names. “�” is a letter that is damaged: you can correct it in the next
        step.
      </p>
      <div className={styles.readings}>
        {readings.map(({ encoding, samples }) => (
          <div key={encoding} className={styles.row}>
            <strong>{ENCODING_LABELS[encoding]}</strong>
            {samples.map((sample, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and never move
              <p key={index} className={`${styles.text} ${styles.file}`} translate="no">
                {sample}
              </p>
            ))}
            <Button onClick={() => onChoose(encoding)}>
              Use This Reading<VisuallyHidden> ({ENCODING_LABELS[encoding]})</VisuallyHidden>
            </Button>
          </div>
        ))}
      </div>
    </Panel>
  )
}
