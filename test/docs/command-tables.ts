import type { Command } from 'commander'
import { createProgram } from '../../cli/program.ts'
import { table } from './generated.ts'

/** A command that can be run, and its words, such as `sign message`. */
export interface NamedCommand {
  readonly path: readonly string[]
  readonly command: Command
}

const helped: string[] = []
export const program = createProgram(
  async () => {},
  (text) => void helped.push(text),
)
export const commands: readonly NamedCommand[] = program.commands.flatMap((command) => leaves(command, []))

function leaves(command: Command, before: readonly string[]): readonly NamedCommand[] {
  const path = [...before, command.name()]
  if (command.commands.length === 0) return [{ path, command }]
  return command.commands.flatMap((child) => leaves(child, path))
}

/** Returns the table of the options that every command accepts. */
export function globalTable(): string {
  return optionsTable(program.options)
}

/** Returns the sections of the page, one per command: its description, its usage and its options. */
export function commandSections(): string {
  return commands.map(section).join('\n\n')
}

function section({ path, command }: NamedCommand): string {
  const names = command.registeredArguments.map((argument) => {
    const shown = `${argument.name()}${argument.variadic ? '...' : ''}`
    return argument.required ? `<${shown}>` : `[${shown}]`
  })
  const usage = ['latchkey', ...path, ...names, ...(command.options.length > 0 ? ['[options]'] : [])].join(
    ' ',
  )
  const args = command.registeredArguments.map(({ description, argChoices }, index) => [
    `\`${names[index]}\``,
    withChoices(description, argChoices),
  ])
  const examples = examplesOf(path, command)
  return [
    `### ${path.join(' ')}`,
    sentence(command.description()),
    `\`\`\`sh\n${usage}\n\`\`\``,
    ...(args.length > 0 ? [table(['argument', 'what it is'], args)] : []),
    ...(command.options.length > 0 ? [optionsTable(command.options)] : []),
    ...(examples.length > 0 ? [`\`\`\`sh\n${examples.join('\n')}\n\`\`\``] : []),
  ].join('\n\n')
}

/** Starts a description with a capital letter, unless it starts with the name of a family. */
function sentence(about: string): string {
  const begun = /^\w*\d/.test(about) ? about : `${about.charAt(0).toUpperCase()}${about.slice(1)}`
  return `${begun.replace(/ …$/, ' and so on')}.`
}

/**
 * Returns the examples that use the command, from its own help and from the help of its group. Remarks become comments.
 */
export function examplesOf(path: readonly string[], command: Command): readonly string[] {
  const line = ['latchkey', ...path].join(' ')
  return [command, ...(path.length > 1 && command.parent ? [command.parent] : [])].flatMap((one) => {
    helped.length = 0
    one.outputHelp()
    const [, lines = ''] = /\nExamples:\n((?: {2}.+\n?)+)/.exec(helped.join('')) ?? []
    return lines
      .split('\n')
      .map((text) => text.trim().replace(/ {3,}\((.+)\)$/, '   # $1'))
      .filter((text) => text !== '' && (one === command || text.startsWith(line)))
  })
}

function optionsTable(options: Command['options']): string {
  return table(
    ['option', 'what it does'],
    options.map(({ flags, description, argChoices, defaultValue }) => [
      `\`${flags}\``,
      withChoices(description, argChoices, defaultValue),
    ]),
  )
}

function withChoices(text: string, choices: readonly string[] | undefined, usual?: unknown): string {
  const parts = [
    ...(choices ? [`one of ${choices.map((one) => `\`${one}\``).join(', ')}`] : []),
    ...(typeof usual === 'string' ? [`default \`${usual}\``] : []),
  ]
  // The page would parse an unescaped `<` as a tag.
  const safe = text.replaceAll('<', '\\<')
  return parts.length > 0 ? `${safe} (${parts.join('; ')})` : safe
}
