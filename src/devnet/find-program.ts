import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path itself when it is an executable file. */
export function executable(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK)
    return path
  } catch {
    return undefined
  }
}

/**
 * A program on `PATH`. npm's folders of wrapper scripts are passed over: killing a wrapper leaves the program running.
 */
export function onPath(name: string, path: string): string | undefined {
  const fileName = process.platform === 'win32' ? `${name}.exe` : name
  for (const folder of path.split(delimiter)) {
    if (folder === '' || /node_modules[\\/]\.bin[\\/]?$/.test(folder)) continue
    const found = executable(join(folder, fileName))
    if (found) return found
  }
  return undefined
}
