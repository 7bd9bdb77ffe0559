import { describe, expect, it } from 'vitest'
import { defaultsWarning } from '../../../src/client/warn-of-defaults.ts'
import type { Options } from '../../../src/core/options/options.ts'
import { mainnet, noble, solanaMainnet } from '../../../src/networks/index.ts'

describe('defaults with a warning', () => {
  const networks = [mainnet, noble, solanaMainnet]
  const warnings = (customRpcUrls: Options['customRpcUrls'], isDevelopment: boolean) => {
    const told: string[] = []
    const warn = defaultsWarning(
      { networks, customRpcUrls },
      { warn: (text) => told.push(text) },
      isDevelopment,
    )
    for (const each of [...networks, ...networks]) warn(each.caipNetworkId)
    return told
  }

  it('are each logged only once in development builds', () => {
    expect(warnings({}, true)).toEqual([
      expect.stringMatching(/leaving the Cosmos ecosystem: Noble\./),
      expect.stringMatching(/Only one operator .*: Solana\./),
    ])
  })

  it('are not logged in other builds, or for a network for which the host sets its own URL', () => {
    expect(warnings({}, false)).toEqual([])
    expect(warnings({ [solanaMainnet.caipNetworkId]: [{ url: 'https://node.example' }] }, true)).toEqual([
      expect.stringMatching(/Noble/),
    ])
  })
})
