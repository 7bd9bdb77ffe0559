import { describe, expect, it } from 'vitest'
import { OptionsController } from '../../../../src/controllers/shell/options-controller.ts'
import { type LatchkeyOptions, resolveOptions } from '../../../../src/core/options.ts'
import { mainnet } from '../../../../src/networks/index.ts'

function setup(input: Partial<LatchkeyOptions> = {}) {
  return new OptionsController({ options: resolveOptions({ networks: [mainnet], ...input }) })
}

describe('options', () => {
  it('holds the options in effect as plain data', () => {
    const options = setup({ projectId: 'abc', connectors: [() => ({}) as never] })
    expect(options.state).toMatchObject({ projectId: 'abc', enableNetworkSwitch: true, debug: true })
    expect(() => structuredClone(options.state)).not.toThrow()
    expect(options.state).not.toHaveProperty('connectors')
  })

  it('changes what is named and keeps the rest', () => {
    const options = setup({ projectId: 'abc' })
    options.updateOptions({ termsConditionsUrl: 'https://example.org/terms', enableWallets: false })
    expect(options.state).toMatchObject({
      projectId: 'abc',
      termsConditionsUrl: 'https://example.org/terms',
      enableWallets: false,
    })
  })

  it('brings a default back for undefined', () => {
    const options = setup({ projectId: 'abc', enableWallets: false })
    options.updateOptions({ projectId: undefined, enableWallets: undefined })
    expect(options.state).toMatchObject({ projectId: undefined, enableWallets: true })
  })

  it('refuses a wrong value, names the field and changes nothing', () => {
    const options = setup()
    const before = options.state
    expect(() => options.updateOptions({ debug: false, enableWallets: 'yes' as never })).toThrow(
      /enableWallets/,
    )
    expect(options.state).toBe(before)
  })

  it('does not take what cannot change while the client lives', () => {
    const options = setup()
    options.updateOptions({ name: 'other', features: { allWallets: false } } as never)
    expect(options.state).not.toHaveProperty('name')
    expect(options.state.features.allWallets).toBe(true)
  })
})

describe('features', () => {
  const account = {
    send: true,
    receive: true,
    swaps: true,
    onramp: true,
    email: true,
    socials: false,
    emailShowWallets: true,
    collapseWallets: false,
    smartSessions: false,
    activity: true,
    analytics: true,
  }

  it('start with the defaults of the specification', () => {
    expect(setup().state.features).toEqual({ allWallets: true, legalCheckbox: false, ...account })
  })

  it('merge; undefined brings back the default', () => {
    const options = setup({ features: { legalCheckbox: true } })
    options.setFeatures({ allWallets: false })
    expect(options.state.features).toEqual({ allWallets: false, legalCheckbox: true, ...account })
    options.setFeatures({ allWallets: undefined, email: false })
    expect(options.state.features).toEqual({
      ...{ allWallets: true, legalCheckbox: true },
      ...{ ...account, email: false },
    })
  })

  it('are refused by name where they are wrong or not built, and nothing is changed then', () => {
    const options = setup()
    const before = options.state
    expect(() => options.setFeatures({ allWallets: 1 as never })).toThrow(
      'Invalid option features.allWallets: must be a boolean',
    )
    expect(() => options.setFeatures({ legalCheckbox: true, pay: true as never })).toThrow(
      'The option features.pay is not built yet',
    )
    expect(options.state).toBe(before)
  })

  it('that the project decides win over what the host writes, before and after, until they are given back', () => {
    const options = setup({ features: { email: false, history: true } })
    options.setRemoteFeatures({ email: true, activity: false })
    expect(options.state.features).toMatchObject({ email: true, activity: false })
    expect(options.state.remoteFeatures).toEqual({ email: true, activity: false })
    options.setFeatures({ email: false, receive: false })
    expect(options.state.features).toMatchObject({ email: true, activity: false, receive: false })
    options.setRemoteFeatures({ email: undefined, socials: ['x'] })
    expect(options.state.features).toMatchObject({ email: false, activity: false, socials: ['x'] })
    // What was decided is not written into what the host wrote.
    options.setRemoteFeatures({ activity: undefined, socials: undefined })
    expect(options.state.features).toMatchObject({ activity: true, socials: false, receive: false })
  })

  it('that the project decides are checked as what the host writes', () => {
    const options = setup()
    const before = options.state
    expect(() => options.setRemoteFeatures({ socials: ['myspace' as never] })).toThrow(
      'remoteFeatures.socials[0]',
    )
    expect(options.state).toBe(before)
  })
})
