/** Reads an event stream; `heard` has all text received until now. */
export type StreamReader = {
  readonly heard: string
  readonly hasEnded: boolean
  readonly reading: Promise<void>
}

/** Starts to read the response; `reading` resolves once it has ended, also by an error. */
export function readStream({ body }: Response): StreamReader {
  const state = { heard: '', hasEnded: false }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>)
      state.heard += decoder.decode(chunk, { stream: true })
  }
  const reading = read()
    .catch(() => {})
    .finally(() => {
      state.hasEnded = true
    })
  return Object.assign(state, { reading })
}
