import { type ChildProcess, spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { searchedFolders } from './find-program.ts'

/** A child process that ends when this process does, whatever ends it. */
export interface TiedProcess {
  readonly pid: number | undefined
  readonly child: ChildProcess
  /** Resolves when the process is gone, with what it ended by. */
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: string | null
    readonly error?: Error
  }>
  /** Asks it to end, insists after two seconds, and waits until it is gone. */
  stop(): Promise<void>
}

// The shell becomes the program, so that the pid is the program's own. What it leaves behind waits on the pipe from this
// process: the kernel closes it at our death, also at kill -9; a line on it says that the program has already ended. The pipe
// is not the standard input, which Node itself closes when the program ends, before anybody could write that line.
const tie =
  'folder=$1; shift; { read -r line <&3 || { kill "$$"; ' +
  '[ -z "$folder" ] || { while kill -0 "$$"; do sleep 1; done; rm -rf -- "$folder"; }; }; } ' +
  '>/dev/null 2>&1 & exec "$@" 3<&-'

/**
 * Spawns a program that shall not outlive this process. It runs in a process group of its own: a Ctrl-C at the terminal
 * reaches this process only, which can then end its work in order. A `folder` of the program's own is removed after a
 * death of ours that left no time to.
 *
 * On Windows there is no shell to hold the pipe: there the program ends with an orderly exit of this process only.
 */
export function spawnTied(
  file: string,
  args: readonly string[],
  { folder = '' }: { readonly folder?: string } = {},
): TiedProcess {
  const posix = process.platform !== 'win32'
  const child = posix
    ? spawn('/bin/sh', ['-c', tie, 'sh', folder, file, ...args], {
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        // The shell looks for what it calls itself, and the program for its own helpers.
        env: { ...process.env, PATH: searchedFolders(process.env.PATH ?? '').join(delimiter) },
        detached: true,
      })
    : spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
  const pipe = child.stdio[3] as Writable | null | undefined
  const killAtExit = () => void child.kill()
  process.once('exit', killAtExit)
  // The other end may be gone before the line reaches it.
  pipe?.on('error', () => {})

  const ended: TiedProcess['ended'] = new Promise((resolve) => {
    const settle = (code: number | null, signal: string | null, error?: Error) => {
      process.off('exit', killAtExit)
      pipe?.end('\n')
      resolve({ code, signal, ...(error && { error }) })
    }
    child.once('exit', (code, signal) => settle(code, signal))
    child.once('error', (error) => settle(null, null, error))
  })

  return {
    child,
    ended,
    get pid() {
      return child.exitCode === null && child.signalCode === null ? child.pid : undefined
    },
    async stop() {
      child.kill('SIGTERM')
      const patience = new AbortController()
      const insist = sleep(2000, undefined, { signal: patience.signal }).then(
        () => child.kill('SIGKILL'),
        () => {},
      )
      await ended
      patience.abort()
      await insist
    },
  }
}
