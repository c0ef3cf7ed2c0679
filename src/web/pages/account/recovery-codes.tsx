import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import styles from '#web/features/account/security.module.css'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'

/** Shown only once: the server stores hashes. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  const file = `Rigwright recovery codes. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <div className={styles.form}>
      <p ref={text} tabIndex={-1} className={styles.sentence}>
        Save these recovery codes somewhere safe. Without your phone, each lets you log in once. They won’t be
        shown again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="filled" onClick={ignoreDoubleClick(onSaved)}>
          I Saved Them
        </Button>
        <Button
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="rigwright-recovery-codes.txt"
        >
          Save as a File
        </Button>
      </div>
    </div>
  )
}
