#!/usr/bin/env node
import { setMaxListeners } from 'node:events'
import { maybeSentHint } from './deadline.ts'
import { Interruption } from './output/cli-error.ts'
import { exitCodes } from './output/exit-codes.ts'
import { run } from './run.ts'

// A command may run dozens of reads at the same time, and all of them listen to the same `AbortSignal`. By default, Node warns if
// a signal has more than ten listeners.
setMaxListeners(0)
const stop = new AbortController()

/**
 * For how many ms after a signal another signal is ignored. One Ctrl-C can arrive twice: from the terminal, and from npm, which
 * passes it on.
 */
const repeatWindow = 500
let signaledAt: number | undefined

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const now = performance.now()
    if (signaledAt !== undefined && now - signaledAt < repeatWindow) return
    signaledAt ??= now
    // A second signal ends the program at once.
    if (stop.signal.aborted) process.exit(signal === 'SIGINT' ? exitCodes.interrupted : exitCodes.terminated)
    stop.abort(new Interruption(signal))
  })
}
// The program stops and fails if standard output can't be written, or if the reader of either
// stream closed the pipe (`| head`). For a closed pipe, it prints no error, except if it sent a transaction.
let unwritten: NodeJS.ErrnoException | undefined
let sent: string | undefined
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (stream === process.stderr && error.code !== 'EPIPE') return
    unwritten ??= error
    stop.abort(new Interruption('SIGPIPE'))
  })
}

const code = await run(process.argv.slice(2), {
  // A getter, because standard input must be opened only when a command reads it.
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  signal: stop.signal,
  sent: (hash) => {
    sent = hash
  },
})
// Waits until all output is written, then exits even if connections are open.
await Promise.all([process.stdout, process.stderr].map(flushed))
if (unwritten && (sent !== undefined || unwritten.code !== 'EPIPE'))
  process.stderr.write(`error The output can't be written: ${unwritten.message}\n`)
// A script that gets exit code 1 may pay again.
if (unwritten && sent !== undefined) process.stderr.write(`  ${maybeSentHint}\n  transaction ${sent}\n`)
process.exitCode = unwritten ? exitCodes[sent === undefined ? 'failed' : 'timeout'] : code
process.exit()

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || !stream.writable) resolve()
    else stream.write('', () => resolve())
  })
}
