import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import { onPath } from './find-program.ts'

interface NodePackage {
  readonly name: string
  /** A program that replaces the package, on `PATH` or named by an environment variable such as `ANVIL`. */
  readonly program?: string
}

const packages: Partial<Record<ChainNamespace, readonly NodePackage[]>> = {
  eip155: [{ name: '@foundry-rs/anvil', program: 'anvil' }],
  solana: [{ name: 'litesvm' }, { name: '@solana/kit' }],
  bip122: [{ name: 'bitcoinjs-lib' }, { name: '@bitcoinerlab/secp256k1' }],
  cosmos: [{ name: 'cosmjs-types', program: 'simd' }],
}
const ofServers = ['hono', '@hono/node-server']

/** Returns the packages that a devnet of these families needs. If this machine has a program that replaces a package, the package is left out. */
export function nodePackages(
  families: readonly ChainNamespace[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const isReplaced = ({ program }: NodePackage) =>
    program !== undefined && Boolean(env[program.toUpperCase()] || onPath(program, env.PATH ?? ''))
  const ofNodes = families.flatMap((family) => (packages[family] ?? []).filter((one) => !isReplaced(one)))
  return [...ofNodes.map(({ name }) => name), ...ofServers]
}

/** Returns whether the package `name` is installed in a `node_modules` folder beside Latchkey or above it. */
export function isInstalled(name: string): boolean {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  return folders.some((folder) => existsSync(join(folder, name, 'package.json')))
}
