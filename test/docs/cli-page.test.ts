import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveNetwork } from '../../cli/args/networks.ts'
import { type ExitCode, exitCodeMeanings, exitCodeOf } from '../../cli/output/exit-codes.ts'
import { catalogue, type ErrorCode } from '../../src/core/errors/catalogue.ts'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import { runCli, tempDir } from '../cli/support/run-cli.ts'
import { root } from './code-blocks.ts'
import { commandSections, commands, globalTable } from './command-tables.ts'
import { table, withGenerated } from './generated.ts'

const file = join(root, 'docs/cli.md')
const page = readFileSync(file, 'utf8')
const exitCodes = table(
  ['exit code', 'meaning', 'errors'],
  exitCodeMeanings.map(([code, meaning]) => [String(code), meaning, errorsOf(code)]),
)
const globals = page.slice(page.indexOf('## Every command'), page.indexOf('### connect'))
const names = commands.map(({ path }) => path.join(' '))

describe('docs/cli.md', () => {
  it('contains every command and every exit code as declared (vitest -u writes them)', async () => {
    const made = { global: globalTable(), commands: commandSections(), 'exit-codes': exitCodes }
    await expect(withGenerated(page, made)).toMatchFileSnapshot(file)
  })

  it.each(names)('describes %s with the options of its --help', async (name) => {
    const { code, stdout } = await runCli([...name.split(' '), '--help'])
    expect(code).toBe(0)
    const heading = `### ${name}\n`
    const section = page.slice(page.indexOf(heading) + heading.length).split(/^##/m)[0] ?? ''
    expect(page).toContain(heading)
    const helped = (part: string) => flagsIn(stdout.split(`\n${part}:\n`)[1]?.split(/\n\n/)[0] ?? '')
    expect(tabled(section)).toEqual(helped('Options').filter((flag) => flag !== '--help'))
    expect(tabled(globals)).toEqual(helped('Global Options').filter((flag) => flag !== '--help'))
  })
})

describe('the examples of commands', () => {
  const files = execFileSync('git', ['ls-files', 'docs', 'cli', 'README.md', 'examples'], {
    cwd: root,
    encoding: 'utf8',
  })
  const named = files
    .split('\n')
    .filter((name) => /\.(md|tsx?|ya?ml)$/.test(name))
    .flatMap((name) =>
      [
        ...readFileSync(join(root, name), 'utf8').matchAll(
          /(?:--(?:data-)?networks?|NETWORKS|latchkey [^\n]* -n)[ =]([a-z][\w:=,./-]*)/g,
        ),
      ].flatMap(([, list = '']) => list.split(',')),
    )
  // The devnet's own networks need a running devnet. `--network with` and `--data-networks nor` are parts of sentences.
  const networks = [...new Set(named.map((one) => one.split('=')[0] ?? ''))].filter(
    (one) => !/^devnet|^(with|nor)$/.test(one),
  )

  it.each(networks)('name the network %s, which the CLI knows', async (name) => {
    expect(networks.length).toBeGreaterThan(4)
    expect((await resolveNetwork({ LATCHKEY_HOME: tempDir() }, name)).caipNetworkId).toMatch(/^[a-z0-9]+:/)
  })
})

/**
 * Returns the errors of the library that end with an exit code. If most errors of a domain have the same exit code,
 * lists only the errors with another exit code.
 */
function errorsOf(code: ExitCode): string {
  if (code === 0) return ''
  if (code === 1) return "all that this table doesn't name, such as `validation/insufficient-balance`"
  const all = Object.keys(catalogue) as ErrorCode[]
  const ends = (one: ErrorCode) => exitCodeOf(latchkeyError(one)) === code
  const domains = [...new Set(all.filter(ends).map((one) => one.split('/')[0]))]
  return domains
    .flatMap((domain) => {
      const own = all.filter((one) => one.startsWith(`${domain}/`))
      const others = own.filter((one) => !ends(one)).map((one) => `\`${one}\``)
      const isMost = own.length > 1 && others.length * 3 < own.length
      if (!isMost) return own.filter(ends).map((one) => `\`${one}\``)
      return `\`${domain}/…\`${others.length > 0 ? ` except ${others.join(' and ')}` : ''}`
    })
    .join(', ')
}

/** The long names of options at the start of the lines of a help page. */
function flagsIn(help: string): readonly string[] {
  return [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag ?? '')
}

/** The long names of options in a table of the page. */
function tabled(section: string): readonly string[] {
  return [...section.matchAll(/^\| `(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag ?? '')
}
