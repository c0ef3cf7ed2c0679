// A thread of its own, so that sending does not slow the test's own measurements: repeats a request, many at a time,
// until it receives a message, then reports how many responses of each status there were.

import { Agent, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

// On Linux, of this thread: an attacker has a machine of their own.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const { url, method, headers, body, parallel } = workerData
const agent = new Agent({ keepAlive: true, maxSockets: parallel })
/** @type {Record<string, number>} */
const statuses = {}
let isStopping = false

const count = (/** @type {number | string} */ status) => {
  statuses[status] = (statuses[status] ?? 0) + 1
}

/** @returns {Promise<void>} */
const send = () =>
  new Promise(resolve => {
    const sent = request(url, { method, headers, agent }, response => {
      response.resume().once('close', () => {
        count(response.statusCode ?? 0)
        resolve()
      })
    })
    sent.once('error', () => {
      count('failed')
      resolve()
    })
    sent.end(body === null ? undefined : Buffer.from(body))
  })

async function repeat() {
  while (!isStopping) await send()
}

const all = Promise.all(Array.from({ length: parallel }, repeat))
parentPort?.once('message', () => {
  isStopping = true
})
await all
agent.destroy()
parentPort?.postMessage(statuses)
