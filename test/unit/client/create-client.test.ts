import { describe, expect, it } from 'vitest'
import type { ConfigError } from '../../../src/core/errors/error-classes.ts'
import * as production from '../../../src/index.production.ts'
import * as full from '../../../src/index.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { network } from '../../support/fake-families.ts'

const networks = [network('eip155:1')]
/** Makes a client of the production build, also with options that TypeScript refuses. */
function made(input: object, traits: { saveData?: boolean } = {}) {
  const platform = memoryPlatform({ traits })
  const latchkey = production.createLatchkey({ networks, ...input, platform } as full.LatchkeyOptions)
  const errors = () => platform.logged.filter(({ level }) => level === 'error')
  return { latchkey, errors }
}

describe('createLatchkey of a production build', () => {
  it('logs the name of an invalid option as soon as the page is idle', async () => {
    const { latchkey, errors } = made({ themeMod: 'dark' })
    await expect
      .poll(errors, { message: 'the log names the option' })
      .toMatchObject([
        { details: [{ code: 'config/invalid-options', message: expect.stringContaining('themeMode') }] },
      ])
    await latchkey.dispose()
  })

  it('logs each invalid option, at the start and after a change', async () => {
    const { latchkey, errors } = made({ themeMod: 'dark' })
    latchkey.options.updateOptions({ allWallets: 'NEVER' } as object)
    const fields = () => errors().map(({ details }) => (details[0] as ConfigError).values.field)
    await expect
      .poll(fields, { message: 'the log names both invalid options' })
      .toEqual(['themeMod', 'allWallets'])
    await latchkey.dispose()
  })

  it('logs the name of an invalid option even if this option prevents the creation of the client', async () => {
    const platform = memoryPlatform()
    // This option fails in the code that fills in the defaults, with an error that doesn't name the option.
    const input = { networks: [null], platform } as never
    expect(() => production.createLatchkey(input)).toThrow()
    await expect
      .poll(() => platform.logged, { message: 'the log names the option' })
      .toMatchObject([
        {
          message: 'Latchkey got an invalid option',
          details: [{ code: 'config/invalid-options', values: { field: 'networks[0]' } }],
        },
      ])
  })

  it("logs the name of an option for a feature that Latchkey doesn't have yet", async () => {
    const { latchkey, errors } = made({ enableWalletGuide: true })
    await expect
      .poll(errors, { message: 'the log names the option' })
      .toMatchObject([{ details: [{ code: 'config/not-built' }] }])
    await latchkey.dispose()
  })

  it('logs the name of an option that becomes invalid in a change, and logs nothing for a valid change', async () => {
    const { latchkey, errors } = made({ themeMode: 'dark' })
    latchkey.options.updateOptions({ language: 'es' })
    expect(latchkey.options.state.language).toBe('es')
    latchkey.options.updateOptions({ allWallets: 'NEVER' } as object)
    await expect
      .poll(errors, { message: 'the log names the option' })
      .toMatchObject([{ details: [{ code: 'config/invalid-options', values: { field: 'allWallets' } }] }])
    await latchkey.dispose()
  })

  it("doesn't load the code for checking options if Save-Data is on", async () => {
    const { latchkey, errors } = made({ themeMod: 'dark' }, { saveData: true })
    await latchkey.ready()
    await import('../../../src/core/options/checked-options.ts')
    expect(errors()).toEqual([])
    await latchkey.dispose()
  })

  it.each([
    ['an empty list of networks', { networks: [] }],
    ['an unset list of networks', { networks: undefined }],
    ['a default network that is not listed', { defaultNetwork: 'eip155:999' }],
    [
      'RPC URLs for an id that no network can have',
      { customRpcUrls: { mainnet: [{ url: 'https://rpc.example' }] } },
    ],
  ])('immediately refuses %s', (_, input) => {
    expect(() => made(input)).toThrow(expect.objectContaining({ code: 'config/invalid-options' }))
  })

  it('accepts RPC URLs of a network that is added later', async () => {
    const { latchkey } = made({ customRpcUrls: { 'eip155:10': [{ url: 'https://rpc.example' }] } })
    await latchkey.network.addNetwork(network('eip155:10'))
    expect(latchkey.network.state.requestedNetworks).toHaveLength(2)
    await latchkey.dispose()
  })

  it('refuses `siwx` together with `siweConfig`', () => {
    const siweConfig = { getSession: () => null }
    expect(() => made({ siwx: { getSessions: () => [] }, siweConfig })).toThrow(
      expect.objectContaining({ code: 'config/conflicting-options' }),
    )
  })

  it('exports the same names as the other builds', () => {
    expect(Object.keys(production).sort()).toEqual(Object.keys(full).sort())
    expect(production.createLatchkey).not.toBe(full.createLatchkey)
  })
})
