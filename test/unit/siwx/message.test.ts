import { formatSignInMessage, parseSignInMessage, type SignInFields, signInMessage } from 'latchkey/siwx'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { solanaSignInText } from '../../../src/wallets/solana/sign-in-text.ts'
import {
  contractSignatures,
  invalidUris,
  parsingNegative,
  parsingPositive,
  validChars,
} from '../../support/eip4361-vectors.ts'

const eip155: SignInFields = {
  domain: 'service.org',
  accountAddress: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  chainId: 'eip155:1',
  uri: 'https://service.org/login',
  version: '1',
  nonce: '32891757',
  issuedAt: '2021-09-30T16:25:24.000Z',
}
/** One account for each family. */
const families = {
  eip155: eip155.accountAddress,
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'SysvarC1ock11111111111111111111111111111111',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
  'bip122:000000000019d6689c085ae165831e93': 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'cosmos:cosmoshub-4': 'cosmos1clpqr4nrk4khgkxj78fcwwh6dl3uw4ep4tgu9q',
} as const
const others = Object.entries(families)
  .slice(1)
  .map(([chainId, accountAddress]) => ({ ...eip155, chainId, accountAddress }) as SignInFields)

/** Returns the message of the error that `run` throws, or undefined if it throws none. */
function fault(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return code === 'siwx/invalid-message' ? message : `not ours: ${error}`
  }
}

describe('the vectors of EIP-4361', () => {
  it.each(Object.entries(parsingPositive))('are accepted: %s', (_, { message, fields }) => {
    const { address, chainId, scheme, ...rest } = fields
    const parsed = parseSignInMessage(message)
    expect(parsed).toEqual({
      ...rest,
      ...(scheme ? { scheme } : {}),
      accountAddress: address,
      chainId: `eip155:${chainId}`,
    })
    expect(parsed.toString()).toBe(message)
    expect(formatSignInMessage({ ...parsed })).toBe(message)
  })

  it.each(Object.entries(parsingNegative))('are refused: %s', (_, message) => {
    expect(fault(() => parseSignInMessage(message))).toMatch(/^The sign-in message is not valid: /)
  })

  it.each(invalidUris)('are refused as a URI and as a resource: %s', (uri) => {
    expect(fault(() => signInMessage({ ...eip155, uri }))).toMatch(/: uri must be a URI/)
    expect(fault(() => signInMessage({ ...eip155, resources: [uri] }))).toMatch(/: resources must be/)
  })

  it.each(Object.values(contractSignatures))(
    'are parsed if a contract signed them: $message',
    ({ message }) => {
      expect(parseSignInMessage(message).toString()).toBe(message)
    },
  )

  it('are accepted with every character that the grammar allows', () => {
    const { scheme, statement, userinfo, IPvFuture, pchar, fragment } = validChars
    const all = signInMessage({
      ...eip155,
      statement,
      scheme: scheme.replace(/^/, 'a'),
      domain: `${userinfo}@[${IPvFuture}]:8080`,
      uri: `${scheme}://${userinfo}@${validChars['reg-name']}:1/${pchar}?${fragment}#${fragment}`,
      requestId: pchar,
    })
    expect(parseSignInMessage(all.toString())).toEqual(all)
  })

  it.each([
    ['scheme', ' :#?@!~/'],
    ['statement', '`<>{|}"\\^%'],
    ['domain', '/#?[]@ '],
    ['requestId', '^`|%?#[/ '],
    ['uri', '[]^`|<>"{} '],
  ])('are refused with a character that the grammar forbids in the field %s', (field, characters) => {
    const good = { ...eip155, scheme: 'https', statement: 'Hello', requestId: 'one' }
    for (const character of characters) {
      const value = `${(good as Record<string, unknown>)[field]}${character}${field === 'domain' ? '@@' : ''}x`
      expect(
        fault(() => signInMessage({ ...good, [field]: value })),
        value,
      ).toMatch(`: ${field} must be`)
    }
  })
})

describe('a sign-in message', () => {
  it('of eip155 has exactly the text that viem creates', () => {
    const all = {
      ...eip155,
      scheme: 'https',
      statement: 'Hello.',
      expirationTime: '2030-01-01T00:00:00.000Z',
      notBefore: '2020-01-01T00:00:00.000Z',
      requestId: 'r-1',
      resources: ['ipfs://one', 'https://two.example/'],
    }
    for (const fields of [eip155, { ...eip155, statement: 'Hello.' }, all]) {
      const { accountAddress, chainId, issuedAt, expirationTime, notBefore, ...rest } = fields as typeof all
      const date = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
      const theirs = createSiweMessage({
        ...rest,
        version: '1',
        address: accountAddress as `0x${string}`,
        chainId: Number(chainId.slice(7)),
        issuedAt: date(issuedAt),
        expirationTime: date(expirationTime),
        notBefore: date(notBefore),
      } as never)
      expect(formatSignInMessage(fields)).toBe(theirs)
    }
  })

  it.each([
    ['Solana', others[0], 'mainnet'],
    ['Polkadot', others[1], others[1]?.chainId],
    ['Bitcoin', others[2], others[2]?.chainId],
    ['Cosmos', others[3], 'cosmos:cosmoshub-4'],
  ] as const)('of %s has the wording of Sign-In With Solana', (account, fields, chain) => {
    const body = [
      'URI: https://service.org/login',
      'Version: 1',
      `Chain ID: ${chain}`,
      'Nonce: 32891757',
      'Issued At: 2021-09-30T16:25:24.000Z',
    ]
    const head = `service.org wants you to sign in with your ${account} account:\n${fields?.accountAddress}\n`
    expect(formatSignInMessage(fields as SignInFields)).toBe([head, ...body].join('\n'))
    const said = formatSignInMessage({ ...(fields as SignInFields), statement: 'S' })
    expect(said).toBe([head, 'S', '', ...body].join('\n'))
    // Sign-In With Solana (SIWS) doesn't require the line with the time.
    const { issuedAt: _, ...timeless } = fields as SignInFields
    expect(formatSignInMessage(timeless)).toBe([head, ...body.slice(0, -1)].join('\n'))
  })

  // anza-xyz/wallet-standard, packages/core/util/src/__tests__/signIn.ts, at 253fa75, with a real account in
  // place of "A".
  it.each([
    ['solana.com wants you to sign in with your Solana account:\nA', {}],
    ['solana.com wants you to sign in with your Solana account:\nA\n\nS', { statement: 'S' }],
    ['solana.com wants you to sign in with your Solana account:\nA\n\nURI: https://solana.com', {}],
    [
      'solana.com wants you to sign in with your Solana account:\nA\n\nS\n\nURI: https://solana.com',
      { statement: 'S' },
    ],
  ])('starts like the vectors of SIWS: %j', (text, more) => {
    const fields = {
      ...(others[0] as SignInFields),
      domain: 'solana.com',
      uri: 'https://solana.com',
      ...more,
    }
    const expected = text.replace('\nA', `\n${fields.accountAddress}`)
    expect(formatSignInMessage(fields).startsWith(`${expected}\n`)).toBe(true)
    // SIWS requires only the first two lines. Latchkey also requires a nonce.
    expect(fault(() => parseSignInMessage(expected))).toMatch('not valid')
  })

  it("can't have a statement of several lines", () => {
    const text = 'S\n\nS'
    expect(fault(() => signInMessage({ ...(others[0] as SignInFields), statement: text }))).toMatch(
      'statement',
    )
    const long = formatSignInMessage({ ...(others[0] as SignInFields), statement: 'S' }).replace(
      'S\n',
      `${text}\n`,
    )
    expect(fault(() => parseSignInMessage(long))).toMatch('not valid')
  })

  it('calls the three clusters of solana mainnet, devnet and testnet', () => {
    const named = (reference: string) =>
      /Chain ID: (.*)/.exec(
        formatSignInMessage({ ...(others[0] as SignInFields), chainId: `solana:${reference}` }),
      )?.[1]
    expect(named('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBe('mainnet')
    expect(named('EtWTRABZaYq6iMfeYKouRu166VU2xqa1')).toBe('devnet')
    expect(named('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z')).toBe('testnet')
    expect(named('8E9rvCKLFQia2Y35HXjjpWzj8weVo44K')).toBe('solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K')
    // Each network has only one valid name.
    const text = formatSignInMessage(others[0] as SignInFields)
    const inFull = text.replace('mainnet', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
    expect(fault(() => parseSignInMessage(inFull))).toMatch('the text that its fields give')
  })

  it('is a frozen object of its fields', () => {
    const message = signInMessage({ ...eip155, more: 1 } as never)
    expect(JSON.parse(JSON.stringify(message))).toEqual(eip155)
    expect(structuredClone(message)).toEqual(eip155)
    expect(Object.isFrozen(message)).toBe(true)
  })
})

const breaks = ['\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\0', '\t']
/** Characters that are invisible or look like plain characters, such as a zero-width space and the Cyrillic a. */
const lookAlikes = [
  '\u0430',
  '\uff21',
  '\u00ad',
  '\u200b',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u00a0',
  '\u0661',
  '\u{1f511}',
  '\ud83d',
]

describe('an invalid field is refused and named in the error', () => {
  const full = {
    ...eip155,
    scheme: 'https',
    statement: 'Hello',
    expirationTime: '2030-01-01T00:00:00Z',
    notBefore: '2020-01-01T00:00:00Z',
    requestId: 'one',
    resources: ['https://service.org/r'],
  }
  const names = Object.keys(full) as (keyof typeof full)[]

  it.each(names)('if it has a line break or a look-alike character: %s', (name) => {
    for (const character of [...breaks, ...lookAlikes])
      for (const at of [0, 1, 3, String(full[name]).length]) {
        const text = String(full[name])
        const changed = text.slice(0, at) + character + text.slice(at)
        const value = name === 'resources' ? [changed] : changed
        expect(
          fault(() => signInMessage({ ...full, [name]: value } as never)),
          changed,
        ).toMatch(`: ${name} must be`)
        const written = formatSignInMessage(full).replace(
          name === 'chainId' ? 'ID: 1' : text,
          name === 'chainId' ? `ID: 1${character}` : changed,
        )
        expect(
          fault(() => parseSignInMessage(written)),
          changed,
        ).toMatch('not valid')
      }
  })

  it.each(names.filter((name) => name !== 'chainId'))('if its value is not text: %s', (name) => {
    for (const value of [null, 1, {}, [], new Date(), true, ['x', 1]])
      if (name !== 'resources' || !Array.isArray(value) || value.length > 0)
        expect(fault(() => signInMessage({ ...full, [name]: value } as never))).toMatch(`: ${name} must be`)
  })

  it.each([
    ['domain', ''],
    ['domain', ':443'],
    ['domain', 'user@'],
    ['domain', 'https://service.org'],
    ['domain', 'service.org/path'],
    ['domain', '[::1'],
    ['domain', 'a:b:c'],
    ['statement', ''],
    ['statement', 'naïve'],
    ['uri', ''],
    ['uri', 'service.org'],
    ['uri', '//service.org'],
    ['uri', 'https://service.org:port/'],
    ['uri', 'https://a/%zz'],
    ['version', '01'],
    ['version', '2'],
    ['nonce', '1234567'],
    ['nonce', '12345678-'],
    ['nonce', ''],
    ['issuedAt', '2022-02-31T17:09:38.578Z'],
    ['issuedAt', '2021-02-29T00:00:00Z'],
    ['issuedAt', '2021-13-01T00:00:00Z'],
    ['issuedAt', '2021-01-01T24:00:00Z'],
    ['issuedAt', '2021-01-01T23:59:60Z'],
    ['issuedAt', '2021-01-01T00:00:00'],
    ['issuedAt', '2021-01-01'],
    ['issuedAt', '2021-01-01 00:00:00Z'],
    ['issuedAt', '2021-01-01t00:00:00z'],
    ['issuedAt', '2021-01-01T00:00:00+24:00'],
    ['issuedAt', '2021-01-01T00:00:00+01'],
    ['issuedAt', '1633019124'],
    ['expirationTime', 'tomorrow'],
    ['notBefore', '2021-1-01T00:00:00Z'],
    ['requestId', 'a/b'],
    ['requestId', '%2'],
    ['resources', ['no uri']],
    ['resources', 'https://service.org'],
    ['chainId', 'eip155:01'],
    ['chainId', 'eip155:0'],
    ['chainId', 'eip155:mainnet'],
    ['chainId', 'near:mainnet'],
    ['chainId', '1'],
    ['chainId', 1],
    ['accountAddress', eip155.accountAddress.toLowerCase()],
    ['accountAddress', eip155.accountAddress.slice(2)],
    ['accountAddress', '0xc02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
    ['accountAddress', 'vitalik.eth'],
  ])('if its format is invalid: %s %j', (name, value) => {
    expect(fault(() => signInMessage({ ...full, [name]: value } as never))).toMatch(`: ${name} must be`)
  })

  it.each(['domain', 'accountAddress', 'uri', 'version', 'nonce', 'issuedAt'])(
    'if it is missing: %s',
    (name) => {
      expect(fault(() => signInMessage({ ...full, [name]: undefined } as never))).toMatch(
        `: ${name} is missing`,
      )
    },
  )

  it('if it is an address of the wrong kind for its network', () => {
    const of = (chainId: string, accountAddress: string) =>
      fault(() => signInMessage({ ...eip155, chainId, accountAddress } as never))
    for (const one of others)
      for (const other of [eip155, ...others])
        expect(
          of(one.chainId, other.accountAddress) === undefined,
          `${one.chainId} ${other.accountAddress}`,
        ).toBe(one === other)
    const [, , bitcoin] = others
    expect(of(bitcoin?.chainId ?? '', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toMatch('accountAddress')
    expect(of(bitcoin?.chainId ?? '', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toMatch('accountAddress')
    expect(of('bip122:00000000da84f2bafbbc53dee25a72ae', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toBe(
      undefined,
    )
    expect(
      of('bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'),
    ).toMatch('accountAddress')
    // An SS58 address names the same account, whatever its prefix is.
    expect(
      of('polkadot:91b171bb158e2d3848fa23a9f1c25182', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'),
    ).toBe(undefined)
    expect(
      of('polkadot:91b171bb158e2d3848fa23a9f1c25182', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQZ'),
    ).toMatch('accountAddress')
    expect(of('cosmos:cosmoshub-4', 'cosmosvaloper1sjllsnramtg3ewxqwwrwjxfgc4n4ef9u2lcnj0')).toMatch(
      'accountAddress',
    )
  })
})

describe('a sign-in text is refused', () => {
  const text = formatSignInMessage({ ...eip155, statement: 'Hello', requestId: '', resources: [] })
  const lines = text.split('\n')

  it('if it has an extra line or lacks a required line', () => {
    expect(parseSignInMessage(text)).toMatchObject({ requestId: '', resources: [] })
    for (const at of lines.keys()) {
      const more = [...lines.slice(0, at), 'x', ...lines.slice(at)]
      const twice = [...lines.slice(0, at), lines[at], ...lines.slice(at)]
      const less = lines.filter((_, index) => index !== at)
      for (const changed of [more, twice])
        expect(fault(() => parseSignInMessage(changed.join('\n')))).toBeDefined()
      const optional = /^(Hello|Request|Resources)/.test(lines[at] ?? '')
      expect(fault(() => parseSignInMessage(less.join('\n'))) === undefined, lines[at]).toBe(optional)
    }
  })

  it('if it has white space around it or a carriage return', () => {
    for (const changed of [
      ` ${text}`,
      `${text} `,
      `${text}\n`,
      `\n${text}`,
      text.replaceAll('\n', '\r\n'),
      `\ufeff${text}`,
      '',
    ])
      expect(fault(() => parseSignInMessage(changed))).toBeDefined()
    for (const nothing of [undefined, null, 1, {}, [text]])
      expect(fault(() => parseSignInMessage(nothing as never))).toBeDefined()
  })

  it('if its statement contains a second message', () => {
    const second = formatSignInMessage({ ...eip155, domain: 'evil.example', uri: 'https://evil.example' })
    expect(fault(() => signInMessage({ ...eip155, statement: second }))).toMatch('statement')
    expect(fault(() => parseSignInMessage(text.replace('Hello', second)))).toBeDefined()
    // A statement that looks like a field is read as a statement.
    const statement = 'URI: https://evil.example'
    for (const fields of [eip155, ...others]) {
      const sly = formatSignInMessage({ ...fields, statement })
      expect(parseSignInMessage(sly)).toMatchObject({ statement, uri: eip155.uri })
    }
  })

  it('if it is longer than any valid message', () => {
    // If parsing took quadratic time, the test would time out.
    expect(fault(() => parseSignInMessage(`${text}${'\n- a:'.repeat(1_000_000)}`))).toMatch('characters')
    const long = 'a'.repeat(60_000)
    for (const [from, to] of [
      ['service.org wants', `${long} wants`],
      ['Hello', `${long}%`],
      ['/login', `/${'%41/'.repeat(15_000)}"`],
      ['service.org wants', `${'a:'.repeat(30_000)}@ wants`],
    ] as const)
      for (let turn = 0; turn < 100; turn++) fault(() => parseSignInMessage(text.replace(from, to)))
  })
})

describe('a Sign-In With Solana message of another library', () => {
  const address = families['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
  const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const input = {
    domain: 'service.org',
    address,
    statement: 'Chain ID: 5',
    uri: 'https://service.org/login',
    version: '1',
    nonce: '32891757',
    issuedAt: '2021-09-30T16:25:24.000Z',
    resources: ['https://service.org/terms'],
  }

  it.each([
    [undefined, mainnet],
    ['mainnet', mainnet],
    ['solana:mainnet', mainnet],
    ['devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
    ['solana:devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
    ['solana:testnet', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
    ['localnet', 'solana:localnet'],
    ['solana:localnet', 'solana:localnet'],
  ])('keeps its text when it is parsed (chain id: %s)', (chainId, network) => {
    const text = solanaSignInText({ ...input, ...(chainId && { chainId }) })
    const parsed = parseSignInMessage(text)
    expect(parsed).toMatchObject({ chainId: network, accountAddress: address, statement: 'Chain ID: 5' })
    expect(parsed).not.toHaveProperty('chainName')
    expect(parsed.toString()).toBe(text)
  })

  it.each(['', ' mainnet', 'Mainnet', 'mainnet-beta', 'eip155:1', 'solana:'])(
    'is refused if its chain id is "%s"',
    (chainId) => {
      const text = solanaSignInText({ ...input, chainId: 'mainnet' }).replace('ID: mainnet', `ID: ${chainId}`)
      expect(fault(() => parseSignInMessage(text))).toMatch(/^The sign-in message is not valid: /)
    },
  )

  it('is the only kind of message that may lack a chain id', () => {
    for (const fields of [eip155, ...others.slice(1)]) {
      const text = formatSignInMessage(fields).replace(/\nChain ID: .*/, '')
      expect(fault(() => parseSignInMessage(text))).toMatch(/Chain ID isn't a chain/)
    }
  })
})
