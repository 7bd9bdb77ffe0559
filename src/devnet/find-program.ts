import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Returns the path if it is an executable file. */
export function executable(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK)
    return path
  } catch {
    return undefined
  }
}

/**
 * Returns the folders of `PATH` to search for programs. Leaves out relative folders, because a downloaded
 * project must not choose what runs. Also leaves out npm's folders of wrapper scripts, which npm and npx put
 * first: the scripts belong to that project too, and killing a wrapper script leaves the program running.
 */
export function searchedFolders(path: string): readonly string[] {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !/node_modules[\\/]\.bin[\\/]?$/.test(folder))
}

/** Finds a program in the folders of `PATH`. */
export function onPath(name: string, path: string): string | undefined {
  const fileName = process.platform === 'win32' ? `${name}.exe` : name
  for (const folder of searchedFolders(path)) {
    const found = executable(join(folder, fileName))
    if (found) return found
  }
  return undefined
}
