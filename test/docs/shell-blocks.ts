import { pages } from './pages.ts'

/** A fenced block of commands for a shell. */
export interface ShellBlock {
  readonly page: string
  /** Its commands. A command may have several lines. */
  readonly commands: readonly string[]
}

/** The blocks of the pages for people who use the package. */
export const shellBlocks: readonly ShellBlock[] = pages
  .filter(({ path }) => path === 'README.md' || /^(docs|examples)\//.test(path))
  .flatMap(({ path: page, text }) =>
    [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => ({
      page,
      commands: commandsOf(code),
    })),
  )
  // The generated lines that show the arguments of a command, such as `latchkey read <address> <function> [args...]`.
  .filter(({ page, commands: [first = ''] }) => page !== 'docs/cli.md' || !/ (\[options\]|<\w+>)/.test(first))

function commandsOf(code: string): readonly string[] {
  return code
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^| +)#( .*)?$/, '').trim())
    .filter(Boolean)
}
