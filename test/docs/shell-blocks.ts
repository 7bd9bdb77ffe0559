import { pages } from './pages.ts'

/** A fenced block of commands for a shell. */
export interface ShellBlock {
  readonly page: string
  /** The commands of the block. A command may have several lines. */
  readonly commands: readonly string[]
}

/** The blocks on the pages for users of the package. */
export const shellBlocks: readonly ShellBlock[] = pages
  .filter(({ path }) => path === 'README.md' || /^(docs|examples)\//.test(path))
  .flatMap(({ path: page, text }) =>
    [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => ({
      page,
      commands: commandsOf(code),
    })),
  )
  // Leaves out the generated lines with the arguments of a command, such as `latchkey read <address>
  // <function> [args...]`.
  .filter(({ page, commands: [first = ''] }) => page !== 'docs/cli.md' || !/ (\[options\]|<\w+>)/.test(first))

function commandsOf(code: string): readonly string[] {
  return code
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^| +)#( .*)?$/, '').trim())
    .filter(Boolean)
}
