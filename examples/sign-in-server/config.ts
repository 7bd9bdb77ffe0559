import type { AppOptions } from './app.ts'

export interface Config extends Pick<AppOptions, 'domains' | 'origins' | 'nodes'> {
  readonly databaseUrl: string | undefined
  readonly folder: string | undefined
  readonly host: string
  readonly port: number
}

/** What the environment says. @throws For a value that makes no sense. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const host = env.HOST || '127.0.0.1'
  const port = Number(env.PORT || 3000)
  const domains = listOf(env.DOMAINS || `127.0.0.1:${port},localhost:${port}`)
  const origins = env.ORIGINS ? listOf(env.ORIGINS) : domains.map(originOf)
  return {
    databaseUrl: env.DATABASE_URL || undefined,
    folder: env.DATA_FOLDER || undefined,
    ...{ host, port, domains, origins },
    ...(env.RPC_URLS && { nodes: { rpcUrls: JSON.parse(env.RPC_URLS) } }),
  }
}

/** Of the pages of a domain: http where it is this machine, https elsewhere. */
function originOf(domain: string): string {
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(domain)
  return `${isHere ? 'http' : 'https'}://${domain}`
}

function listOf(text: string): readonly string[] {
  return text.split(',').map((one) => one.trim())
}
