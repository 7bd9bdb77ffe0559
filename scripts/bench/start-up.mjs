// Measures how much start-up time and memory the library adds in Node.
import { spawnSync } from 'node:child_process'
import { median, round } from '../lib/measure.mjs'
import { row } from '../lib/row.mjs'
import { root } from '../lib/workspace.mjs'

export function* measure() {
  const probe =
    'process.stdout.write(JSON.stringify({ rss: process.memoryUsage().rss, t: performance.now() }))'
  const empty = ['--input-type=module', '-e', probe]
  const core = ['--input-type=module', '-e', `await import('latchkey'); ${probe}`]
  const help = ['dist/cli/main.js', '--help']
  const nothing = ['-e', '0']
  const samples = { empty: [], core: [], help: [], nothing: [] }
  // The rows alternate, so that noise affects all of them.
  for (let i = 0; i < 21; i++) {
    for (const [name, args] of Object.entries({ empty, core, help, nothing })) {
      const started = performance.now()
      const { stdout, status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
      if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
      const wall = performance.now() - started
      samples[name].push({ wall, rss: stdout.startsWith('{') ? JSON.parse(stdout).rss : 0 })
    }
  }
  const wall = (name) => median(samples[name].map(({ wall }) => wall))
  const rss = (name) => median(samples[name].map(({ rss }) => rss))
  yield row(
    'start-up: Node with latchkey, compared with Node alone',
    round(wall('core') / wall('empty')),
    '×',
    1.5,
  )
  yield row('memory: added by importing latchkey', round((rss('core') - rss('empty')) / 2 ** 20), 'MiB', 6)
  yield row(
    'start-up: latchkey --help, compared with node -e 0',
    round(wall('help') / wall('nothing')),
    '×',
    4,
  )
}
