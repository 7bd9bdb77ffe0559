import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

export function executable(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK)
    return path
  } catch {
    return undefined
  }
}

/**
 * Returns the absolute folders in `PATH`. Leaves out relative folders, because such a folder could be part of a downloaded
 * project, which could then decide what runs. Leaves out npm's folders of wrapper scripts for the same reason, and because a
 * program keeps running when its wrapper script is killed.
 */
export function searchedFolders(path: string): readonly string[] {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !/node_modules[\\/]\.bin[\\/]?$/.test(folder))
}

export function onPath(name: string, path: string): string | undefined {
  const fileName = process.platform === 'win32' ? `${name}.exe` : name
  for (const folder of searchedFolders(path)) {
    const found = executable(join(folder, fileName))
    if (found) return found
  }
  return undefined
}
