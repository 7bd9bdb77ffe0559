import { TypeRegistry } from '@polkadot/types'
import { describe, expect, it } from 'vitest'
import { dispatchReason } from '../../../../src/adapters/polkadot/chain/dispatch-error.ts'

const registry = new TypeRegistry()
const runtime = { api: { registry } } as never
const reasonOf = (type: string, value: unknown) =>
  dispatchReason(runtime, registry.createType(type as never, value) as never)
const variantsOf = (type: string) =>
  (registry.createType(type as never, 0) as unknown as { readonly defKeys: readonly string[] }).defKeys

describe('the reason of a failed polkadot transaction', () => {
  it.each(variantsOf('DispatchError'))('names the error %s', (name) => {
    expect(reasonOf('DispatchError', { [name]: undefined })).toMatch(new RegExp(`^${name}(: |$)`))
  })

  it.each(variantsOf('TokenError'))(
    'says what the token error %s means, if the runtime explains it',
    (name) => {
      const reason = reasonOf('DispatchError', { Token: name })
      expect(reason).toMatch(new RegExp(`^Token: ${name}`))
      if (name !== 'Underflow' && name !== 'Overflow' && name !== 'CannotCreateHold')
        expect(reason).toMatch(/: [a-z' ]+/)
    },
  )

  it('is a general text if the answer contains no error', () => {
    expect(dispatchReason(runtime, undefined)).toBe('The network rejected it')
  })
})
