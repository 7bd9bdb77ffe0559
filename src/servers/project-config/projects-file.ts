import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setInterval as every } from 'node:timers/promises'
import { type Projects, readProjects } from './projects.ts'

export interface ProjectsFile {
  /** Returns the projects of the last valid version of the file. */
  readonly current: () => Projects
  close(): void
}

/** How often the file is read, in ms. */
const lookEvery = 1000

/**
 * Watches a file with projects, which an operator can edit while the server runs. Changes apply within seconds. If the file becomes unreadable or
 * invalid, `onError` is called once, and the previous projects stay in use.
 * @throws An error that names the problem, if the file is unreadable or invalid at the start.
 */
export function projectsFile(path: string, onError: (error: unknown) => void): ProjectsFile {
  // Compares the text. Two versions of a file can have the same modification time.
  let text: string | undefined = readFileSync(path, 'utf8')
  let projects = readProjects(text)
  const refuse = (error: unknown) => onError(new Error(`${path} is not used: ${(error as Error).message}`))

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
  // The promise rejects only when `close` aborts.
  following().catch(() => {})
  return { current: () => projects, close: () => closing.abort() }
}
