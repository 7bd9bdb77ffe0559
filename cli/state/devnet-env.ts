import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ChainNetwork } from 'latchkey'
import { invalid } from '../output/cli-error.ts'

/** The variable's names: without a bundler, for Vite, and for Next. */
const names = ['', 'VITE_', 'NEXT_PUBLIC_'].map((prefix) => `${prefix}DEVNET_NETWORKS`)

/**
 * Writes the networks to a file of environment variables, in place of the networks of an earlier devnet. Other lines of the file
 * stay.
 * @throws a usage error if the file can't be read or written
 */
export function writeDevnetEnv(file: string, networks: readonly ChainNetwork[]): void {
  const isEarlier = (line: string) => names.some((name) => line.startsWith(`${name}=`))
  change(file, (lines) => [...lines.filter((line) => !isEarlier(line)), ...linesOf(networks)])
}

/**
 * Removes the networks that `writeDevnetEnv` wrote. Keeps the networks that another devnet has written since. Deletes the file if
 * no lines are left.
 * @throws a usage error if the file can't be read or written
 */
export function removeDevnetEnv(file: string, networks: readonly ChainNetwork[]): void {
  const own = linesOf(networks)
  change(file, (lines) => lines.filter((line) => !own.includes(line)))
}

function linesOf(networks: readonly ChainNetwork[]): readonly string[] {
  const value = JSON.stringify(networks).replaceAll("'", '\\u0027')
  return names.map((name) => `${name}='${value}'`)
}

function change(file: string, edit: (lines: readonly string[]) => readonly string[]): void {
  try {
    const text = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : ''
    const lines = edit(text === '' ? [] : text.split('\n'))
    if (lines.length === 0) rmSync(file, { force: true })
    else writeFileSync(file, [...lines, ''].join('\n'))
  } catch (error) {
    throw invalid('env', (error as Error).message)
  }
}
