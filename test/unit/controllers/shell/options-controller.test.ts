import { describe, expect, it } from 'vitest'
import { OptionsController } from '../../../../src/controllers/shell/options-controller.ts'
import { resolveOptions } from '../../../../src/core/options/checked-options.ts'
import type { LatchkeyOptions } from '../../../../src/core/options/options.ts'
import { mainnet } from '../../../../src/networks/index.ts'

function setup(input: Partial<LatchkeyOptions> = {}) {
  return new OptionsController({
    options: resolveOptions({ networks: [mainnet], ...input }),
    resolve: resolveOptions,
  })
}

describe('the options at runtime', () => {
  it('are plain data', () => {
    const options = setup({ projectId: 'abc', connectors: [() => ({}) as never] })
    expect(options.state).toMatchObject({ projectId: 'abc', enableNetworkSwitch: true, debug: true })
    expect(() => structuredClone(options.state)).not.toThrow()
    expect(options.state).not.toHaveProperty('connectors')
  })

  it('change only if the host names them', () => {
    const options = setup({ projectId: 'abc' })
    options.updateOptions({ termsConditionsUrl: 'https://example.org/terms', enableWallets: false })
    expect(options.state).toMatchObject({
      projectId: 'abc',
      termsConditionsUrl: 'https://example.org/terms',
      enableWallets: false,
    })
  })

  it('return to the default for undefined', () => {
    const options = setup({ projectId: 'abc', enableWallets: false })
    options.updateOptions({ projectId: undefined, enableWallets: undefined })
    expect(options.state).toMatchObject({ projectId: undefined, enableWallets: true })
  })

  it('refuse an invalid value, name the field and change nothing', () => {
    const options = setup()
    const before = options.state
    expect(() => options.updateOptions({ debug: false, enableWallets: 'yes' as never })).toThrow(
      /enableWallets/,
    )
    expect(options.state).toBe(before)
  })

  it.each([
    ['name', 'other'],
    ['features', { allWallets: false }],
    ['currency', 'eur'],
    ['networks', [mainnet]],
  ])("refuse a change of %s, which updateOptions can't change, and change nothing", (name, value) => {
    const options = setup()
    const before = options.state
    expect(() => options.updateOptions({ debug: false, [name]: value } as never)).toThrow(
      `Invalid option ${name}: can't change with updateOptions`,
    )
    expect(options.state).toBe(before)
  })
})

describe('the features at runtime', () => {
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

  it('are merged, and undefined restores the default', () => {
    const options = setup({ features: { legalCheckbox: true } })
    options.setFeatures({ allWallets: false })
    expect(options.state.features).toEqual({ allWallets: false, legalCheckbox: true, ...account })
    options.setFeatures({ allWallets: undefined, email: false })
    expect(options.state.features).toEqual({
      ...{ allWallets: true, legalCheckbox: true },
      ...{ ...account, email: false },
    })
  })

  it('are refused by name if they are invalid or not implemented, and then nothing changes', () => {
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

  it("of the project override the features that the host sets before or after, until the project's features are released", () => {
    const options = setup({ features: { email: false, history: true } })
    options.setRemoteFeatures({ email: true, activity: false })
    expect(options.state.features).toMatchObject({ email: true, activity: false })
    expect(options.state.remoteFeatures).toEqual({ email: true, activity: false })
    options.setFeatures({ email: false, receive: false })
    expect(options.state.features).toMatchObject({ email: true, activity: false, receive: false })
    options.setRemoteFeatures({ email: undefined, socials: ['x'] })
    expect(options.state.features).toMatchObject({ email: false, activity: false, socials: ['x'] })
    // The project's features are not written into the host's options.
    options.setRemoteFeatures({ activity: undefined, socials: undefined })
    expect(options.state.features).toMatchObject({ activity: true, socials: false, receive: false })
  })

  it("of the project are validated like the host's", () => {
    const options = setup()
    const before = options.state
    expect(() => options.setRemoteFeatures({ socials: ['myspace' as never] })).toThrow(
      'remoteFeatures.socials[0]',
    )
    expect(options.state).toBe(before)
  })
})
