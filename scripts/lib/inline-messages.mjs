// Writes an error's message where the error is created, so that a page loads only the messages that it can show.
import { readFile } from 'node:fs/promises'

const literalCall = /\blatchkeyError\((\s*)'([a-z]+\/[a-z-]+)'/g
const importOfErrors = /^import \{([^}]*)\} from '(\.\.?\/(?:[\w.-]+\/)*latchkey-error\.ts)'$/gm

/**
 * Returns the build plugin. It replaces `latchkeyError('a/code', …)` with `errorOf('a/code', "its message", …)`. If a file computes a code, the file
 * keeps `latchkeyError`, which needs the catalogue of messages. The React package and the AppKit bridge import `errorOf` from the package, because
 * the error classes must exist only once.
 */
export function inlineMessages(catalogue) {
  return {
    name: 'inline-messages',
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, async ({ path, pluginData }) => {
        if (/node_modules|core[\\/]errors[\\/]latchkey-error\.ts$/.test(path)) return undefined
        const text = await readFile(path, 'utf8')
        const byPackage = /[\\/]src[\\/](ui-react|bridges[\\/]appkit(-react)?)[\\/]/.test(path)
        const contents = withMessages(text, catalogue, byPackage)
        if (contents === text) return undefined
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts', pluginData }
      })
    },
  }
}

/** Returns a module's text with the messages in it. `byPackage`: whether the module imports the core by the package's name. */
export function withMessages(text, catalogue, byPackage = false) {
  const calls = text.replace(literalCall, (call, space, code) =>
    Object.hasOwn(catalogue, code) ? `errorOf(${space}'${code}', ${JSON.stringify(catalogue[code])}` : call,
  )
  const stillCalled = /\blatchkeyError\(/.test(calls)
  return calls.replace(importOfErrors, (_, names, from) => {
    const all = names.split(',').flatMap((name) => name.trim() || [])
    const others = all.filter((name) => name !== 'latchkeyError')
    const raises = others.length < all.length
    const classes = byPackage ? 'latchkey' : from.replace('latchkey-error.ts', 'error-classes.ts')
    const plain = importOf(raises ? [...others, 'errorOf'] : others, classes)
    return raises && stillCalled ? `${plain}; ${importOf(['latchkeyError'], from)}` : plain
  })
}

function importOf(names, from) {
  return `import { ${names.join(', ')} } from '${from}'`
}
