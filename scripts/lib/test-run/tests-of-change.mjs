// Selects the tests for a change: test files that import a changed file, directly or indirectly. The nearest test files come
// first: those with the fewest imports between them and a changed file. Together, the selected tests take about a minute.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../workspace.mjs'
import { secondsOf } from './durations.mjs'

/**
 * Some tests run sources as a bundle or a process, so they don't import these sources. Each row has such a test, and the entry that it runs. The
 * imports of the entry count as the test's imports.
 */
const bundled = [
  [/^test\/ui\/.*\.test\.ts$/, 'test/ui/pages/views.tsx'],
  [/^test\/e2e\/(modal-|walk|demo|embedded|smart).*\.test\.ts$/, 'examples/demo/src/main.tsx'],
  [
    /^test\/e2e\/(modal-embedded|embedded-wallet|modal-smart|wallet-page).*\.test\.ts$/,
    'src/embedded-wallet/app.ts',
  ],
  [/^test\/e2e\/(five-families|injected|independent|tabs|walletconnect)/, 'test/e2e/pages/client.ts'],
  [/^test\/e2e\/operator-pages/, 'src/servers/desk/index.ts'],
  [/^test\/cli\/(spawned|program|prompt)/, 'cli/main.ts'],
]

/** Files that no module imports, and the tests that read them. */
const read = [
  [/^(AGENTS|README|CONTRIBUTING|SECURITY)\.md$|^docs\/.*\.md$|^examples\/.*\.md$/, /^test\/docs\//],
  [/^(SECURITY|docs\/security-claims)\.md$/, /^test\/architecture\/security-claims/],
  [/^(test\/spec-coverage|docs\/spec\/.*)\.md$/, /^test\/architecture\/(spec-coverage|citations)/],
  [/^docs\/architecture\.md$/, /^test\/architecture\/folder-tables/],
  [/^package(-lock)?\.json$/, /^test\/architecture\/exports/],
  [/^(vitest\.config\.ts|scripts\/.*)$/, /^test\/(architecture\/|integration\/test-run)/],
]

/**
 * The limit of the tests' total duration in seconds, not counting the start of the run. On two cores, the whole run then takes a
 * minute.
 */
const budget = 70

/** Returns the files that differ from `base`, and the test files to run. */
export function testsOfChange(base) {
  const changed = changedFiles(base)
  const { files, related } = selectTests(changed)
  const summary =
    files.length === 0
      ? `No test reaches the ${changed.length} changed files.`
      : `${changed.length} changed files: ${files.length} of the ${related} test files that reach them, the nearest first. The others run in npm test.`
  return { files, summary }
}

/** @param {readonly string[]} changed paths from the root */
export function selectTests(changed) {
  const all = sources()
  const importers = importersOf(all)
  const distance = new Map()
  let frontier = changed
  for (let steps = 0; frontier.length > 0; steps++) {
    for (const file of frontier) distance.set(file, steps)
    frontier = [...new Set(frontier.flatMap((file) => importers.get(file) ?? []))].filter(
      (file) => !distance.has(file),
    )
  }
  const readers = read.flatMap(([files, tests]) => (changed.some((file) => files.test(file)) ? [tests] : []))
  const related = all
    .filter((file) => isTest(file))
    .map((file) => ({ file, steps: readers.some((tests) => tests.test(file)) ? 1 : distance.get(file) }))
    .filter(({ steps }) => steps !== undefined)
    .map((one) => ({ ...one, rank: one.steps - 2 * sharedWords(one.file, changed) }))
    .sort((a, b) => a.rank - b.rank || secondsOf(a.file) - secondsOf(b.file))
  let seconds = 0
  const files = related.filter(({ file, steps }, at) => {
    const cost = secondsOf(file)
    // The nearest test always runs, even if it takes long. A changed test file always runs too.
    if (at > 0 && steps > 0 && seconds + cost > budget) return false
    seconds += cost
    return true
  })
  return { files: files.map(({ file }) => file), related: related.length }
}

/** Returns the files that differ from `base`, committed or not, and new files. */
export function changedFiles(base) {
  const git = (...args) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  return [
    ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
  ]
}

const isTest = (file) => /^test\/(?!package|hosts|shell).*\.test\.ts$/.test(file)

function sources() {
  return ['src', 'cli', 'test', 'examples/demo', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.includes('node_modules/')),
  )
}

/** Returns the importers of each file. Type imports don't count, because the compiler checks them. */
function importersOf(files) {
  const importers = new Map()
  const add = (from, to) => to && importers.set(to, [...(importers.get(to) ?? []), from])
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    const named =
      /(?:^|\n)\s*(?:import|export)\s(?!type\b)[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g
    for (const [, one, two, three] of text.matchAll(named)) add(file, resolved(file, one ?? two ?? three))
    for (const [tests, entry] of bundled) if (tests.test(file)) add(file, entry)
  }
  return importers
}

function resolved(from, specifier) {
  if (specifier.startsWith('.'))
    return join(dirname(from), specifier.replace(/\?inline$/, '')).replaceAll('\\', '/')
  const [, entry] = /^latchkey(?:\/(.+))?$/.exec(specifier) ?? []
  if (!specifier.startsWith('latchkey')) return undefined
  if (!entry) return 'src/index.ts'
  const folder =
    { react: 'ui-react', 'appkit/react': 'bridges/appkit-react', 'viem/react': 'bridges/viem-react' }[
      entry
    ] ?? entry
  return [`src/${folder}/index.ts`, `src/bridges/${folder}/index.ts`].find((path) =>
    existsSync(join(root, path)),
  )
}

/**
 * Counts the words, such as `swap`, that a changed path and the test's name share. Among equally near tests, the test with the most such words comes
 * first.
 */
function sharedWords(test, changed) {
  const words = new Set(
    test
      .replace(/\.test\.ts$/, '')
      .split(/[/-]/)
      .slice(1),
  )
  return Math.max(
    ...changed.map(
      (file) =>
        file
          .replace(/\.\w+$/, '')
          .split(/[/-]/)
          .slice(1)
          .filter((word) => words.has(word)).length,
    ),
  )
}
