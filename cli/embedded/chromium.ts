import type { Browser } from 'playwright-core'
import { onPath } from '../../src/devnet/find-program.ts'
import type { Env } from '../io.ts'
import { cliError } from '../output/cli-error.ts'

const programs = ['chromium', 'chromium-browser', 'google-chrome']

export async function launchChromium(env: Env): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  const executablePath = chromiumProgram(env)
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}

/**
 * Returns the path of Chromium: the program that the variable `CHROMIUM` names, or a program on `PATH`.
 * @throws `cli/no-browser`
 */
export function chromiumProgram(env: Env): string {
  const program = env.CHROMIUM || programs.flatMap((name) => onPath(name, env.PATH ?? '') ?? [])[0]
  if (program) return program
  throw cliError('cli/no-browser', "Chromium isn't installed", {
    hint: `Install one of ${programs.join(', ')}, or set CHROMIUM to its program.`,
  })
}
