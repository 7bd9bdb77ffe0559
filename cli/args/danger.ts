import type { Danger } from 'latchkey/wallets'
import { invalid } from '../output/cli-error.ts'

export interface DangerOption {
  readonly allowDanger?: readonly string[] | undefined
}

export async function allowedDangers({ allowDanger = [] }: DangerOption): Promise<readonly Danger[]> {
  const { dangers } = await import('latchkey/wallets')
  return allowDanger.map((name) => {
    const found = dangers.find((danger) => danger === name)
    if (found) return found
    throw invalid('allow-danger', `"${name}" is not a danger`, `There are ${dangers.join(', ')}.`)
  })
}
