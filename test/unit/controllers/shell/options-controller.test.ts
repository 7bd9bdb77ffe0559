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

  it('change only if the host passes them to updateOptions', () => {
    const options = setup({ projectId: 'abc' })
    options.updateOptions({ termsConditionsUrl: 'https://example.org/terms', enableWallets: false })
    expect(options.state).toMatchObject({
      projectId: 'abc',
      termsConditionsUrl: 'https://example.org/terms',
      enableWallets: false,
    })
  })

  it('return to their defaults if the host sets them to undefined', () => {
    const options = setup({ language: 'es', enableWallets: false })
    options.updateOptions({ language: undefined, enableWallets: undefined })
    expect(options.state).toMatchObject({ language: undefined, enableWallets: true })
  })

  it('stay unchanged if the host sets an invalid value, and the error names its field', () => {
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
    ['projectId', 'other'],
    ['providers', []],
    ['safeOrigins', []],
    ['enableEIP6963', false],
    ['enableInjected', false],
  ])("stay unchanged if the host sets %s, which updateOptions can't change", (name, value) => {
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

  it('keep the values that a change does not name', () => {
    const options = setup({ features: { legalCheckbox: true } })
    options.setFeatures({ allWallets: false })
    expect(options.state.features).toEqual({ allWallets: false, legalCheckbox: true, ...account })
    options.setFeatures({ allWallets: undefined, email: false })
    expect(options.state.features).toEqual({
      ...{ allWallets: true, legalCheckbox: true },
      ...{ ...account, email: false },
    })
  })

  it('are off while the app is basic, and return to their values afterward', () => {
    const options = setup({ features: { socials: ['x'] } })
    const before = options.state.features
    options.updateOptions({ debug: false })
    expect(options.state.features).toBe(before)
    options.updateOptions({ basic: true })
    const off = { swaps: false, onramp: false, email: false, socials: false, activity: false }
    expect(options.state).toMatchObject({ basic: true, features: { ...off, send: true } })
    options.setFeatures({ swaps: true, send: false })
    options.setRemoteFeatures({ email: true, activity: false })
    expect(options.state.features).toMatchObject({ ...off, send: false })
    options.updateOptions({ basic: undefined })
    expect(options.state.features).toEqual({ ...before, activity: false, send: false })
  })

  it("stay unchanged if a new value is invalid or its feature isn't implemented", () => {
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

  it("have the project's values in place of the host's, until the project's values are released", () => {
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

  it("are validated if the project sets them, like the host's values", () => {
    const options = setup()
    const before = options.state
    expect(() => options.setRemoteFeatures({ socials: ['myspace' as never] })).toThrow(
      'remoteFeatures.socials[0]',
    )
    expect(options.state).toBe(before)
  })
})
