import type { Argument, Command, Option } from 'commander'
import type { Context } from '../context.ts'
import type { Outcome } from '../output/output.ts'

/** The words that can follow a command. */
interface Level {
  /** The command's path with a space before each word, such as ` sign message`. Empty for the program itself. */
  readonly path: string
  readonly words: readonly string[]
  /** The options with fixed values, and these values. */
  readonly choices: readonly (readonly [option: string, values: readonly string[]])[]
}

/** Prints a completion script. All its words come from the table of commands, so none can be missing. */
export async function completion(_context: Context, shell: Shell, program: Command): Promise<Outcome> {
  const levels = levelsOf(program, '')
  const script = `${shells[shell](levels).join('\n')}\n`
  return { data: { shell, script }, text: script, primary: script }
}

function levelsOf(command: Command, path: string): readonly Level[] {
  const help = command.createHelp()
  const commands = help.visibleCommands(command)
  const options = [...help.visibleOptions(command), ...(command.parent ? globals(command) : [])]
  const own: Level = {
    path,
    words: [
      ...commands.map((one) => one.name()),
      ...command.registeredArguments.flatMap(({ argChoices = [] }: Argument) => argChoices),
      ...options.flatMap(namesOf),
    ],
    choices: options.flatMap((option) =>
      namesOf(option).flatMap((name) => (option.argChoices ? [[name, option.argChoices] as const] : [])),
    ),
  }
  return [own, ...commands.flatMap((one) => levelsOf(one, `${path} ${one.name()}`))]
}

function globals(command: Command): readonly Option[] {
  let top = command
  while (top.parent) top = top.parent
  return top.options
}

function namesOf({ short, long }: Option): readonly string[] {
  return [short, long].filter((name) => name !== undefined && name !== null)
}

/** Returns a `case` pattern that matches the paths of all commands. */
function walk(levels: readonly Level[]): string {
  return levels
    .slice(1)
    .map(({ path }) => `'${path}'`)
    .join('|')
}

/** Returns the branches of a `case` over the command and the word before the cursor. They work in bash and zsh. */
function cases(levels: readonly Level[]): readonly string[] {
  return levels.flatMap(({ path, words, choices }) => [
    ...choices.map(([option, values]) => `    '${path}>${option}') known='${values.join(' ')}' ;;`),
    `    '${path}>'*) known='${words.join(' ')}' ;;`,
  ])
}

const shells = {
  bash: (levels: readonly Level[]) => [
    '# To load this script in each shell, add this line to ~/.bashrc: source <(latchkey completion bash)',
    '_latchkey() {',
    `  local at='' known='' word words=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")`,
    `  for word in "\${words[@]}"; do`,
    `    case "$at $word" in ${walk(levels)}) at="$at $word" ;; esac`,
    '  done',
    `  case "$at>\${COMP_WORDS[COMP_CWORD-1]}" in`,
    ...cases(levels),
    '  esac',
    `  COMPREPLY=($(compgen -W "$known" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
    '}',
    'complete -o default -F _latchkey latchkey',
  ],
  zsh: (levels: readonly Level[]) => [
    '#compdef latchkey',
    '# To load this script in each shell, add this line to ~/.zshrc, after compinit: source <(latchkey completion zsh)',
    '_latchkey() {',
    "  local at='' known='' word",
    `  for word in "\${(@)words[2,CURRENT-1]}"; do`,
    `    case "$at $word" in ${walk(levels)}) at="$at $word" ;; esac`,
    '  done',
    `  case "$at>\${words[CURRENT-1]}" in`,
    ...cases(levels),
    '  esac',
    `  compadd -- \${=known} || _files`,
    '}',
    'compdef _latchkey latchkey',
  ],
  fish: (levels: readonly Level[]) => [
    '# To install this script, run: latchkey completion fish > ~/.config/fish/completions/latchkey.fish',
    'function __latchkey',
    "  set -l at ''",
    '  set -l words (commandline -opc)',
    '  for word in $words[2..-1]',
    '    switch "$at $word"',
    `      case ${walk(levels).replaceAll('|', ' ')}`,
    '        set at "$at $word"',
    '    end',
    '  end',
    '  switch "$at>$words[-1]"',
    ...levels.flatMap(({ path, words, choices }) => [
      ...choices.flatMap(([option, values]) => [
        `    case '${path}>${option}'`,
        `      printf '%s\\n' ${values.join(' ')}`,
      ]),
      `    case '${path}>*'`,
      `      printf '%s\\n' ${words.join(' ')}`,
    ]),
    '  end',
    'end',
    "complete -c latchkey -a '(__latchkey)'",
  ],
}
export type Shell = keyof typeof shells
