import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { families } from './families.mjs'

export const templates = {
  vite: 'React, with Vite',
  next: 'React, with Next',
  plain: 'no framework, with Vite',
}

export const help = `Creates an app that connects crypto wallets.

  npm create latchkey@latest [folder] -- [options]

  --template <name>         ${Object.keys(templates).join(', ')} (default: vite)
  --families <list>         ${Object.keys(families).join(',')} (default: eip155)
  --walletconnect <value>   the URL of your relay (wss://…), or a project id of the public relay
  --sign-in                 add a server where visitors sign in with their wallets
  --latchkey <spec>         the version, URL or file of latchkey to depend on
  -y, --yes                 ask nothing, and use the defaults
  -h, --help                print this help
  -v, --version             print the version

On a terminal, it asks for what the options leave open. Otherwise it uses the defaults.`

/** The error that says why nothing was created. */
export class Refusal extends Error {}

/**
 * Reads and checks the command line. A missing option is undefined.
 * @param {readonly string[]} args
 * @throws {Refusal}
 */
export function readFlags(args) {
  const { values, positionals } = parsed(args)
  const [folder, surplus] = positionals
  if (surplus !== undefined) throw new Refusal(`unexpected argument "${surplus}"`)
  const { template, families, walletconnect: walletConnect, latchkey, 'sign-in': signIn, ...rest } = values
  const given = { folder, template, families, walletConnect, latchkey }
  const checked = Object.entries(given).map(([name, text]) => [
    name,
    text === undefined ? text : checks[name](text),
  ])
  return { ...rest, signIn, ...Object.fromEntries(checked) }
}

function parsed(args) {
  const text = { type: 'string' }
  const flag = { type: 'boolean' }
  const options = {
    ...{ template: text, families: text, walletconnect: text, latchkey: text, 'sign-in': flag },
    ...{ yes: { ...flag, short: 'y' }, help: { ...flag, short: 'h' }, version: { ...flag, short: 'v' } },
  }
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    // Shows only the first sentence of Node's error. The rest is advice for positional arguments.
    throw new Refusal(error.message.split('. ')[0])
  }
}

/** Checks an answer and returns its value. Otherwise throws a {@link Refusal} that says what is allowed. */
export const checks = {
  folder(text) {
    const name = basename(resolve(text))
    // npm's rules for a package name.
    if (!/^[a-z0-9][a-z0-9._-]{0,213}$/.test(name) || name === 'node_modules')
      throw new Refusal(
        `"${name}" can't be the name of a package: use lowercase letters, digits, "-", "_" and "."`,
      )
    if (existsSync(text) && !statSync(text).isDirectory()) throw new Refusal(`${text} is a file`)
    if (existsSync(text) && readdirSync(text).length > 0) throw new Refusal(`the folder ${text} is not empty`)
    return text
  },
  template: (text) => oneOf('template', text, Object.keys(templates)),
  families(text) {
    const names = text.split(/[\s,]+/).filter(Boolean)
    if (names.length === 0) throw new Refusal('families: name at least one')
    for (const name of names) oneOf('families', name, Object.keys(families))
    return [...new Set(names)]
  },
  walletConnect(text) {
    const isRelay = /^wss?:\/\/[^\s'"\\]+$/.test(text) && URL.canParse(text)
    if (!isRelay && !/^[\w-]{8,64}$/.test(text))
      throw new Refusal(`walletconnect: "${text}" is neither the URL of a relay (wss://…) nor a project id`)
    return text
  },
  yesOrNo(text) {
    if (!/^(y|yes|n|no)$/i.test(text)) throw new Refusal('answer yes or no')
    return /^y/i.test(text)
  },
  latchkey(text) {
    if (text.trim() === '') throw new Refusal('latchkey: name a version, a URL or a file')
    const [, path] = /^(?:file:)?((?<=file:).+|[./].*)$/.exec(text) ?? []
    return path === undefined ? text : `file:${resolve(path)}`
  },
}

function oneOf(name, text, allowed) {
  if (allowed.includes(text)) return text
  throw new Refusal(`${name}: there is no "${text}". Available: ${allowed.join(', ')}`)
}
