import type { Command } from 'commander'
import { createProgram } from '../../cli/program.ts'
import { table } from './generated.ts'

/** A command that does something, with the words that lead to it: `sign message`. */
export interface NamedCommand {
  readonly path: readonly string[]
  readonly command: Command
}

const program = createProgram(
  async () => {},
  () => {},
)
export const commands: readonly NamedCommand[] = program.commands.flatMap((command) => leaves(command, []))

function leaves(command: Command, before: readonly string[]): readonly NamedCommand[] {
  const path = [...before, command.name()]
  if (command.commands.length === 0) return [{ path, command }]
  return command.commands.flatMap((child) => leaves(child, path))
}

/** The options that every command takes. */
export function globalTable(): string {
  return optionsTable(program.options)
}

/** A section for each command: what it does, how it is called, what it takes. */
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
  const about = command.description()
  return [
    `### ${path.join(' ')}`,
    `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
    `\`\`\`sh\n${usage}\n\`\`\``,
    ...(args.length > 0 ? [table(['argument', 'what it is'], args)] : []),
    ...(command.options.length > 0 ? [optionsTable(command.options)] : []),
  ].join('\n\n')
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
  // Else the name of a tag.
  const safe = text.replaceAll('<', '\\<')
  return parts.length > 0 ? `${safe} (${parts.join('; ')})` : safe
}
