import type { Command } from 'commander'
import type { Context } from '../context.ts'
import type { Outcome } from '../output/output.ts'

export interface CommandRun {
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
  /** In ms; undefined for no limit. */
  readonly limit: number | undefined
  run(context: Context): Promise<Outcome>
}

/** Returns a commander action for a command. Loads the command's code only when the command runs. `limit` is in ms. Default: a minute. */
export type Action = (
  load: () => Promise<(context: Context, ...params: never[]) => Promise<Outcome>>,
  limit?: number | 'none',
) => (...params: unknown[]) => Promise<void>

export function actions(execute: (run: CommandRun) => Promise<void>): Action {
  return (load, limit = 60_000) =>
    async (...params) => {
      // Commander passes the command itself as the last argument.
      const command = params.pop() as Command
      await execute({
        name: nameOf(command),
        options: command.optsWithGlobals(),
        limit: limit === 'none' ? undefined : limit,
        run: async (context) => (await load())(context, ...(params as never[])),
      })
    }
}

function nameOf(command: Command): string {
  const names: string[] = []
  for (let one: Command | null = command; one?.parent; one = one.parent) names.unshift(one.name())
  return names.join(' ')
}
