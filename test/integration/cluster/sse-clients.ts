// Many pages that follow one company, each on its own connection. One whose stream ends reconnects a moment later, as
// a browser does, with its last version.

import { type ClientRequest, get } from 'node:http'

const MIN_RECONNECT_MS = 50
const MAX_RECONNECT_MS = 500

export class SseClient {
  readonly #url: string
  readonly #cookie: string
  #request: ClientRequest | undefined
  #timer: NodeJS.Timeout | undefined
  #isOver = false
  /** Its first version, once known. */
  from: number | null = null
  last = 0
  /** How many versions arrived, and any that should not have. */
  count = 0
  readonly errors: string[] = []
  /** How often it reconnected. */
  returns = 0

  constructor(url: string, cookie: string) {
    this.#url = url
    this.#cookie = cookie
    this.#open()
  }

  close(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#request?.destroy()
  }

  #open(): void {
    const headers = {
      cookie: this.#cookie,
      ...(this.from === null ? {} : { 'last-event-id': String(this.last) }),
    }
    let hasEnded = false
    const again = () => {
      if (hasEnded || this.#isOver) return
      hasEnded = true
      this.returns += 1
      const wait = MIN_RECONNECT_MS + Math.random() * (MAX_RECONNECT_MS - MIN_RECONNECT_MS)
      this.#timer = setTimeout(() => this.#open(), wait)
    }
    const request = get(`${this.#url}/api/live`, { headers, agent: false })
    this.#request = request
    request.on('error', again).on('close', again)
    request.on('response', response => {
      if (response.statusCode !== 200) {
        if ((response.statusCode ?? 0) < 500) this.errors.push(`answered with ${response.statusCode}`)
        return void request.destroy()
      }
      let text = ''
      response.setEncoding('utf8')
      response.on('error', again).on('close', again)
      response.on('data', (part: string) => {
        text += part
        const events = text.split('\n\n')
        // What was cut off in the middle comes again completely.
        text = events.pop() ?? ''
        for (const event of events) this.#onEvent(event)
      })
    })
  }

  #onEvent(event: string): void {
    const version = Number(/^id: (\d+)$/m.exec(event)?.[1] ?? Number.NaN)
    if (event.includes('"kind":"reset"')) this.errors.push(`got a reset at ${this.last}`)
    if (Number.isNaN(version)) return
    if (event.startsWith('event: ready')) {
      if (this.from !== null && version !== this.last)
        this.errors.push(`resumed at ${version}, not ${this.last}`)
      if (this.from === null) this.from = this.last = version
      return
    }
    if (version !== this.last + 1) this.errors.push(`${version} after ${this.last}`)
    this.last = version
    this.count += 1
  }
}
