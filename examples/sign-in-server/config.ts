import type { AppOptions } from './app.ts'
import { originOf } from './origins.ts'

export interface Config {
  /** The URL of a separate Postgres. */
  readonly databaseUrl: string | undefined
  /** The folder of the embedded Postgres. Undefined if the data is in memory. */
  readonly folder: string | undefined
  readonly host: string
  readonly port: number
  readonly app: Omit<AppOptions, 'database'>
}

/**
 * Reads the environment variables that README.md lists.
 * @throws for an invalid value
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const port = wholeNumber('PORT', env.PORT, 3000)
  const domains = listOf(env.DOMAINS) ?? [`127.0.0.1:${port}`, `localhost:${port}`]
  const chains = listOf(env.CHAINS)
  return {
    databaseUrl: env.DATABASE_URL || undefined,
    folder: env.DATA_FOLDER || undefined,
    host: env.HOST || '127.0.0.1',
    port,
    app: {
      domains,
      origins: listOf(env.ORIGINS) ?? domains.map(originOf),
      proxies: wholeNumber('PROXIES', env.PROXIES, 0),
      rates: {
        nonces: wholeNumber('NONCES_PER_MINUTE', env.NONCES_PER_MINUTE, 120),
        signIns: wholeNumber('SIGN_INS_PER_MINUTE', env.SIGN_INS_PER_MINUTE, 60),
      },
      ...(chains && { chains: chains as NonNullable<AppOptions['chains']> }),
      ...(env.RPC_URLS && { nodes: { rpcUrls: JSON.parse(env.RPC_URLS) } }),
    },
  }
}

function wholeNumber(name: string, text: string | undefined, otherwise: number): number {
  const value = text ? Number(text) : otherwise
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`${name} must be a whole number, not ${text}`)
  return value
}

function listOf(text: string | undefined): readonly string[] | undefined {
  return text ? text.split(',').map((one) => one.trim()) : undefined
}
