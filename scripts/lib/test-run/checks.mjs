import { bin } from '../workspace.mjs'
import { inBackground } from './in-background.mjs'

/**
 * The checks that find faults without running the code: `[title, script, arguments]` each. With `cached`, the tools keep their caches for the next
 * run. A whole run uses no cache.
 */
export const checksOf = ({ cached }) => [
  ['Format and lint', bin('biome', '@biomejs/biome'), ['check', '.']],
  [
    'Types',
    bin('tsc', 'typescript-native'),
    [
      '--noEmit',
      // A second checker reads everything too, and the tests use the other core.
      '--singleThreaded',
      ...(cached ? ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'] : []),
    ],
  ],
  ['Unused files, exports and dependencies', bin('knip'), ['--no-progress', ...(cached ? ['--cache'] : [])]],
]

/** Runs a script and shows its output only when it fails. Returns whether it passed. */
export async function runQuietly([title, script, args], say) {
  const { code, output } = await inBackground(script, args)
  if (code !== 0) say(`\n▸ ${title}: failed (exit ${code})\n${output}`)
  return code === 0
}
