import { throwIfAborted } from '../../core/async/abort.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { describeNode, type FamilyDevnet, type StartOptions } from '../family-devnet.ts'
import { startAll } from '../start-all.ts'

const chains = [
  { seed: 'latchkey devnet solana one', name: 'Solana Devnet One' },
  { seed: 'latchkey devnet solana two', name: 'Solana Devnet Two' },
] as const

/** Starts two LiteSVM networks with JSON-RPC. Both have an SPL token and a Token-2022 token. */
export async function startSolana(options: StartOptions): Promise<FamilyDevnet> {
  throwIfAborted(options.signal)
  // LiteSVM also fails to load if it has no binary for this machine.
  const { startChain } = await import('./solana/chain.ts').catch((cause) => {
    throw latchkeyError('config/peer-missing', {
      values: { feature: 'The solana devnet', install: 'npm install litesvm @solana/kit' },
      cause,
    })
  })
  const running = await startAll(chains.map((chain) => startChain(chain, options)))
  const node: { pid: number | undefined } = { pid: process.pid }
  return {
    networks: running.map(({ network }) => network),
    tokens: running.flatMap((chain) => chain.tokens),
    nodes: running.map(({ network }) => describeNode(network, 'LiteSVM', node)),
    async stop() {
      node.pid = undefined
      await Promise.all(running.map(({ stop }) => stop()))
    },
  }
}
