import { bin } from '../workspace.mjs'
import { inBackground } from './in-background.mjs'

/** The checks that don't run the code, each as `[title, script, arguments]`. With `cached`, the tools use their caches. */
export const checksOf = ({ cached }) => [
  ['Format and lint', bin('biome', '@biomejs/biome'), ['check', '.']],
  [
    'Types',
    bin('tsc', 'typescript-native'),
    [
      '--noEmit',
      // A single thread, because the tests need the second core.
      '--singleThreaded',
      ...(cached ? ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'] : []),
    ],
  ],
  ['Unused files, exports and dependencies', bin('knip'), ['--no-progress', ...(cached ? ['--cache'] : [])]],
]

/** Runs a script, and shows its output only if it fails. Returns whether it passed. */
export async function runQuietly([title, script, args], say) {
  const { code, output } = await inBackground(script, args)
  if (code !== 0) say(`\n▸ ${title}: failed (exit ${code})\n${output}`)
  return code === 0
}
