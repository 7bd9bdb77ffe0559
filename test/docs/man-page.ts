import type { Command } from 'commander'
import { exitCodeMeanings } from '../../cli/output/exit-codes.ts'
import { commands, examplesOf, type NamedCommand, program } from './command-tables.ts'

/** Returns the text of `man/latchkey.1`, from the declarations that `--help` prints too. */
export function manPage(): string {
  return `${[
    // The page has no date and no version, so that it changes only with the commands.
    '.TH LATCHKEY 1 "" "latchkey" "User Commands"',
    '.SH NAME',
    `latchkey \\- ${roff(program.description())}`,
    '.SH SYNOPSIS',
    '.B latchkey',
    '.I command',
    '[\\fIarguments\\fR] [\\fIoptions\\fR]',
    '.SH OPTIONS',
    'Every command accepts these options.',
    ...optionsOf(program),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...exitCodeMeanings.flatMap(([code, meaning]) => item(String(code), meaning)),
  ].join('\n')}\n`
}

function commandLines(named: NamedCommand): readonly string[] {
  const { path, command } = named
  const names = command.registeredArguments.map((one) => {
    const shown = `${one.name()}${one.variadic ? '...' : ''}`
    return one.required ? `<${shown}>` : `[${shown}]`
  })
  const examples = examplesOf(path, command)
  return [
    `.SS ${roff(['latchkey', ...path, ...names].join(' '))}`,
    `${roff(command.description())}.`,
    ...command.registeredArguments.flatMap(({ description, argChoices }, index) =>
      item(names[index] ?? '', choices(description, argChoices)),
    ),
    ...optionsOf(command),
    ...(examples.length > 0 ? ['.PP', '.EX', ...examples.map(roff), '.EE'] : []),
  ]
}

function optionsOf({ options }: Command): readonly string[] {
  return options.flatMap(({ flags, description, argChoices, defaultValue }) =>
    item(flags, choices(description, argChoices, defaultValue)),
  )
}

function choices(text: string, all: readonly string[] | undefined, usual?: unknown): string {
  const parts = [
    ...(all ? [`one of ${all.join(', ')}`] : []),
    ...(typeof usual === 'string' ? [`default ${usual}`] : []),
  ]
  return parts.length > 0 ? `${text} (${parts.join('; ')})` : text
}

const item = (term: string, text: string) => ['.TP', `.B ${roff(term)}`, roff(text)]

/** Escapes characters that groff would read as a command or replace by other characters. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('"', '\\(dq')
    .replaceAll('…', '...')
    .replace(/^\./, '\\&.')
}
