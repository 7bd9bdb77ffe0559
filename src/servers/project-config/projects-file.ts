import { readFileSync, unwatchFile, watchFile } from 'node:fs'
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
 * read, or in which something is wrong, is told to `onError`, and what counted before goes on counting.
 * @throws An error that says what is wrong, where it is so from the start.
 */
export function projectsFile(path: string, onError: (error: unknown) => void): ProjectsFile {
  let projects = readProjects(readFileSync(path, 'utf8'))
  const changed = () => {
    try {
      projects = readProjects(readFileSync(path, 'utf8'))
    } catch (error) {
      onError(new Error(`${path} is not taken over: ${(error as Error).message}`))
    }
  }
  watchFile(path, { interval: lookEvery, persistent: false }, changed)
  return { current: () => projects, close: () => unwatchFile(path, changed) }
}
