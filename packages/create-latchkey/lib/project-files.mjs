import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { localChains } from './local-chains.mjs'
import { manifest } from './manifest.mjs'
import { optionsFile } from './options-file.mjs'
import { readme } from './readme.mjs'

const templates = fileURLToPath(new URL('../templates', import.meta.url))

/** The folders that add the sign-in server. */
const signInFolders = {
  vite: ['sign-in', 'sign-in-server'],
  next: ['sign-in', 'sign-in-route'],
  plain: ['sign-in', 'sign-in-server', 'sign-in-plain'],
}

/**
 * Returns the texts of all files of an app, by path.
 * @param {import('./ask.mjs').Choices} choices
 */
export function projectFiles(choices) {
  const { template, walletConnect, signIn } = choices
  const name = basename(resolve(choices.folder))
  const chosen = { walletConnect: walletConnect !== '', signIn, next: template === 'next' }
  const shared = { vite: ['react', 'vite-devnet'], next: ['react'], plain: ['vite-devnet'] }[template]
  const folders = ['all', ...shared, template, ...(signIn ? signInFolders[template] : [])]
  const files = Object.assign({}, ...folders.map((folder) => filesIn(join(templates, folder))))
  const kept = Object.entries(files).map(([path, text]) => [path, only(text, chosen)])
  return {
    ...Object.fromEntries(kept),
    '.gitignore': 'node_modules/\ndist/\n.next/\nnext-env.d.ts\n',
    'test/local-chains.ts': localChains(choices),
    'src/families.ts': `/** The chain families of the app. */\nexport const families = [${choices.families.map((name) => `'${name}'`).join(', ')}] as const\n`,
    'src/options.ts': optionsFile(choices, name),
    'package.json': manifest(choices, name),
    'README.md': readme(choices, name),
  }
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  )
}

/** A line that ends with `//: name` stays only if `name` is chosen. A line that ends with `//: !name` stays only if it isn't chosen. */
function only(text, chosen) {
  const lines = text.split('\n').flatMap((line) => {
    const [, code = line, not, name] = /^(.*?) ?\/\/: (!?)(\w+)$/.exec(line) ?? []
    return name === undefined || chosen[name] !== (not === '!') ? [code] : []
  })
  return lines.join('\n')
}
