// Checked by the compiler in `npm test`; each @ts-expect-error line fails the build when the mistake below it is accepted.
import { ConfigError, HttpError, LatchkeyError, ValidationError, WalletError } from 'latchkey'
import { latchkeyError } from 'latchkey/testing'

latchkeyError('wallet/user-rejected')
new ConfigError('config/disposed')
new ValidationError('validation/invalid-amount', { values: { reason: 'x' } })
new WalletError('wallet/user-rejected', { message: 'No' })

// @ts-expect-error the core does not carry this message: it would show the code to people
new WalletError('wallet/user-rejected')
// @ts-expect-error nor this one, of a domain of which it carries others
new ConfigError('config/peer-missing', { values: { feature: 'x', install: 'y' } })
// @ts-expect-error nor here
new ValidationError('validation/token-required')
// @ts-expect-error nor here
new LatchkeyError('node/nonce-too-low')
// @ts-expect-error nor here
new HttpError('http/status', { values: { status: 500 } })
