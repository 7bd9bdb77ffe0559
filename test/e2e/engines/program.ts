import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the path of the first of these programs on the PATH. */
export const programOnPath = (...names: readonly string[]): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder || '.', name)))
    .find(isExecutable)

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A program that runs until `stop`. */
export interface Program {
  /** What the first group of the pattern matched in the line for which `startProgram` waited. */
  readonly said: string
  stop(): Promise<void>
}

/** The maximum times for a program to print its line, and to end when asked, in ms. */
const limits = { start: 60_000, end: 10_000 }

/**
 * Starts a program in a process group of its own. If a line is given, waits until the program prints a line that
 * matches.
 */
export async function startProgram(
  path: string,
  args: readonly string[],
  line: RegExp | undefined,
  { env = {}, displayed = false }: { readonly env?: NodeJS.ProcessEnv; readonly displayed?: boolean } = {},
): Promise<Program> {
  const child = spawn(path, args, {
    // `stop` ends the whole group, because a browser has several processes.
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(displayed ? (['pipe'] as const) : [])],
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  // Kills the browser if the worker ends early.
  const kill = () => signal(child, 'SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    signal(child, 'SIGTERM')
    const late = setTimeout(kill, limits.end)
    await ended
    clearTimeout(late)
    // Kills the rest of the group after its first process has ended.
    kill()
    process.off('exit', kill)
  }
  let text = ''
  try {
    const said = await new Promise<string>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${path} did not start: ${text.slice(-500)}`)),
        limits.start,
      )
      const read = (more: Buffer) => {
        text += more
        const found = line?.exec(text)
        if (found) {
          clearTimeout(late)
          resolve(found[1] ?? '')
        }
      }
      for (const stream of child.stdio) if (stream && 'on' in stream) stream.on('data', read)
      child.once('error', reject)
      if (!line)
        child.once('spawn', () => {
          clearTimeout(late)
          resolve('')
        })
      child.once('exit', (code) => reject(new Error(`${path} ended with ${code}: ${text.slice(-500)}`)))
    })
    return { said, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, name)
  } catch {
    // The group has ended already.
  }
}
