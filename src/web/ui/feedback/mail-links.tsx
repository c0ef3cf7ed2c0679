const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/** The same text, in which an email address is a link to write to it. */
export function MailLinks({ text }: { text: string }) {
  const parts = text.split(EMAIL)
  const addresses = text.match(EMAIL) ?? []
  return (
    <>
      {parts.map((part, index) => {
        const address = addresses[index]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places.
          <span key={index}>
            {part}
            {address !== undefined && <a href={`mailto:${address}`}>{address}</a>}
          </span>
        )
      })}
    </>
  )
}
