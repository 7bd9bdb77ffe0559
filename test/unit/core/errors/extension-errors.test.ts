import { describe, expect, it } from 'vitest'
import { extensionErrorFrom } from '../../../../src/core/errors/extension-errors.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'

describe('errors of extensions without codes', () => {
  it.each([
    ['Cancelled', 'wallet/user-rejected'],
    ['Rejected', 'wallet/user-rejected'],
    ['Rejected by user', 'wallet/user-rejected'],
    ['User denied account access', 'wallet/user-rejected'],
    ['The source https://app.example is not allowed to interact with this extension', 'wallet/user-rejected'],
    ['The source https://app.example has a pending authorization request', 'wallet/request-pending'],
    ['The source https://app.example has not been enabled yet', 'wallet/unauthorized'],
    ['Unable to retrieve keypair', 'wallet/unauthorized'],
    ['Something broke', 'rpc/unknown'],
  ])('are recognized by their text: %s', (message, code) => {
    const error = new Error(message)
    expect(extensionErrorFrom(error, 'signRaw')).toMatchObject({ code, cause: error })
    expect(extensionErrorFrom(message, 'signRaw')).toMatchObject({ code })
  })

  it("are mapped by their code if they have a code, and Latchkey's errors stay as they are", () => {
    expect(extensionErrorFrom({ code: 4001, message: 'x' }, 'enable')).toMatchObject({
      code: 'wallet/user-rejected',
    })
    const own = latchkeyError('wallet/closed-during-request')
    expect(extensionErrorFrom(own, 'enable')).toBe(own)
  })

  it.each([[undefined], [null], [7], [{}], [{ message: 7 }]])('are handled even if they are %s', (thrown) => {
    expect(extensionErrorFrom(thrown, 'enable').code).toBe('rpc/unknown')
  })
})
