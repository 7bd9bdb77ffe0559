// The build removes what is unused with Rollup, which writes import attributes by their older name, `assert`: Node 22 and later
// refuse that.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const older = /(\bimport\(\s*['"][^'"]+\.json['"],\s*\{\s*)assert(\s*:)/g

/** Has the files that were written import JSON as Node takes it. */
export function renameImportAttributes(written: readonly string[]): void {
  for (const file of written) {
    if (!file.endsWith('.js') || !existsSync(file)) continue
    const before = readFileSync(file, 'utf8')
    const after = before.replace(older, '$1with$2')
    if (after !== before) writeFileSync(file, after)
  }
}
