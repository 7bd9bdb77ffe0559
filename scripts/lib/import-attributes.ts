// tsup's tree shaking writes import attributes with the old keyword `assert`, because it uses Rollup. Node 22 and later reject this keyword.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const older = /(\bimport\(\s*['"][^'"]+\.json['"],\s*\{\s*)assert(\s*:)/g

/** Replaces `assert` with `with` in the written files. */
export function renameImportAttributes(written: readonly string[]): void {
  for (const file of written) {
    if (!file.endsWith('.js') || !existsSync(file)) continue
    const before = readFileSync(file, 'utf8')
    const after = before.replace(older, '$1with$2')
    if (after !== before) writeFileSync(file, after)
  }
}
