import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

/**
 * A call that starts a timer. The method `every` of an array gets no time as its argument, so it doesn't
 * match.
 */
const timer =
  /\.after\(|\.every\(\s*[a-zA-Z0-9_.]+,|\bsleep\(|\bsetTimeout\(|\bsetInterval\(|\bwithTimeout\(|AbortSignal\.timeout\(/
const noCall = /^\s*(import|\*|\/\/|\/\*\*|export (async )?function)/
const words = ['no limit', 'counts', "doesn't count"]

function filesWithTimers(): readonly string[] {
  return readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/^src\/(devnet|servers|testing)\//.test(path))
    .filter((path) =>
      read(path)
        .split('\n')
        .some((line) => timer.test(line) && !noCall.test(line)),
    )
    .sort()
}

it('test/timers.md says which timers count the time in which the computer sleeps', () => {
  const rows = read('test/timers.md')
    .split('\n')
    .flatMap((line) => {
      const [, file, , counts] = /^\| `(src\/[^`]+)` \| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? []
      return file ? [{ file, counts }] : []
    })
  expect(rows.map(({ file }) => file)).toEqual(filesWithTimers())
  for (const { file, counts } of rows) expect(words, file).toContain(counts)
})
