// The compiler checks this file in `npm test`. It reports each @ts-expect-error above a line without an error.
import type { StringOverrides } from 'latchkey/react'
import { accountWords } from '../../src/ui-react/language/english/account.ts'
import { connectWords } from '../../src/ui-react/language/english/connect.ts'
import { connectingWords } from '../../src/ui-react/language/english/connecting.ts'
import type { Language } from '../../src/ui-react/language/language.ts'
import type { Strings } from '../../src/ui-react/language/strings.ts'

declare const language: Language
declare const strings: Strings

language.say(accountWords, 'network')
language.say(connectingWords, 'heading', { wallet: 'Moss' })
language.say(connectWords, 'more', { count: 2 })
// @ts-expect-error there is no such string
language.say(accountWords, 'nothing')
// @ts-expect-error the placeholder has no value
language.say(connectingWords, 'heading')
// @ts-expect-error the placeholder has another name
language.say(connectingWords, 'heading', { network: 'Moss' })
// @ts-expect-error the plural forms have a placeholder
language.say(connectWords, 'more')
// @ts-expect-error the string has no placeholder
language.say(accountWords, 'network', { wallet: 'Moss' })

// @ts-expect-error the language lacks a string
;({ ...strings, account: { title: '' } }) satisfies Strings
// @ts-expect-error a count needs plural forms
;({ ...strings, connect: { ...strings.connect, more: 'more' } }) satisfies Strings

;({
  'title.Connect': 'Sign in',
  'connect.more': { one: 'One more', other: '{count} more' },
  'failed.wallet/timeout.title': 'Too late',
  'error.wallet/timeout': 'It took too long.',
}) satisfies StringOverrides
// @ts-expect-error there is no such string
;({ 'title.Nothing': '' }) satisfies StringOverrides
// @ts-expect-error there is no such code
;({ 'error.wallet/unheard-of': '' }) satisfies StringOverrides
