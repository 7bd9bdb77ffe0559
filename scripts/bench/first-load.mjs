// Lists the source files that load with `createLatchkey`, with their minified bytes. Compare two versions to see what made the first load larger. The
// sizes aren't gzipped, because the gzipped size of a file depends on the other files.
import { row } from '../lib/row.mjs'
import { bundle } from '../lib/weigh.mjs'

/** The smallest size with a row of its own, in bytes. All smaller files share one row. */
const least = 400

export async function* measure() {
  const { bytes } = await bundle("export { createLatchkey } from './src/client/create-client.ts'")
  const files = [...bytes].filter(([, size]) => size > 0).toSorted(([, one], [, other]) => other - one)
  const named = files.filter(([, size]) => size >= least)
  for (const [file, size] of named) yield row(`first load: ${file}, minified`, size, 'B')
  const rest = files.slice(named.length)
  yield row(
    `first load: ${rest.length} smaller files, minified`,
    rest.reduce((sum, [, size]) => sum + size, 0),
    'B',
  )
}
