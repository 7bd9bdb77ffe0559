import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Env } from '../io.ts'
import { cliError } from '../output/cli-error.ts'

const programs = ['chromium', 'chromium-browser', 'google-chrome']

/** Launches a headless Chromium: the one named by `CHROMIUM`, else one on `PATH`. */
export async function launchChromium(env: Env): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  const executablePath = env.CHROMIUM || onPath(env.PATH ?? '')
  if (!executablePath)
    throw cliError('cli/no-browser', "Chromium isn't installed", {
      hint: `Install one of ${programs.join(', ')}, or set CHROMIUM to its program.`,
    })
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}

function onPath(path: string): string | undefined {
  const candidates = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => programs.map((program) => join(folder, program)))
  return candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
