import type { Command } from 'commander'
import type { Context } from '../context.ts'
import type { Outcome } from '../output/output.ts'

/** One command, ready to run with a context. */
export interface CommandRun {
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
  /** In ms; undefined means no limit. */
  readonly limit: number | undefined
  run(context: Context): Promise<Outcome>
}

/** Turns a command's function into a commander action. Without a limit, the default one applies. */
export type Action = <A extends unknown[]>(
  run: (context: Context, ...args: A) => Promise<Outcome>,
  limit?: number | 'none',
) => (...params: unknown[]) => Promise<void>

const usualLimit = 60_000

export function actions(execute: (run: CommandRun) => Promise<void>): Action {
  // Commander appends its own arguments after the command's; remove them here.
  return <A extends unknown[]>(
    run: (context: Context, ...args: A) => Promise<Outcome>,
    limit?: number | 'none',
  ) =>
    async (...params: unknown[]) => {
      const command = params.pop() as Command
      await execute({
        name: nameOf(command),
        options: command.optsWithGlobals(),
        limit: limit === 'none' ? undefined : (limit ?? usualLimit),
        run: (context) => run(context, ...(params as A)),
      })
    }
}

function nameOf(command: Command): string {
  const names: string[] = []
  for (let one: Command | null = command; one?.parent; one = one.parent) names.unshift(one.name())
  return names.join(' ')
}
