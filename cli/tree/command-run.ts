import type { Command } from 'commander'
import type { Context } from '../context.ts'
import type { Outcome } from '../output/output.ts'

/** One command, ready to run once its context is there. */
export interface CommandRun {
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
  /** Milliseconds; undefined: no limit. */
  readonly limit: number | undefined
  run(context: Context): Promise<Outcome>
}

/** Makes the action of a command out of what it runs; without a limit of its own it gets the usual one. */
export type Action = <A extends unknown[]>(
  run: (context: Context, ...args: A) => Promise<Outcome>,
  limit?: number | 'none',
) => (...params: unknown[]) => Promise<void>

const usualLimit = 60_000

export function actions(execute: (run: CommandRun) => Promise<void>): Action {
  // Arguments are the command's own, in its order; what commander appends is taken off here.
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
