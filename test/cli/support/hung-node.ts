import { onTestFinished } from 'vitest'
import { writeDevnet } from '../../../cli/state/devnet-status.ts'
import { type Devnet, startNodeFaults } from '../../../src/devnet/index.ts'

/**
 * Starts a node that hangs in front of the devnet's first node, and removes the tokens from the devnet that the commands know.
 * Returns the URLs of both nodes.
 */
export async function hungNode({ networks, nodes }: Devnet, env: Record<string, string>) {
  const status = { id: 'test', pid: process.pid, startedAt: '', networks, tokens: [], nodes, accounts: {} }
  writeDevnet(env, status as Parameters<typeof writeDevnet>[1])
  const honest = nodes[0]!.url
  const node = await startNodeFaults({ target: honest, faults: ['hung'] })
  onTestFinished(() => node.stop())
  return { hung: node.url, honest }
}
