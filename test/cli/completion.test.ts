import { spawnSync } from 'node:child_process'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../cli/program.ts'
import { runCli } from './support/run-cli.ts'

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0
const scriptFor = async (shell: string) => (await runCli(['completion', shell])).stdout
const program = createProgram(
  async () => {},
  () => {},
)
/** Each command, with the words that lead to it. */
const commands = (function leaves(command: Command, path: readonly string[]): [readonly string[], Command][] {
  return command.commands.flatMap((child): [readonly string[], Command][] => {
    const own = [...path, child.name()]
    return [[own, child], ...leaves(child, own)]
  })
})(program, [])

describe('latchkey completion', () => {
  it('prints a script for each supported shell, and refuses other shells', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = await scriptFor(shell)
      for (const [path] of commands) expect(script).toContain(`' ${path.join(' ')}>`)
    }
    expect((await runCli(['completion', 'tcsh'])).code).toBe(2)
  })

  if (has('bash')) {
    /** Returns the words that bash offers after each of these lines. The last word of a line is still being typed. */
    const offered = async (lines: readonly (readonly string[])[]) => {
      const asked = lines.map((words) => {
        const line = ['latchkey', ...words].map((word) => `'${word}'`).join(' ')
        return `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; COMPREPLY=(); _latchkey; echo "\${COMPREPLY[*]}"`
      })
      const script = [await scriptFor('bash'), 'complete -p latchkey', ...asked].join('\n')
      const ran = spawnSync('bash', ['--norc', '--noprofile', '-c', script], { encoding: 'utf8' })
      expect(ran.stderr).toBe('')
      const [registered, ...answers] = ran.stdout.trimEnd().split('\n')
      expect(registered).toBe('complete -o default -F _latchkey latchkey')
      return answers.map((answer) => answer.split(' '))
    }

    it('offers every command and every option of the command table in bash', async () => {
      const answers = await offered([[''], ...commands.map(([path]) => [...path, ''])])
      const [top, ...others] = answers
      for (const { name } of program.commands.map((command) => ({ name: command.name() })))
        expect(top).toContain(name)
      for (const [at, [path, command]] of commands.entries()) {
        const options = [...command.options, ...program.options]
        const words = [
          ...command.commands.map((child) => child.name()),
          ...options.flatMap(({ long }) => long ?? []),
        ]
        expect(others[at], path.join(' ')).toEqual(expect.arrayContaining(words))
      }
    })

    it('completes the typed word and the values of an option in bash', async () => {
      const [sign, message, reporter, shell] = await offered([
        ['si'],
        ['--json', '-w', 'dev:alice', 'sign', 'me'],
        ['check', '--reporter', 'j'],
        ['completion', ''],
      ])
      expect(sign).toEqual(['sign', 'sign-in'])
      expect(message).toEqual(['message'])
      expect(reporter).toEqual(['json', 'junit'])
      expect(shell).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']))
    })
  }

  const lines = [
    { typed: ['sign', ''], offered: ['message', 'typed-data'] },
    { typed: ['--json', '-w', 'dev:alice', 'sign', ''], offered: ['message', 'typed-data'] },
    { typed: ['check', '--reporter', ''], offered: ['json', 'junit'] },
    { typed: ['completion', ''], offered: ['bash', 'zsh', 'fish'] },
  ]

  it.skipIf(!has('zsh'))('offers the same words in zsh as in bash', async () => {
    const asked = lines.map(({ typed }) => {
      const words = ['latchkey', ...typed].map((word) => `'${word}'`).join(' ')
      return `words=(${words}); CURRENT=${typed.length + 1}; _latchkey`
    })
    // zsh's line editor defines these two functions. Here, they print the words that zsh would offer.
    const editor = ['compdef() { }', `compadd() { print -r -- "\${@[2,-1]}" }`]
    const script = [...editor, await scriptFor('zsh'), ...asked].join('\n')
    const ran = spawnSync('zsh', ['-f', '-c', script], { encoding: 'utf8' })
    expect(ran.stderr).toBe('')
    const answers = ran.stdout.trimEnd().split('\n')
    expect(answers).toHaveLength(lines.length)
    for (const [at, { typed, offered }] of lines.entries())
      expect(answers[at]?.split(' '), typed.join(' ')).toEqual(expect.arrayContaining(offered))
  })

  it.skipIf(!has('fish'))('offers the same words in fish as in bash', async () => {
    const asked = lines.map(({ typed }) => `complete -C 'latchkey ${typed.join(' ')}'; echo ---`)
    const script = [await scriptFor('fish'), ...asked].join('\n')
    const ran = spawnSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' })
    expect(ran.stderr).toBe('')
    const answers = ran.stdout.split('---\n').map((answer) => answer.trimEnd().split('\n'))
    for (const [at, { typed, offered }] of lines.entries())
      expect(answers[at], typed.join(' ')).toEqual(expect.arrayContaining(offered))
  })
})
