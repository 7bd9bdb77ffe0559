import type { Danger } from 'latchkey/wallets'
import { invalid } from '../output/cli-error.ts'

export interface DangerOption {
  /** The names of dangers to accept without a typed word. */
  readonly allowDanger?: readonly string[] | undefined
}

/** Returns the dangers that the user accepts by name. */
export async function allowedDangers({ allowDanger = [] }: DangerOption): Promise<readonly Danger[]> {
  const { dangers } = await import('latchkey/wallets')
  return allowDanger.map((name) => {
    const found = dangers.find((danger) => danger === name)
    if (found) return found
    throw invalid('allow-danger', `"${name}" is not a danger`, `There are ${dangers.join(', ')}.`)
  })
}
