import { describe, expect, it } from 'vitest'
import type { Context } from '../../cli/context.ts'
import { Output } from '../../cli/output/output.ts'
import { approvals } from '../../cli/walletconnect/approvals.ts'

/** Returns the lines that the command line shows about a proposal. */
async function shown(namespaces: Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>) {
  let screen = ''
  const sink = {
    write(text: string) {
      screen += text
    },
  }
  const io = { stdin: { isTTY: true }, stdout: sink, stderr: { isTTY: true, ...sink }, env: {} }
  const out = new Output(io as never)
  const context = { io, out, flags: {}, signal: new AbortController().signal } as unknown as Context
  const peer = { name: 'Page', description: '', url: 'https://page.example', icons: [] }
  const { proposal } = approvals(context, [], { asks: false, feeCap: async () => undefined })
  await proposal({ id: 1, peer, ...namespaces })
  return screen.split('\n').map((line) => line.trim().replace(/\s+/g, ' '))
}
type Proposal = Parameters<ReturnType<typeof approvals>['proposal']>[0]

describe('a proposal', () => {
  it('is shown with its required and its optional networks and methods', async () => {
    const scope = (chains: string[], ...methods: string[]) => ({ chains, methods, events: [] })
    const lines = await shown({
      requiredNamespaces: { eip155: scope(['eip155:1'], 'eth_sendTransaction', 'personal_sign') },
      optionalNamespaces: {
        eip155: scope(['eip155:1', 'eip155:10'], 'personal_sign'),
        solana: scope(['solana:main'], 'solana_signMessage'),
      },
    })
    const at = lines.indexOf('eip155 eip155:1 eip155:10')
    expect(lines.slice(at, at + 4), lines.join('\n')).toEqual([
      'eip155 eip155:1 eip155:10',
      'eth_sendTransaction personal_sign',
      'solana solana:main',
      'solana_signMessage',
    ])
  })
})
