// Programs of their own that work for the bench, and how it talks to them.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export class Crew<Order extends object, Answer> {
  readonly #process: ChildProcess

  constructor(program: 'load' | 'sse-subscribers') {
    const path = fileURLToPath(new URL(`./${program}.js`, import.meta.url))
    this.#process = fork(path, { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }

  /** One order at a time; rejects with what went wrong there. */
  async ask(order: Order): Promise<Answer> {
    const heard = new AbortController()
    const { signal } = heard
    const gone = once(this.#process, 'exit', { signal }).then(([code]) => {
      throw new Error(`A program of the bench ended with ${code}.`)
    })
    // Once an answer is there, nobody waits for its end any more.
    gone.catch(() => {})
    this.#process.send(order)
    const [answer] = await Promise.race([once(this.#process, 'message', { signal }), gone])
    heard.abort()
    if ('fault' in answer) throw new Error(answer.fault)
    return answer
  }

  dismiss(): void {
    if (this.#process.connected) this.#process.disconnect()
  }
}

/** On the other side: answers each order with what `work` makes of it, and ends with the bench. */
export function serveOrders<Order, Answer extends object>(work: (order: Order) => Promise<Answer>): void {
  process.on('message', (order: Order) => {
    work(order).then(
      answer => process.send?.(answer),
      fault => process.send?.({ fault: fault instanceof Error ? fault.message : String(fault) }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
