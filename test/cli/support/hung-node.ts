import { onTestFinished } from 'vitest'
import { writeDevnet } from '../../../cli/state/devnet-status.ts'
import { type Devnet, startNodeFaults } from '../../../src/devnet/index.ts'

/**
 * Starts a proxy in front of the devnet's first node. The proxy never answers. Also writes the state file of a devnet
 * without tokens, so that the commands must read tokens from nodes. Returns the URLs of the proxy (`hung`) and of the node
 * (`honest`).
 */
export async function hungNode({ networks, nodes }: Devnet, env: Record<string, string>) {
  const status = { id: 'test', pid: process.pid, startedAt: '', networks, tokens: [], nodes, accounts: {} }
  writeDevnet(env, status as Parameters<typeof writeDevnet>[1])
  const honest = nodes[0]!.url
  const node = await startNodeFaults({ target: honest, faults: ['hung'] })
  onTestFinished(() => node.stop())
  return { hung: node.url, honest }
}
