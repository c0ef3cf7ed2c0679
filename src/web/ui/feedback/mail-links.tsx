const EMAIL = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/

/** The link to write to an email, which may have the characters that mean something in a URL. */
export const mailtoOf = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`

/** The same text, in which an email address is a link to write to it. */
export const MailLinks = ({ text }: { text: string }) =>
  // Splitting at a group keeps what it matched: every second part is an address.
  text.split(EMAIL).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places.
      <a key={index} href={mailtoOf(part)}>
        {part}
      </a>
    ),
  )
