import styles from './logo.module.css'

/** A trailer whose wheel is a hex nut. */
export function Logo() {
  return (
    <svg className={styles.logo} viewBox="0 0 32 32" width={28} height={28} aria-hidden="true">
      <path
        className={styles.body}
        d="M8.5 3.5H19.5A7 7 0 0 1 26.5 10.5V20H31V23.5H23.2A9.2 9.2 0 0 0 4.8 23.5H1.5V10.5A7 7 0 0 1 8.5 3.5ZM7 7.75A.75 .75 0 0 0 6.25 8.5V11.25A.75 .75 0 0 0 7 12H13.5A.75 .75 0 0 0 14.25 11.25V8.5A.75 .75 0 0 0 13.5 7.75ZM17.5 7.75A.75 .75 0 0 0 16.75 8.5V11.25A.75 .75 0 0 0 17.5 12H21.5A.75 .75 0 0 0 22.25 11.25V8.5A.75 .75 0 0 0 21.5 7.75Z"
        fillRule="evenodd"
      />
      <path
        className={styles.nut}
        d="M10.5 17.15H17.5L21 23.2L17.5 29.25H10.5L7 23.2ZM14 20.5A2.7 2.7 0 1 0 14 25.9A2.7 2.7 0 1 0 14 20.5Z"
        fillRule="evenodd"
      />
    </svg>
  )
}

export function LogoWithName() {
  return (
    <span className={styles.logoWithName}>
      <Logo />
      <span className={styles.word}>Rigwright</span>
    </span>
  )
}
