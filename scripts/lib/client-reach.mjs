// Finds the tests that use the library like an app: through a client from `createLatchkey`.
import { dirname, join } from 'node:path'
import { testsNamed } from './spec-coverage.mjs'

const creates =
  /import \{[^}]*(?<!type )\bcreateLatchkey\b[^}]*\} from|\{[^}]*\bcreateLatchkey\b[^}]*\} = await import\(/
const relative = /(?:from|import\(?) ?'(\.[^']+)'/g
/** The page of the demo creates a client. */
const demoServer = 'examples/demo/server/config.ts'
const demoPage = 'examples/demo/src/main.tsx'

/** Matches a row's text that says why the requirement has no test through a client. */
const reason = /^not by client: \S/

/**
 * Returns whether a test file creates a client. Also searches the files of tests and examples that the test file imports.
 * @param {string} file
 * @param {(path: string) => string | undefined} read
 */
export function reachesClient(file, read) {
  const files = new Set([file])
  for (const path of files) {
    const source = read(path)
    if (source === undefined) continue
    if (creates.test(source)) return true
    for (const [, specifier] of source.matchAll(relative)) {
      const target = join(dirname(path), specifier)
      if (/^(test|examples)\//.test(target)) files.add(target === demoServer ? demoPage : target)
    }
  }
  return false
}

/** Lists faulty rows. A row must name a test through a client, or say why there is no such test. It must not do both. */
export function clientFaults(rows, read) {
  const known = new Map()
  const reaches = (file) => {
    if (!known.has(file)) known.set(file, reachesClient(file, read))
    return known.get(file)
  }
  return rows.flatMap(({ id, state, where }) => {
    const byClient = testsNamed(where).some(({ file }) => reaches(file))
    const excused = where.split('<br>').some((part) => reason.test(part))
    if (byClient && excused) return [`${id} says that no test goes through a client, but one does`]
    if (state !== 'built' || byClient || excused) return []
    return [`${id} has no test through a client, and names no reason ("not by client: …")`]
  })
}
