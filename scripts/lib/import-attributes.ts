// tsup's tree shaking uses Rollup, which writes import attributes with the older keyword `assert`. Node 22 and later reject
// that.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const older = /(\bimport\(\s*['"][^'"]+\.json['"],\s*\{\s*)assert(\s*:)/g

/** Rewrites import attributes of the written files to `with`. */
export function renameImportAttributes(written: readonly string[]): void {
  for (const file of written) {
    if (!file.endsWith('.js') || !existsSync(file)) continue
    const before = readFileSync(file, 'utf8')
    const after = before.replace(older, '$1with$2')
    if (after !== before) writeFileSync(file, after)
  }
}
