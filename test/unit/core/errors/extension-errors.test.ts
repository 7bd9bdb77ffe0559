import { describe, expect, it } from 'vitest'
import { extensionErrorFrom } from '../../../../src/core/errors/extension-errors.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'

describe('the errors of extensions', () => {
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
  ])('are recognized by their text if they have no code: %s', (message, code) => {
    const error = new Error(message)
    expect(extensionErrorFrom(error, 'signRaw')).toMatchObject({ code, cause: error })
    expect(extensionErrorFrom(message, 'signRaw')).toMatchObject({ code })
  })

  it('are mapped by their code if they have one', () => {
    expect(extensionErrorFrom({ code: 4001, message: 'x' }, 'enable')).toMatchObject({
      code: 'wallet/user-rejected',
    })
    const own = latchkeyError('wallet/closed-during-request')
    expect(extensionErrorFrom(own, 'enable')).toBe(own)
  })

  it.each([[undefined], [null], [7], [{}], [{ message: 7 }]])(
    'have the code rpc/unknown if the extension throws %s',
    (thrown) => {
      expect(extensionErrorFrom(thrown, 'enable').code).toBe('rpc/unknown')
    },
  )
})
