// The bench's child processes, and messages between them.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export class ChildProgram<Order extends object, Answer> {
  readonly #process: ChildProcess

  constructor(program: 'load' | 'sse-subscribers') {
    const path = fileURLToPath(new URL(`./${program}.js`, import.meta.url))
    this.#process = fork(path, { serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }

  /** One command at a time; rejects with its error. */
  async request(command: Order): Promise<Answer> {
    const answered = new AbortController()
    const { signal } = answered
    const exited = once(this.#process, 'exit', { signal }).then(([code]) => {
      throw new Error(`A program of the bench ended with ${code}.`)
    })
    // Once there is a response, its exit no longer matters.
    exited.catch(() => {})
    this.#process.send(command)
    const [answer] = await Promise.race([once(this.#process, 'message', { signal }), exited])
    answered.abort()
    if ('error' in answer) throw new Error(answer.error)
    return answer
  }

  stop(): void {
    if (this.#process.connected) this.#process.disconnect()
  }
}

/** In the child: answers each command with the result of `work`, and exits with the bench. */
export function serveCommands<Order, Answer extends object>(work: (command: Order) => Promise<Answer>): void {
  process.on('message', (command: Order) => {
    work(command).then(
      answer => process.send?.(answer),
      error => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
