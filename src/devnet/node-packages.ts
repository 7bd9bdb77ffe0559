import { createRequire } from 'node:module'
import type { ChainNamespace } from '../core/chain/namespace.ts'
import { onPath } from './find-program.ts'

interface NodePackage {
  readonly name: string
  /** A program that makes the package unnecessary: a program on `PATH`, or in the environment variable with its name. */
  readonly program?: string
}

/** The npm packages that the local nodes of a family need. */
const packages: Partial<Record<ChainNamespace, readonly NodePackage[]>> = {
  eip155: [{ name: '@foundry-rs/anvil', program: 'anvil' }],
  solana: [{ name: 'litesvm' }, { name: '@solana/kit' }],
  bip122: [{ name: 'bitcoinjs-lib' }, { name: '@bitcoinerlab/secp256k1' }],
  cosmos: [{ name: 'cosmjs-types', program: 'simd' }],
}
/** What the servers of every devnet need. */
const ofServers = ['hono', '@hono/node-server']

/** Lists the packages that a devnet of these families needs, without those that a program on this machine replaces. */
export function nodePackages(
  families: readonly ChainNamespace[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const isReplaced = ({ program }: NodePackage) =>
    program !== undefined && Boolean(env[program.toUpperCase()] || onPath(program, env.PATH ?? ''))
  const ofNodes = families.flatMap((family) => (packages[family] ?? []).filter((one) => !isReplaced(one)))
  return [...ofNodes.map(({ name }) => name), ...ofServers]
}

/** Whether a package is installed where this one would find it. */
export function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`)
    return true
  } catch (error) {
    // The package exists but doesn't export its package.json.
    return (error as { code?: unknown }).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
  }
}
