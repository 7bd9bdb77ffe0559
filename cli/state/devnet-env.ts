import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ChainNetwork } from 'latchkey'
import { invalid } from '../output/cli-error.ts'

/** The variable's names: without a bundler, for Vite, and for Next. */
const names = ['', 'VITE_', 'NEXT_PUBLIC_'].map((prefix) => `${prefix}DEVNET_NETWORKS`)

/**
 * Writes the networks to a file of environment variables. Other lines of the file stay. Without
 * `networks`, removes the variables of `names`, and deletes the file if it has no other lines.
 * @throws a usage error if the file can't be read or written
 */
export function writeDevnetEnv(file: string, networks?: readonly ChainNetwork[]): void {
  try {
    const text = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : ''
    const lines = text === '' ? [] : text.split('\n')
    const others = lines.filter((line) => !names.some((name) => line.startsWith(`${name}=`)))
    const value = JSON.stringify(networks)?.replaceAll("'", '\\u0027')
    const own = networks ? names.map((name) => `${name}='${value}'`) : []
    if (others.length + own.length === 0) rmSync(file, { force: true })
    else writeFileSync(file, [...others, ...own, ''].join('\n'))
  } catch (error) {
    throw invalid('env', (error as Error).message)
  }
}
