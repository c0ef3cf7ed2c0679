import styles from './mark.module.css'

/** A trailer on its hitch whose wheel is a hex nut: the rig, and the one who mends it. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path
        className={styles.body}
        d="M8.5 4H20a6.5 6.5 0 0 1 6.5 6.5V20H31v3.5H22.6a8.6 8.6 0 0 0-17.2 0H2V10.5A6.500 6.500 0 0 1 8.500 4ZM7 9.500V15H15V9.500Z"
        fillRule="evenodd"
      />
      <path
        className={styles.nut}
        d="M10.700 17.500H17.300L20.600 23.200L17.300 28.900H10.700L7.400 23.200ZM14 20.700A2.500 2.500 0 1 0 14 25.700A2.500 2.500 0 1 0 14 20.700Z"
        fillRule="evenodd"
      />
    </svg>
  )
}

export function Wordmark({ size = 28 }: { size?: number }) {
  return (
    <span className={styles.wordmark}>
      <Mark size={size} />
      <span>Rigwright</span>
    </span>
  )
}
