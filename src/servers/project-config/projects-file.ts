import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setInterval as every } from 'node:timers/promises'
import { type Projects, readProjects } from './projects.ts'

export interface ProjectsFile {
  /** The projects as the file lists them at the moment. */
  readonly current: () => Projects
  /** Looks at the file no more. */
  close(): void
}

/** How often it is looked at, in ms. */
const lookEvery = 1000

/**
 * The projects of a file that an operator edits while it is served: what is saved counts within seconds. A file that cannot be
 * read, or in which something is wrong, is told to `onError` once, and what counted before goes on counting.
 * @throws An error that says what is wrong, where it is so from the start.
 */
export function projectsFile(path: string, onError: (error: unknown) => void): ProjectsFile {
  // Its text is compared, and not its times: what is saved right after it was read first has the same ones, or none yet.
  let text: string | undefined = readFileSync(path, 'utf8')
  let projects = readProjects(text)
  const refuse = (error: unknown) =>
    onError(new Error(`${path} is not taken over: ${(error as Error).message}`))

  async function look() {
    let read: string
    try {
      read = await readFile(path, 'utf8')
    } catch (error) {
      if (text !== undefined) refuse(error)
      text = undefined
      return
    }
    if (read === text) return
    text = read
    try {
      projects = readProjects(read)
    } catch (error) {
      refuse(error)
    }
  }
  const closing = new AbortController()
  const following = async () => {
    for await (const _ of every(lookEvery, undefined, { ref: false, signal: closing.signal })) await look()
  }
  // It ends by its abort alone.
  following().catch(() => {})
  return { current: () => projects, close: () => closing.abort() }
}
