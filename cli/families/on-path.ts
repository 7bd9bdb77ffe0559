import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of these programs in the folders of `PATH`. */
export function onPath(path = '', programs: readonly string[]): string | undefined {
  const candidates = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => programs.map((program) => join(folder, program)))
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
