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
 * Returns the absolute folders in `PATH`. Relative folders are unsafe, because a downloaded project could decide what runs. npm's folders of wrapper
 * scripts are left out for the same reason, and because the program keeps running when its wrapper script is killed.
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
